/** Incidents change the shipment's status, timeline and events. */
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, getData, post } from '../api.ts'
import { startEventReceiver } from '../document/event-receiver.ts'
import { advance, bookShipment, untilStatus } from '../journeys.ts'

let receiver: HttpReceiver
beforeAll(async () => {
  receiver = await startEventReceiver()
  getData(await post('/api/v1/webhooks/subscriptions', { url: `${receiver.url}/hook`, events: ['*'] }), 201)
})
afterAll(() => receiver.stop())

const readTypes = (subjectId: string): string[] =>
  receiver.requests
    .map(({ body }) => JSON.parse(body.toString()) as { type: string; subject: { id: string } })
    .filter(({ subject }) => subject.id === subjectId)
    .map(({ type }) => type)

const cases = [
  { incident: 'weather', status: 'on_hold' },
  { incident: 'damaged', status: 'on_hold' },
  { incident: 'customs_documents', status: 'on_hold' },
  { incident: 'recipient_not_available', status: 'delivery_attempted' },
  { incident: 'recipient_refused', status: 'returning' },
  { incident: 'lost', status: 'failed' },
]
test.each(cases)('$incident changes a shipment in transit to $status', async ({ incident, status }) => {
  const { shipment, booking } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  expect(getData(await advance(shipment.shipment_id, { incident }), 200)).toMatchObject({ incident })
  const held = await untilStatus(path, status)
  expect(held.failure_reason).toBe(status === 'failed' ? incident : null)

  const timeline = getData(await get(`${path}/events?limit=100`), 200)
  expect(timeline).toContainEqual(expect.objectContaining({ type: 'status_changed', status, incident }))
  expect(timeline).toContainEqual(
    expect.objectContaining({ type: 'tracking', incident, carrier_code: booking.carrier_code }),
  )
  await eventually(() => expect(readTypes(shipment.shipment_id)).toContain(`shipment.${status}`))
})

test('a shipment continues after an incident, which stays in the timeline', async () => {
  const { shipment, booking } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  getData(await advance(shipment.shipment_id, { incident: 'recipient_not_available' }), 200)
  await untilStatus(path, 'delivery_attempted')
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  await untilStatus(path, 'delivered')
  expect(getData(await get(`/api/v1/bookings/${booking.booking_id}`), 200)).toMatchObject({
    status: 'delivered',
    incident: null,
    pod: expect.anything(),
  })
})

test('status and incident together, or an unknown one, are rejected', async () => {
  const { shipment } = await bookShipment()
  for (const body of [{ status: 'delivered', incident: 'lost' }, { incident: 'aliens' }]) {
    const reply = await advance(shipment.shipment_id, body)
    expect([reply.status, reply.body.error.code]).toEqual([422, 'validation_error'])
  }
})
