/**
 * The examples of events are from real runs: this test lives the same lives and compares each field. After a change of
 * events: `UPDATE_EVENT_EXAMPLES=1 npx vitest run --project e2e tests/e2e/events/event-examples.e2e.test.ts`.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalEvent, readRecordedEvents, recordedEventsFile } from '@waybill/api-docs/openapi/recorded-events'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { get, getData, post, sandbox } from '../api.ts'
import { advance, bookShipment, createShipment, quoteShipment, untilStatus } from '../journeys.ts'

// biome-ignore lint/suspicious/noExplicitAny: events of any type
type Event = any

/** The events of a subject, oldest first, once `last` is among them. */
const readEvents = (subjectId: string, last: string): Promise<Event[]> =>
  eventually(async () => {
    const found: Event[] = getData(await get(`/api/v1/events?limit=100&subject_id=${subjectId}`), 200)
    expect(found.map(({ type }: Event) => type)).toContain(last)
    return found.toReversed()
  })

const byType = (events: Event[]): Record<string, Event> =>
  Object.fromEntries(events.toReversed().map((event) => [event.type, event]))

/** A delivery, a cancellation before pickup, and a booking that its carrier refuses. */
async function liveAll(): Promise<Record<string, Event>> {
  const sent = await bookShipment()
  const shipmentId = sent.shipment.shipment_id
  for (const status of ['picked_up', 'arrived_at_dropoff', 'delivered']) {
    getData(await advance(shipmentId, { status }), 200)
    const shown = { picked_up: 'in_transit', arrived_at_dropoff: 'out_for_delivery', delivered: 'delivered' }[status]
    await untilStatus(`/api/v1/shipments/${shipmentId}`, String(shown))
  }
  const delivered = [
    ...(await readEvents(shipmentId, 'shipment.delivered')),
    ...(await readEvents(sent.quote.quote_id, 'quote.accepted')),
    ...(await readEvents(sent.booking.booking_id, 'booking.proof_ready')),
  ]
  const given = await bookShipment()
  const reason = { reason_code: 'customer_request', reason_note: 'Ordered twice' }
  getData(await post(`/api/v1/shipments/${given.shipment.shipment_id}/cancel`, reason), 200)
  const cancelled = [
    ...(await readEvents(given.shipment.shipment_id, 'shipment.cancelled')),
    ...(await readEvents(given.booking.booking_id, 'booking.cancelled')),
  ]
  const box = { title: 'SIM-REFUSE', weight_kg: 1, length_cm: 10, width_cm: 10, height_cm: 10 }
  const refusing = await createShipment({ parcels: [box] })
  const { options } = await quoteShipment(refusing.shipment_id)
  const path = `/api/v1/shipments/${refusing.shipment_id}/book`
  expect((await post(path, { quote_option_id: options[0].quote_option_id })).status).toBe(422)
  const { booking_id } = getData(await get(`/api/v1/shipments/${refusing.shipment_id}/booking`), 200)
  const failed = await readEvents(booking_id, 'booking.failed')
  return { ...byType(failed), ...byType(cancelled), ...byType(delivered) }
}

test('the examples of events are those of a delivery, a cancellation and a refusal', async () => {
  const lived = await liveAll()
  if (process.env.UPDATE_EVENT_EXAMPLES) {
    const text = JSON.stringify(lived, null, 2).replaceAll(
      sandbox.base_url.replace(/\/$/, ''),
      'https://api.example.com',
    )
    writeFileSync(
      join(import.meta.dirname, '../../..', recordedEventsFile),
      `${text.replace(/signature=[^"]*/g, 'signature=…')}\n`,
    )
  }
  const recorded = readRecordedEvents()
  expect(Object.keys(lived).sort()).toEqual(Object.keys(recorded).sort())
  for (const [type, event] of Object.entries(lived)) {
    expect(canonicalEvent(event), type).toEqual(canonicalEvent(recorded[type]))
  }
})
