import { Validator } from '@seriousme/openapi-schema-validator'
import { errorCatalogue } from '@waybill/contracts/error-catalogue'
import { createShipmentSchema } from '@waybill/contracts/shipment-documents'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'
import { TIMEOUT_MS } from '../routing/route.ts'
import { buildDocument } from './document.ts'
import type { JsonSchema } from './types.ts'

const publicUrl = 'https://api.example.com'
const document = buildDocument(routeTable, { publicUrl, day: new Date() })
const operationsOf = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(document.servers).toEqual([{ url: publicUrl }])
})

test('the document contains the nine operations of the interface by their full paths', () => {
  const names = operationsOf.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'POST /api/v1/shipments/on-demand',
      'POST /api/v1/shipments',
      'POST /api/v1/quotes',
      'PATCH /api/v1/shipments/{shipment_id}',
      'POST /api/v1/shipments/{shipment_id}/cancel',
      'POST /api/v1/shipments/{shipment_id}/book',
      'POST /api/v1/webhooks/subscriptions',
      'POST /api/v1/webhooks/subscriptions/{subscription_id}/test',
      'GET /api/v1/webhooks/subscriptions',
    ]),
  )
})

test('every reference resolves', () => {
  for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = String(reference)
      .split('/')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
    expect(target, reference).toBeDefined()
  }
})

test('every operation with a token documents 401 and 403, and every POST and PATCH an Idempotency-Key', () => {
  for (const { name, operation } of operationsOf.filter(({ operation }) => operation.security?.length)) {
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['401', '403', '429', '500']))
    if (!/^(POST|PATCH)/.test(name)) continue
    expect(operation.parameters, name).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  }
})

test('requests allow no further fields; responses do, except for addresses', () => {
  const { schemas } = document.components
  expect(schemas.CreateShipment?.additionalProperties).toBe(false)
  expect(schemas.Address?.additionalProperties).toBe(false)
  expect(schemas.Shipment?.additionalProperties).toBeUndefined()
  expect(schemas.Shipment?.required).toContain('cancellation_requested_at')
})

test('a nullable field has null as a type', () => {
  expect(document.components.schemas.CreateShipment?.properties?.pickup_instructions?.type).toEqual(['string', 'null'])
  expect(document.components.schemas.Quote?.properties?.selected_option?.anyOf).toEqual([
    { $ref: '#/components/schemas/QuoteOption' },
    { type: 'null' },
  ])
})

test('the example of a request is valid', () => {
  const body = document.paths['/api/v1/shipments']?.post?.requestBody?.content['application/json']?.example
  expect(createShipmentSchema.safeParse(body).success).toBe(true)
})

test('every request example matches the schema of its route', () => {
  for (const route of routeTable) {
    if (route.body?.kind !== 'json') continue
    const { operation } = operationsOf.find(({ operation }) => operation.operationId === route.operationId) ?? {}
    const example = JSON.parse(JSON.stringify(operation?.requestBody?.content['application/json']?.example))
    expect(route.body.schemaFor(example).safeParse(example).error, route.operationId).toBeUndefined()
  }
})

test('every response example matches its schema', () => {
  for (const route of routeTable.filter(({ hidden }) => !hidden)) {
    const { operation } = operationsOf.find(({ operation }) => operation.operationId === route.operationId) ?? {}
    for (const success of route.success) {
      const example = operation?.responses[success.status]?.content?.['application/json']?.example as
        | { data: unknown }
        | undefined
      if (!example || !success.schema) continue
      const data = success.list ? (example.data as unknown[])[0] : example.data
      expect(success.schema.safeParse(data).error, route.operationId).toBeUndefined()
    }
  }
})

test('every field has a description', () => {
  const unexplained: string[] = []
  const look = (schema: JsonSchema, name: string) => {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (!property.description && !/(name|email|telephone|city|town|company|province|post_code)$/.test(field)) {
        unexplained.push(`${name}.${field}`)
      }
    }
  }
  for (const name of [
    'CreateShipment',
    'ParcelRequest',
    'Shipment',
    'Quote',
    'QuoteOption',
    'Booking',
    'Subscription',
    'Delivery',
    'Attempt',
    'Replay',
  ]) {
    look(document.components.schemas[name] ?? {}, name)
  }
  expect(unexplained).toEqual([])
})

test.for([
  ['getLabel', 'carrier_unavailable'],
  ['getLabel', 'carrier_timeout'],
  ['updateShipment', 'carrier_unavailable'],
  ['receiveCallback', 'invalid_token'],
  ['receiveCallback', 'validation_error'],
] as const)('%s documents the error %s', ([operationId, code]) => {
  const { operation } = operationsOf.find(({ operation }) => operation.operationId === operationId) ?? {}
  expect(operation?.responses[errorCatalogue[code].status]?.description).toContain(`\`${code}\``)
})

test("a route that can return carrier_timeout waits longer than a carrier's time limit", () => {
  const asking = routeTable.filter(({ errors }) => errors.includes('carrier_timeout'))
  expect(asking.filter(({ timeoutMs }) => timeoutMs < TIMEOUT_MS.carrier)).toEqual([])
})
