/** The SDK against the running product. */
import { NotFoundError, type QuoteStreamItem, Waybill, type WaybillError, Webhook } from '@waybill/sdk'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

let waybill: Waybill
beforeAll(async () => {
  const { access_token } = await createTenant()
  waybill = new Waybill({ apiKey: access_token, baseUrl: sandbox.base_url })
})

const anOrder = () => aShipmentDocument({ merchant_order_ref: aReference() })

async function bookCheapest() {
  const { shipment_id } = await waybill.shipments.create(anOrder())
  const { options } = await waybill.quotes.create({ shipment_id })
  const [cheapest] = options
  if (cheapest === undefined) throw new Error('no offer')
  return waybill.shipments.book(shipment_id, { quote_option_id: cheapest.quote_option_id })
}

test('a delivery is followed live, over a stream that starts before its events', async () => {
  const { shipment_id, booking_id } = await bookCheapest()
  const statuses: string[] = []
  for await (const entry of waybill.shipments.track(shipment_id)) {
    statuses.push(entry.tracking_status ?? `${entry.type}: ${entry.status}`)
    if (entry.tracking_status === 'assigned') await waybill.simulator.advance(shipment_id, { status: 'delivered' })
  }
  // Reports come before the status to which they led.
  const order = ['picked_up', 'delivered', 'status_changed: delivered'].map((status) => statuses.indexOf(status))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  const last = (await waybill.shipments.timeline(shipment_id, { limit: 100 })).data
  expect(last.length).toBeGreaterThan(2)
  const label = await waybill.bookings.label(booking_id, { format: 'pdf' })
  expect(label.type).toBe('application/pdf')
  expect((await label.text()).slice(0, 4)).toBe('%PDF')
})

test('a quote is streamed while carriers answer, and ends with the quote that can be booked', async () => {
  const { shipment_id } = await waybill.shipments.create(anOrder())
  const items: QuoteStreamItem[] = []
  for await (const item of waybill.quotes.stream({ shipment_id })) items.push(item)
  const last = items.at(-1)
  if (last?.type !== 'quote') throw new Error('no quote')
  expect(last.quote).toEqual(await waybill.quotes.get(last.quote.quote_id))
  const streamed = items.flatMap((item) => (item.type === 'option' ? [item.option] : []))
  expect(streamed).toHaveLength(last.quote.options.length)
  expect(last.quote.options).toEqual(expect.arrayContaining(streamed))
  const booking = await waybill.shipments.book(shipment_id, { quote_option_id: streamed[0]?.quote_option_id ?? '' })
  expect(booking.status).toBe('assigned')
})

test('a batch has an outcome for each shipment', async () => {
  const { succeeded, items } = await waybill.shipments.createBatch({ shipments: [anOrder(), anOrder()] })
  expect([succeeded, items.length]).toEqual([2, 2])
  expect(items[0]?.shipment?.status).toBe('ready')
})

test('the same key books once, and a list pages through everything once', async () => {
  const first = anOrder()
  const idempotencyKey = aReference()
  const [one, other] = await Promise.all([
    waybill.shipments.create(first, { idempotencyKey }),
    waybill.shipments.create(first, { idempotencyKey }),
  ])
  expect(other.shipment_id).toBe(one.shipment_id)
  for (let count = 0; count < 4; count += 1) await waybill.shipments.create(anOrder())
  const ids: string[] = []
  for await (const { shipment_id } of waybill.shipments.list({ limit: 2 })) ids.push(shipment_id)
  expect(ids.length).toBeGreaterThanOrEqual(5)
  expect(new Set(ids).size).toBe(ids.length)
  expect(
    await waybill.shipments.list({ merchant_order_ref: first.merchant_order_ref }).toArray({ limit: 10 }),
  ).toHaveLength(1)
})

test('errors are typed: what is wrong, what is missing, what is of another tenant', async () => {
  const error = await waybill.shipments
    .create({ ...anOrder(), parcels: [{ title: '', weight_kg: -1, length_cm: 1, width_cm: 1, height_cm: 1 }] })
    .then(
      () => null,
      (thrown: unknown) => thrown as WaybillError,
    )
  expect(error).toMatchObject({ name: 'InvalidRequestError', status: 422, code: 'validation_error' })
  expect(error?.details.map(({ field }) => field)).toContain('parcels[0].weight_kg')
  expect(error?.requestId).toMatch(/^req_/)
  const stranger = new Waybill({ apiKey: (await createTenant()).access_token, baseUrl: sandbox.base_url })
  const { shipment_id } = await waybill.shipments.create(anOrder())
  await expect(stranger.shipments.get(shipment_id)).rejects.toBeInstanceOf(NotFoundError)
  const nobody = new Waybill({ apiKey: 'wb_test_nobody', baseUrl: sandbox.base_url })
  await expect(nobody.shipments.list()).rejects.toMatchObject({ name: 'AuthenticationError', status: 401 })
})

test('a change with an old ETag is refused', async () => {
  const { shipment_id } = await waybill.shipments.create(anOrder())
  const { etag } = await waybill.shipments.get(shipment_id).withResponse()
  const ifMatch = etag ?? ''
  await waybill.shipments.update(shipment_id, { dropoff_instructions: 'Ring twice' }, { ifMatch })
  await expect(waybill.shipments.update(shipment_id, { metadata: { a: 'b' } }, { ifMatch })).rejects.toMatchObject({
    name: 'ConflictError',
    code: 'version_conflict',
  })
})

test('messages verify with the old and with the new secret while a secret is rotated', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  const { subscriptions } = waybill.webhooks
  const { subscription_id, secret } = await subscriptions.create({
    url: `${receiver.url}/`,
    events: ['shipment.created'],
  })
  const rotated = await subscriptions.rotateSecret(subscription_id)
  await subscriptions.test(subscription_id)
  const message = await eventually(() => {
    const [found] = receiver.requests
    if (found === undefined) throw new Error('no message yet')
    return found
  })
  for (const one of [secret, rotated.secret]) {
    const event = await new Webhook(one).verify(message.body, message.headers)
    expect(event).toMatchObject({ type: 'webhook.test', subject: { id: subscription_id } })
  }
  await subscriptions.delete(subscription_id)
  await expect(subscriptions.get(subscription_id)).rejects.toMatchObject({ code: 'subscription_not_found' })
})
