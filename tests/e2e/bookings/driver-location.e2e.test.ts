/** Driver locations are sent to subscriptions that name the event type; wildcards do not include it. */
import { eventually } from '@waybill/testing/eventually'
import type { HttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, getData, post } from '../api.ts'
import { startEventReceiver } from '../document/event-receiver.ts'
import { advance, bookShipment } from '../journeys.ts'

let named: HttpReceiver
let wild: HttpReceiver
beforeAll(async () => {
  named = await startEventReceiver()
  wild = await startEventReceiver()
  const subscribe = (url: string, events: string[]) => post('/api/v1/webhooks/subscriptions', { url, events })
  getData(await subscribe(`${named.url}/`, ['booking.driver_location']), 201)
  getData(await subscribe(`${wild.url}/`, ['*']), 201)
})
afterAll(async () => {
  await named.stop()
  await wild.stop()
})

const readEvents = ({ requests }: HttpReceiver, bookingId: string) =>
  requests.map(({ body }) => JSON.parse(body.toString())).filter(({ subject }) => subject.id === bookingId)

test('driver locations are sent to subscriptions that name the type, without a sequence', async () => {
  const { shipment, booking } = await bookShipment()
  getData(await advance(shipment.shipment_id, { status: 'arrived_at_pickup' }), 200)
  const [told] = await eventually(() => {
    const events = readEvents(named, booking.booking_id)
    expect(events).not.toEqual([])
    return events
  })
  expect(told).toMatchObject({ type: 'booking.driver_location', sequence: null, data: { previous_attributes: {} } })
  const read = getData(await get(`/api/v1/bookings/${booking.booking_id}/driver_location`), 200)
  expect(Object.keys(told.data.object)).toEqual(Object.keys(read))
  expect(read.location).toEqual(told.data.object.location)

  await eventually(() => expect(readEvents(wild, booking.booking_id).length).toBeGreaterThan(2))
  expect(readEvents(wild, booking.booking_id).map(({ type }) => type)).not.toContain('booking.driver_location')
})
