/** Repeated and concurrent requests have one effect. */
import { randomUUID } from 'node:crypto'
import { aShipmentDocument } from '@waybill/testing/builders'
import { expect, test } from 'vitest'
import { call, get, getData, post, type Reply, silentReceiverUrl } from '../api.ts'
import { aReference, createShipment, quoteShipment } from '../journeys.ts'

const twenty = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, n) => make(n)))
const getCode = (reply: Reply) => reply.body.error?.code

test('twenty creates with one key create one shipment', async () => {
  const merchant_order_ref = aReference()
  const document = aShipmentDocument({ merchant_order_ref })
  const headers = { 'idempotency-key': randomUUID() }
  const replies = await twenty(() => post('/api/v1/shipments', document, { headers }))
  for (const reply of replies) expect(reply.status === 201 || getCode(reply) === 'idempotency_in_progress').toBe(true)
  const created = replies.filter(({ status }) => status === 201)
  expect(new Set(created.map(({ text }) => text)).size).toBe(1)
  expect(created.filter(({ headers: sent }) => sent.get('idempotency-replayed') === 'true')).toHaveLength(
    created.length - 1,
  )
  expect(getData(await get(`/api/v1/shipments?merchant_order_ref=${merchant_order_ref}`), 200)).toHaveLength(1)
})

test('a bare and a quoted key are the same; another body with it is rejected', async () => {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const key = randomUUID()
  const bare = await post('/api/v1/shipments', document, { headers: { 'idempotency-key': key } })
  const quoted = await post('/api/v1/shipments', document, { headers: { 'idempotency-key': `"${key}"` } })
  expect([quoted.status, quoted.text]).toEqual([201, bare.text])
  const other = await post(
    '/api/v1/shipments',
    { ...document, pickup_instructions: 'other' },
    { headers: { 'idempotency-key': key } },
  )
  expect([other.status, getCode(other)]).toEqual([422, 'idempotency_key_reused'])
})

test('the order of fields does not matter for the key', async () => {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const headers = { 'idempotency-key': randomUUID() }
  const first = await post('/api/v1/shipments', document, { headers })
  const reversed = Object.fromEntries(Object.entries(document).reverse())
  expect((await post('/api/v1/shipments', reversed, { headers })).text).toBe(first.text)
})

test('twenty concurrent bookings of one shipment create one booking', async () => {
  const shipment = await createShipment()
  const quote = await quoteShipment(shipment.shipment_id)
  const replies = await twenty((n) =>
    post(`/api/v1/shipments/${shipment.shipment_id}/book`, {
      quote_option_id: quote.options[n % quote.options.length].quote_option_id,
    }),
  )
  const booked = replies.filter(({ status }) => status < 300)
  // 201 as well for a call that waited for the same booking.
  expect(booked.map(({ status }) => status)).toContain(201)
  expect(new Set(booked.map(({ body }) => body.data.booking_id)).size).toBe(1)
  for (const reply of replies.filter(({ status }) => status >= 300)) {
    expect(['shipment_busy', 'shipment_already_booked', 'quote_superseded']).toContain(getCode(reply))
  }
})

test('a booking, a quote, a cancellation and a subscription are replayed byte for byte', async () => {
  const shipment = await createShipment()
  const steps: [path: string, body: unknown][] = [['/api/v1/quotes', { shipment_id: shipment.shipment_id }]]
  const replayed = async (path: string, body: unknown, status: number) => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await post(path, body, { headers }), await post(path, body, { headers })]
    expect([path, first.status, second.status, second.text]).toEqual([path, status, status, first.text])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    return first.body.data
  }
  const quote = await replayed(...(steps[0] as [string, unknown]), 201)
  const optionId = quote.options[0].quote_option_id
  await replayed(`/api/v1/shipments/${shipment.shipment_id}/book`, { quote_option_id: optionId }, 201)
  await replayed(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'x' }, 200)
  await replayed('/api/v1/webhooks/subscriptions', { url: silentReceiverUrl, events: ['*'] }, 201)
})

test('a permanent rejection is stored under its key too', async () => {
  const shipment = await createShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}/cancel`
  getData(await post(path, { reason_code: 'x' }), 200)
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = [
    await post(path, { reason_code: 'y' }, { headers }),
    await post(path, { reason_code: 'y' }, { headers }),
  ]
  expect([first.status, second.status]).toEqual([409, 409])
  expect(second.text).toBe(first.text)
})

test("a driver's token and a signing secret are repeated only to the key that made the call", async () => {
  const other = getData(await post('/api/v1/api-keys', { name: 'Another' }), 201).access_token
  const expectBound = async (path: string, body?: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await post(path, body, { headers }), await post(path, body, { headers })]
    expect([path, again.status, again.text]).toEqual([path, first.status, first.text])
    const refused = await post(path, body, { headers, token: other })
    expect([path, refused.status, getCode(refused)]).toEqual([path, 422, 'idempotency_key_reused'])
    return first.body.data
  }
  const { driver_id } = await expectBound('/api/v1/drivers', { name: 'Dora' })
  await expectBound(`/api/v1/drivers/${driver_id}/token`)
  expect((await call('DELETE', `/api/v1/drivers/${driver_id}`)).status).toBe(204)
  const subscriptions = '/api/v1/webhooks/subscriptions'
  const { subscription_id } = await expectBound(subscriptions, { url: silentReceiverUrl, events: ['*'] })
  await expectBound(`${subscriptions}/${subscription_id}/rotate-secret`)
  expect((await call('DELETE', `${subscriptions}/${subscription_id}`)).status).toBe(204)
})
