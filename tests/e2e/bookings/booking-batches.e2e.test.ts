/** Batches of bookings: the response comes first, each item gets an outcome, and nothing is booked twice. */
import { randomUUID } from 'node:crypto'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { get, getData, post } from '../api.ts'
import { createShipment, quoteShipment } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

const BATCH = '/api/v1/bookings/batch'

interface Item {
  index: number
  status: string
  booking_id: string | null
  error: { code: string } | null
}

async function anEntry() {
  const { shipment_id } = await createShipment()
  const { options } = await quoteShipment(shipment_id)
  return { shipment_id, quote_option_id: options[0].quote_option_id }
}

const untilCompleted = (path: string) =>
  eventually(
    async () => {
      const batch = getData(await get(path), 200)
      expect(batch.status).toBe('completed')
      return batch
    },
    { timeoutMs: 90_000, intervalMs: 200 },
  )

test('each item is booked, or has the error of a single call', async () => {
  const entries = [await anEntry(), await anEntry(), await anEntry()]
  const unknown = { ...entries[0], quote_option_id: 'qop_unknown' }
  const headers = { 'idempotency-key': randomUUID() }
  const created = await post(BATCH, { bookings: [...entries, unknown] }, { headers })
  expect(getData(created, 202)).toMatchObject({ total: 4, completed_at: null })
  const path = String(created.headers.get('location'))
  expect(path).toBe(`/api/v1/batches/${created.body.data.batch_id}`)
  expect(await untilCompleted(path)).toMatchObject({ total: 4, pending: 0, booked: 3, failed: 1 })

  const items: Item[] = getData(await get(`${path}/items`), 200)
  expect(items.map(({ status }) => status)).toEqual(['booked', 'booked', 'booked', 'failed'])
  for (const { shipment_id } of entries) {
    const bookings = getData(await get(`/api/v1/bookings?shipment_id=${shipment_id}`), 200)
    expect(bookings).toHaveLength(1)
    expect(items.map(({ booking_id }) => booking_id)).toContain(bookings[0].booking_id)
  }
  const failed: Item[] = getData(await get(`${path}/items?status=failed`), 200)
  expect(failed.map(({ index, error }) => [index, error?.code])).toEqual([[3, 'quote_option_not_found']])
  const first = await get(`${path}/items?limit=3`)
  const rest = await get(`${path}/items?limit=3&cursor=${encodeURIComponent(first.body.meta.next_cursor)}`)
  expect([...first.body.data, ...rest.body.data]).toEqual(items)

  const repeat = await post(BATCH, { bookings: [...entries, unknown] }, { headers })
  expect([repeat.status, repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual([202, created.text, 'true'])
  // Another batch finds the bookings of entries that are booked already.
  const again = await post(BATCH, { bookings: entries })
  expect(await untilCompleted(String(again.headers.get('location')))).toMatchObject({ booked: 3, failed: 0 })
})

test('a batch that is not as it should be is refused with every wrong field', async () => {
  const wrong = { bookings: [{ shipment_id: 5 }, { shipment_id: 'shp_1', quote_option_id: 'qop_1', colour: 'red' }] }
  const refused = await post(BATCH, wrong)
  expect(refused.status).toBe(422)
  expect(refused.body.error.details.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '/bookings/0/quote_option_id',
    '/bookings/0/shipment_id',
    '/bookings/1/colour',
  ])
  for (const bookings of [[], {}, Array(501).fill({ shipment_id: 'shp_1', quote_option_id: 'qop_1' })]) {
    expect((await post(BATCH, { bookings })).status).toBe(422)
  }
})

test('a key with too few requests left is refused', async () => {
  const { access_token: token } = await createTenant('test', { rate_limit_per_second: 1 })
  const bookings = Array(100).fill({ shipment_id: 'shp_1', quote_option_id: 'qop_1' })
  expect((await post(BATCH, { bookings }, { token })).status).toBe(202)
  expect((await post(BATCH, { bookings }, { token })).status).toBe(429)
})
