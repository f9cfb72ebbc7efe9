/** Batches of shipments: one call of the shipment service for each valid one. */
import { AppError } from '@waybill/contracts/app-error'
import type { CallOptions } from '@waybill/identity/testing/api-caller'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const BATCH = '/api/v1/shipments/batch'
const MIB = 1024 * 1024

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.services.reset()
  gateway.services.answer('ShipmentService.Create', ({ request }) => {
    const { merchant_order_ref } = JSON.parse(request.document.toString())
    return { status: 201, body: Buffer.from(JSON.stringify({ success: true, data: { merchant_order_ref } })) }
  })
})

const send = (options: CallOptions) => gateway.call('POST', BATCH, options)
const order = (number: number, fields = {}) => aShipmentDocument({ merchant_order_ref: `ORDER-${number}`, ...fields })
const orders = (count: number) => Array.from({ length: count }, (_, index) => order(index))

test('each shipment is a call with its own operation and key', async () => {
  const headers = { 'idempotency-key': 'import-1' }
  const { status, body } = await send({ body: { shipments: orders(3) }, headers })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    dry_run: false,
    succeeded: 3,
    failed: 0,
    items: [0, 1, 2].map((index) => ({
      index,
      outcome: 'registered',
      shipment: { merchant_order_ref: `ORDER-${index}` },
      existing_shipment_id: null,
      error: null,
    })),
  })
  const contexts = gateway.services.calls.map(({ context }) => context)
  expect(contexts.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual([
    'import-1#0',
    'import-1#1',
    'import-1#2',
  ])
  expect(new Set(contexts.map(({ opId }) => opId)).size).toBe(3)
  expect(new Set(contexts.map(({ bodyHash }) => bodyHash)).size).toBe(3)
  for (const context of contexts) {
    expect(context).toMatchObject({ route: `POST ${BATCH}`, environmentId: gateway.environmentId })
  }
})

test('wrong shipments name every wrong field, and the others are registered', async () => {
  const wrong = { ...order(1, { parcels: [aParcelDocument({ weight_kg: -1 })] }), colour: 'red' }
  const { status, body } = await send({ body: { shipments: [order(0), wrong, 5, null, order(4)] } })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ succeeded: 2, failed: 3 })
  const [first, second, third, fourth, fifth] = body.data.items
  expect([first.outcome, fifth.outcome]).toEqual(['registered', 'registered'])
  expect(second).toMatchObject({ index: 1, outcome: 'failed', shipment: null })
  expect(second.error).toMatchObject({
    code: 'validation_error',
    status: 422,
    retryable: false,
    doc_url: 'https://api.example.com/docs/errors#validation_error',
  })
  expect(second.error.details.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '/colour',
    '/parcels/0/weight_kg',
  ])
  expect([third.error.code, fourth.error.code]).toEqual(['validation_error', 'validation_error'])
  expect(gateway.services.calls).toHaveLength(2)
})

test('an error of the shipment service is the error of its item', async () => {
  gateway.services.answer('ShipmentService.Create', ({ context }) => {
    if (context.idempotencyKey === 'again#1') throw new AppError('idempotency_key_reused', 'Used for another.')
    return { status: 201, body: Buffer.from('{"success":true,"data":{}}'), replayed: true }
  })
  const headers = { 'idempotency-key': 'again' }
  const mixed = await send({ body: { shipments: orders(3) }, headers })
  expect(mixed.body.data.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'registered',
    'failed',
    'registered',
  ])
  expect(mixed.body.data.items[1].error).toMatchObject({
    code: 'idempotency_key_reused',
    message: expect.stringContaining('another shipment at this position'),
  })
  expect(mixed.headers.get('idempotency-replayed')).toBeNull()
  const replayed = await send({ body: { shipments: orders(1) }, headers })
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
})

test('a dry run registers nothing, and names the shipments that exist already', async () => {
  gateway.services.answer('ShipmentService.FindByReferences', ({ request }) => {
    const [merchant_order_ref] = request.merchant_order_refs
    return { found: [{ merchant_order_ref, shipment_id: 'shp_1' }] }
  })
  const shipments = [order(0, { merchant_order_ref: ' ORDER-0' }), order(1, { parcels: [] }), order(2)]
  const { body } = await send({ body: { dry_run: true, shipments } })
  expect(body.data).toMatchObject({ dry_run: true, succeeded: 2, failed: 1 })
  expect(body.data.items[0]).toEqual({
    index: 0,
    outcome: 'valid',
    shipment: null,
    existing_shipment_id: 'shp_1',
    error: null,
  })
  expect(body.data.items[2].existing_shipment_id).toBeNull()
  expect(gateway.services.calls.map(({ request }) => request.merchant_order_refs)).toEqual([['ORDER-0', 'ORDER-2']])
})

test('a shipment that is too late fails with the code of a single call, with and without a key', async () => {
  const shipments = [order(0, { collection_date: '2020-01-01' })]
  const headers = { 'idempotency-key': 'late' }
  for (const call of [send({ body: { shipments } }), send({ body: { shipments }, headers })]) {
    expect((await call).body.data.items[0].error.code).toBe('collection_date_in_past')
  }
  expect((await send({ body: { shipments, dry_run: true }, headers })).body.data.failed).toBe(1)
})

test.each<[what: string, options: CallOptions, status: number, code: string, pointer?: string]>([
  ['an empty list', { body: { shipments: [] } }, 422, 'validation_error', '/shipments'],
  ['501 shipments', { body: { shipments: orders(501) } }, 422, 'validation_error', '/shipments'],
  ['501 numbers', { body: { shipments: Array(501).fill(1) } }, 422, 'validation_error', '/shipments'],
  ['no list', { body: {} }, 422, 'validation_error', '/shipments'],
  ['an object for the list', { body: { shipments: { a: {} } } }, 422, 'validation_error', '/shipments'],
  ['a list', { body: orders(2) }, 422, 'validation_error', ''],
  [
    'a field that it does not have',
    { body: { shipments: orders(1), dryrun: true } },
    422,
    'validation_error',
    '/dryrun',
  ],
  ['no body', {}, 400, 'invalid_json'],
  ['a broken item', { raw: `{"shipments":[${JSON.stringify(order(0))},{"a":]}]}` }, 400, 'invalid_json'],
  ['a broken list', { raw: '{"shipments":[{} {}]}' }, 400, 'invalid_json'],
  ['more than 4 MiB', { raw: ' '.repeat(4 * MIB + 1) }, 413, 'payload_too_large'],
  ['another type', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
])('%s is refused as a whole', async (_what, options, status, code, pointer) => {
  const reply = await send(options)
  expect([reply.status, reply.body.error.code]).toEqual([status, code])
  if (pointer !== undefined) expect(reply.body.error.details).toMatchObject([{ pointer }])
  expect(gateway.services.calls).toEqual([])
})

test('other routes keep their limit of 384 KiB, and so does each shipment', async () => {
  const shipments = [order(0), order(1, { pickup_instructions: 'x'.repeat(400 * 1024) })]
  const { body } = await send({ body: { shipments } })
  expect(body.data.items[1].error.code).toBe('payload_too_large')
  expect((await gateway.call('POST', '/api/v1/shipments', { body: shipments[1] })).status).toBe(413)
})

test('a batch costs a token for each shipment, and is refused before anything is done', async () => {
  // So slow that no token is refilled during the test.
  const { token } = await gateway.createKey({ rate_limit_per_second: 10 })
  expect((await send({ body: { shipments: orders(12) }, token })).status).toBe(200)
  gateway.services.reset()
  const { status, body, headers } = await send({ body: { shipments: orders(300) }, token })
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
  expect(body.error.message).toContain('each item of a batch counts as one')
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(gateway.services.calls).toEqual([])
})

test('a batch of wrong shipments gets a bounded answer, and others are answered in between', async () => {
  const worst = JSON.stringify({ parcels: Array(99).fill({}), metadata: { a: 1 } })
  const raw = `{"shipments":[${Array(500).fill(worst).join(',')}]}`
  const answered = send({ raw })
  let isAnswered = false
  void answered.then(() => {
    isAnswered = true
  })
  let probes = 0
  while (!isAnswered) {
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    probes += 1
  }
  expect(probes).toBeGreaterThan(0)
  const { text, body } = await answered
  expect(text.length).toBeLessThan(1 * MIB)
  const codes: string[] = body.data.items.map(({ error }: { error: { code: string } }) => error.code)
  expect(codes[0]).toBe('validation_error')
  expect(codes.at(-1)).toBe('item_not_processed')
  expect(gateway.services.calls).toEqual([])
})
