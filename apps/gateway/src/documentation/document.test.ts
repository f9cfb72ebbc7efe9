import { createConfig, lintFromString } from '@redocly/openapi-core'
import { buildDocument } from '@waybill/api-docs/openapi/document'
import { guideNames } from '@waybill/api-docs/openapi/guide-names'
import type {
  DocumentedOperation,
  JsonSchema,
  MediaType,
  Parameter,
  ResponseObject,
} from '@waybill/api-docs/openapi/types'
import { renderGuide } from '@waybill/api-docs/pages/guides'
import { errorCatalogue } from '@waybill/contracts/error-catalogue'
import { createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { TIMEOUT_MS } from '@waybill/edge/routing/route'
import { expect, test } from 'vitest'
import { routeTable } from '../routes/table.ts'

const publicUrl = 'https://api.waybill.test'
const document = buildDocument(routeTable, { publicUrl, day: new Date() })
/** Target of a reference; anything else as it is. */
function resolve<T>(value: T | { $ref: string }): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as T
  const steps = value.$ref.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T
}
/** The first example of a JSON body. */
const exampleIn = (content: Record<string, MediaType> | undefined): unknown => {
  const [example] = Object.values(content?.['application/json']?.examples ?? {})
  return example && resolve<{ value: unknown }>(example).value
}
const getResponse = (operation: DocumentedOperation | undefined, status: number | string): ResponseObject | undefined =>
  resolve<ResponseObject | undefined>(operation?.responses[status])
const toOperations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

test('the document is valid OpenAPI 3.1 and breaks no recommended rule of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config })
  const found = problems.map((one) => `${one.ruleId} at ${one.location[0]?.pointer}: ${one.message}`)
  expect(found).toEqual([])
  expect(document.servers).toEqual([{ url: publicUrl }])
})

test('descriptions have at most 60 words, and their links lead to the guides', () => {
  const long: string[] = []
  const dead: string[] = []
  const check = (where: string, description: string | undefined) => {
    // A list of the meanings of values, and the scope that every operation names, are not counted.
    const [prose = ''] = (description ?? '').replace(/ Scope: `[^`]+`\.$/, '').split('\n\n')
    if (prose.split(/\s+/).length > 60) long.push(where)
    for (const [, guide = '', anchor] of (description ?? '').matchAll(/\]\(\/docs\/([a-z-]+)(?:#([^)]+))?\)/g)) {
      const known = guideNames.find((one) => one === guide)
      if (known === undefined) dead.push(`${where}: ${guide}`)
      else if (anchor && !renderGuide(known).content.text.includes(` id="${anchor}"`)) dead.push(`${where}: #${anchor}`)
    }
  }
  const checkAll = (where: string, schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'example' || key === 'examples') continue
      if (key === 'description' && typeof value === 'string') check(where, value)
      else checkAll(`${where}/${key}`, value)
    }
  }
  checkAll('schemas', document.components.schemas)
  checkAll('parameters', document.components.parameters)
  for (const { name, operation } of toOperations) {
    check(name, operation.description)
    checkAll(`${name} parameters`, operation.parameters)
  }
  expect(long).toEqual([])
  expect(dead).toEqual([])
})

test('the document contains the nine operations of the interface by their full paths', () => {
  const names = toOperations.map(({ name }) => name)
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

test('the document states the bounds that are checked by code', () => {
  const { AddressRequest, DispatchRequest, CreateShipment } = document.components.schemas
  expect(AddressRequest?.properties?.country).toMatchObject({ pattern: '^[A-Za-z]{2}$' })
  expect(DispatchRequest?.properties?.currency).toMatchObject({ pattern: '^[A-Za-z]{3}$' })
  expect(CreateShipment?.properties?.metadata).toMatchObject({ additionalProperties: { maxLength: 500 } })
  const parameters = document.paths['/api/v1/shipments']?.get?.parameters.map(resolve<Parameter>) ?? []
  const found = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema
  expect(found('q')).toMatchObject({ minLength: 1, maxLength: 100 })
  expect(found('carrier_code')).toMatchObject({ maxItems: 20, items: { minLength: 1, maxLength: 64 } })
})

test('every operation with a token documents 401 and 403, and every POST and PATCH an Idempotency-Key', () => {
  const withToken = toOperations.filter(({ name, operation }) => name.includes('/api/') && operation.security?.length)
  for (const { name, operation } of withToken) {
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['401', '403', '429', '5XX']))
    // A team is changed by people, and a repeat changes nothing or replaces a link.
    const isOfTeam = operation.security?.every((one) => 'session' in one)
    if (!/^(POST|PATCH)/.test(name) || isOfTeam) continue
    expect(operation.parameters, name).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  }
})

test('headers of every response are described once, and reads with an ETag declare 304', () => {
  for (const name of ['RequestId', 'RateLimitPolicy', 'RateLimit'])
    expect(document.components.headers[name]?.description).toMatch(/^In every response: /)
  for (const { name, operation } of toOperations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const { headers } = resolve<ResponseObject>(response)
      const described = { 429: ['RateLimit-Policy', 'RateLimit'], '5XX': ['X-Request-Id'] }[status] ?? []
      expect(Object.keys(headers ?? {}), `${name} ${status}`).toEqual(expect.arrayContaining(described))
    }
    const isTagged = name.startsWith('GET') && Object.hasOwn(getResponse(operation, 200)?.headers ?? {}, 'ETag')
    expect(Object.hasOwn(operation.responses, '304'), name).toBe(isTagged)
    const parameter = { $ref: '#/components/parameters/IfNoneMatch' }
    expect(
      operation.parameters.some((one) => JSON.stringify(one) === JSON.stringify(parameter)),
      name,
    ).toBe(isTagged)
  }
})

test('the URLs of a photo and of a signature are described as signed URLs', () => {
  const { photos, signature } = document.components.schemas.ProofOfDelivery?.properties ?? {}
  expect(photos?.items?.properties?.url?.description).toContain('Signed URL of the photo')
  expect(signature?.properties?.url?.description).toContain("Signed URL of the signature's image")
})

test('requests allow no further fields; responses do, except for addresses', () => {
  const { schemas } = document.components
  expect(schemas.CreateShipment?.additionalProperties).toBe(false)
  expect(schemas.Address?.additionalProperties).toBe(false)
  expect(schemas.Shipment?.additionalProperties).toBeUndefined()
  expect(schemas.Shipment?.required).toContain('cancellation_requested_at')
})

test('the token endpoint is documented as RFC 6749 describes it', () => {
  const { post } = document.paths['/oauth/token'] ?? {}
  expect(Object.keys(post?.requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded'])
  const { access_token, expires_in } = getResponse(post, 200)?.content?.['application/json']?.schema.properties ?? {}
  expect([access_token?.type, expires_in?.description]).toEqual(['string', expect.stringContaining('900')])
  for (const status of [400, 401]) {
    const { schema } = getResponse(post, status)?.content?.['application/json'] ?? {}
    expect(schema?.required, String(status)).toEqual(['error', 'error_description'])
  }
  expect(document.components.securitySchemes.oauth?.flows).toMatchObject({
    clientCredentials: { tokenUrl: `${publicUrl}/oauth/token` },
  })
})

test('a nullable field has null as a type', () => {
  expect(document.components.schemas.CreateShipment?.properties?.pickup_instructions?.type).toEqual(['string', 'null'])
  expect(document.components.schemas.Quote?.properties?.selected_option?.anyOf).toEqual([
    { $ref: '#/components/schemas/QuoteOption' },
    { type: 'null' },
  ])
})

test('the example of a request is valid', () => {
  const body = exampleIn(document.paths['/api/v1/shipments']?.post?.requestBody?.content)
  expect(createShipmentSchema.safeParse(body).success).toBe(true)
})

test('every request example matches the schema of its route', () => {
  for (const route of routeTable.filter(({ hidden }) => !hidden)) {
    if (route.body?.kind !== 'json') continue
    const { operation } = toOperations.find(({ operation }) => operation.operationId === route.operationId) ?? {}
    const example = JSON.parse(JSON.stringify(exampleIn(operation?.requestBody?.content)))
    expect(route.body.schemaFor(example).safeParse(example).error, route.operationId).toBeUndefined()
  }
})

test('every response example matches its schema', () => {
  for (const route of routeTable.filter(({ hidden }) => !hidden)) {
    const { operation } = toOperations.find(({ operation }) => operation.operationId === route.operationId) ?? {}
    for (const success of route.success) {
      const example = exampleIn(getResponse(operation, success.status)?.content) as { data: unknown } | undefined
      if (!example || !success.schema) continue
      const data = success.list ? (example.data as unknown[])[0] : example.data
      expect(success.schema.safeParse(data).error, route.operationId).toBeUndefined()
    }
  }
})

test('no admin route is in the document', () => {
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/admin'))).toEqual([])
})

/** A link can only be used, and a carrier has nothing to read. */
const withoutLocation = ['createPasswordReset', 'receiveCallback']

test('every response of 201 and 202 says where what was made is', () => {
  const creating = routeTable.flatMap(({ operationId, method, path, success }) =>
    success
      .filter(({ status }) => [201, 202].includes(status) && !withoutLocation.includes(operationId))
      .map(({ status, location }) => ({ operationId, method, path, status, location })),
  )
  expect(creating.length).toBeGreaterThan(20)
  for (const { operationId, method, path, status, location } of creating) {
    expect(document.paths, operationId).toHaveProperty([location ?? ''])
    const { responses } = document.paths[path]?.[method.toLowerCase()] ?? {}
    expect(resolve(responses?.[status]), operationId).toMatchObject({ headers: { Location: expect.anything() } })
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
  const { operation } = toOperations.find(({ operation }) => operation.operationId === operationId) ?? {}
  const { status } = errorCatalogue[code]
  expect(getResponse(operation, status >= 500 ? '5XX' : status)?.description).toContain(`\`${code}\``)
})

test("a route that can return carrier_timeout waits longer than a carrier's time limit", () => {
  const asking = routeTable.filter(({ errors }) => errors.includes('carrier_timeout'))
  expect(asking.filter(({ timeoutMs }) => timeoutMs < TIMEOUT_MS.carrier)).toEqual([])
})

test('responses have decimal strings: only positions, the limit of an option and shares are numbers', () => {
  const numbers = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (given: unknown, name: string): void => {
    const node = resolve(given)
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const { type } = node as { type?: unknown }
    if ([type].flat().includes('number')) numbers.add(name)
    for (const [key, inner] of Object.entries(node)) {
      if (key === 'properties')
        for (const [field, schema] of Object.entries(inner))
          walk(schema, field.endsWith('_kg') ? `${name}.${field}` : field)
      else if (typeof inner === 'object') walk(inner, name)
    }
  }
  for (const { operation } of toOperations) {
    for (const response of Object.values(operation.responses)) {
      const { content } = resolve(response) as ResponseObject
      walk(content?.['application/json']?.schema, '')
    }
  }
  expect([...numbers].sort()).toEqual([
    ...['accuracy_m', 'distance_to_dropoff_m', 'latitude', 'longitude', 'progress', 'rules.max_weight_kg'],
  ])
})
