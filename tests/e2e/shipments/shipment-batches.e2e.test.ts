/** Batches of shipments: partial success, repeats that register nothing twice, and limits. */
import { randomUUID } from 'node:crypto'
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { call, get, getData, post } from '../api.ts'
import { createTenant } from '../tenant.ts'

const BATCH = '/api/v1/shipments/batch'
const MOST_ITEMS = 500

interface Item {
  index: number
  outcome: string
  shipment: { shipment_id: string; merchant_order_ref: string } | null
  error: { code: string; details: { pointer: string }[] } | null
}

const orders = (count: number, fields = {}) =>
  Array.from({ length: count }, (_, index) => aShipmentDocument({ merchant_order_ref: `BATCH-${index}`, ...fields }))

async function readShipments(token: string): Promise<{ merchant_order_ref: string; shipment_id: string }[]> {
  const found = []
  for (let path: string | null = '/api/v1/shipments?limit=100'; path !== null; ) {
    const { body } = await get(path, { token })
    found.push(...body.data)
    path = body.meta.next_cursor && `/api/v1/shipments?limit=100&cursor=${encodeURIComponent(body.meta.next_cursor)}`
  }
  return found
}

test('500 shipments are registered in one call, in their order, and announced like others', async () => {
  const { access_token: token } = await createTenant('test', { rate_limit_per_second: 1_000 })
  const { items, ...counts } = getData(await post(BATCH, { shipments: orders(MOST_ITEMS) }, { token }), 200)
  expect(counts).toEqual({ dry_run: false, succeeded: MOST_ITEMS, failed: 0 })
  expect(items.map(({ shipment }: Item) => shipment?.merchant_order_ref)).toEqual(
    orders(MOST_ITEMS).map(({ merchant_order_ref }) => merchant_order_ref),
  )
  const last = items.at(-1).shipment
  expect(getData(await get(`/api/v1/shipments/${last.shipment_id}`, { token }), 200)).toEqual(last)
  expect(await readShipments(token)).toHaveLength(MOST_ITEMS)
})

test('wrong shipments are corrected in place, and the repeat with the same key registers only them', async () => {
  const { access_token: token } = await createTenant()
  const headers = { 'idempotency-key': randomUUID() }
  const shipments = orders(6).map((order, index) =>
    index % 2 === 0 ? order : { ...order, parcels: [aParcelDocument({ weight_kg: -1 })], colour: 'red' },
  )
  const first: Item[] = getData(await post(BATCH, { shipments }, { token, headers }), 200).items
  expect(first.map(({ outcome }) => outcome)).toEqual(Array(3).fill(['registered', 'failed']).flat())
  expect(first[1]?.error?.details.map(({ pointer }) => pointer).sort()).toEqual(['/colour', '/parcels/0/weight_kg'])
  expect(await readShipments(token)).toHaveLength(3)

  const repeat = await post(BATCH, { shipments: orders(6) }, { token, headers })
  const second: Item[] = getData(repeat, 200).items
  expect(second.map(({ outcome }) => outcome)).toEqual(Array(6).fill('registered'))
  for (const index of [0, 2, 4]) expect(second[index]?.shipment).toEqual(first[index]?.shipment)
  expect(await readShipments(token)).toHaveLength(6)

  const again = await post(BATCH, { shipments: orders(6) }, { token, headers })
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([repeat.text, 'true'])
  const moved: Item[] = getData(await post(BATCH, { shipments: orders(6).slice(1) }, { token, headers }), 200).items
  expect(moved.map(({ error }) => error?.code)).toEqual(Array(5).fill('idempotency_key_reused'))
  expect(await readShipments(token)).toHaveLength(6)
})

test('twenty calls of one batch with one key register each shipment once', async () => {
  const { access_token: token } = await createTenant('test', { rate_limit_per_second: 1_000 })
  const headers = { 'idempotency-key': randomUUID() }
  const calls = Array.from({ length: 20 }, () => post(BATCH, { shipments: orders(5) }, { token, headers }))
  for (const reply of await Promise.all(calls)) {
    for (const { error } of getData(reply, 200).items as Item[]) {
      expect([undefined, 'idempotency_in_progress']).toContain(error?.code)
    }
  }
  expect(await readShipments(token)).toHaveLength(5)
})

test('a dry run registers nothing, and its key can be used for the batch', async () => {
  const { access_token: token } = await createTenant()
  const headers = { 'idempotency-key': randomUUID() }
  const tried = getData(await post(BATCH, { dry_run: true, shipments: orders(2) }, { token, headers }), 200)
  expect(tried.items.map(({ outcome }: Item) => outcome)).toEqual(['valid', 'valid'])
  expect(await readShipments(token)).toEqual([])
  expect(getData(await post(BATCH, { shipments: orders(2) }, { token, headers }), 200).succeeded).toBe(2)
})

test('a body of 4 MiB is read, and a larger one is refused', async () => {
  const { access_token: token } = await createTenant('test', { rate_limit_per_second: 1_000 })
  const raw = JSON.stringify({ shipments: orders(2) }).padEnd(4 * 1024 * 1024)
  expect(getData(await call('POST', BATCH, { raw, token }), 200).succeeded).toBe(2)
  const larger = await call('POST', BATCH, { raw: `${raw} `, token })
  expect([larger.status, larger.body.error.code]).toEqual([413, 'payload_too_large'])
})

test('a key with too few requests left is refused before anything is registered', async () => {
  const { access_token: token } = await createTenant('test', { rate_limit_per_second: 1 })
  expect((await post(BATCH, { shipments: orders(2) }, { token })).status).toBe(200)
  const refused = await post(BATCH, { shipments: orders(100) }, { token })
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
})

test('a key without the scope is refused', async () => {
  const { access_token: token } = await createTenant('test', { scopes: ['shipments:read'] })
  expect((await post(BATCH, { shipments: orders(1) }, { token })).status).toBe(403)
})
