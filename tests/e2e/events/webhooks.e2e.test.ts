/** Webhooks arrive signed, complete and without gaps. */
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, getData, post } from '../api.ts'
import { startEventReceiver } from '../document/event-receiver.ts'
import { advance, bookShipment, untilStatus } from '../journeys.ts'

let receiver: HttpReceiver
let secret: string
let subscriptionId: string

beforeAll(async () => {
  receiver = await startEventReceiver()
  const subscription = getData(
    await post('/api/v1/webhooks/subscriptions', { url: `${receiver.url}/hook`, events: ['*'] }),
    201,
  )
  secret = subscription.secret
  subscriptionId = subscription.subscription_id
})
afterAll(() => receiver.stop())

interface WireEvent {
  id: string
  type: string
  sequence: number
  subject: { type: string; id: string }
  data: { object: Record<string, unknown>; previous_attributes: Record<string, unknown> }
}

/** Received events of the subjects, deduplicated, with verified signatures. */
function readEvents(...subjectIds: string[]): WireEvent[] {
  const events = receiver.requests.map(
    ({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>) as WireEvent,
  )
  const own = events.filter(({ subject }) => subjectIds.includes(subject.id))
  return [...new Map(own.map((event) => [event.id, event])).values()]
}

test('the test operation sends a signed webhook.test', async () => {
  getData(await call('POST', `/api/v1/webhooks/subscriptions/${subscriptionId}/test`), 201)
  await eventually(() => expect(readEvents(subscriptionId).map(({ type }) => type)).toContain('webhook.test'))
})

test('a booked shipment is delivered by the simulator, and every change arrives in sequence without gaps', async () => {
  const { shipment, booking } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'in_transit')
  getData(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  const delivered = await untilStatus(`/api/v1/bookings/${booking.booking_id}`, 'delivered')
  expect(delivered.pod).toMatchObject({ type: 'delivery', pod_id: expect.any(String) })
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'delivered')

  await eventually(() => {
    for (const id of [shipment.shipment_id, booking.booking_id]) {
      const events = readEvents(id).sort((a, b) => a.sequence - b.sequence)
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
      const delivered = events.findIndex(({ type }) => type.endsWith('.delivered'))
      expect(delivered).toBeGreaterThan(0)
      // The photos of the proof are fetched later and change the booking again.
      for (const { type, data } of events.slice(delivered + 1)) {
        expect(['booking.updated', 'booking.proof_ready']).toContain(type)
        expect(Object.keys(data.previous_attributes).filter((name) => name !== 'updated_at')).toEqual(['pod'])
      }
    }
  })
  const types = new Set(readEvents(shipment.shipment_id, booking.booking_id).map(({ type }) => type))
  for (const type of ['shipment.created', 'shipment.updated', 'shipment.in_transit', 'shipment.delivered'])
    expect(types).toContain(type)
  for (const type of ['booking.created', 'booking.updated', 'booking.driver_assigned', 'booking.delivered'])
    expect(types).toContain(type)
})

test('an event contains the resource as in the API, and its previous values', async () => {
  const { booking } = await bookShipment()
  const assigned = await eventually(() => {
    const event = readEvents(booking.booking_id).find(({ type }) => type === 'booking.updated')
    if (!event) throw new Error('no booking.updated yet')
    return event
  })
  expect(assigned.data.object).toMatchObject({
    booking_id: booking.booking_id,
    status: 'assigned',
    shipment: { status: 'ready' },
  })
  expect(assigned.data.previous_attributes).toMatchObject({ status: 'pending' })
})

test('a private address is rejected unless the operator allows it', async () => {
  for (const url of [
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'https://user:pw@example.com/',
  ]) {
    const reply = await post('/api/v1/webhooks/subscriptions', { url, events: ['*'] })
    expect(reply.status).toBe(422)
    expect(reply.body.error.code).toBe('invalid_webhook_url')
  }
  const unknown = await post('/api/v1/webhooks/subscriptions', { url: receiver.url, events: ['shipment.exploded'] })
  expect(unknown.body.error.code).toBe('unknown_event_type')
})
