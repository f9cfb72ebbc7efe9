/** Dispatch, and cancellation and changes of booked shipments. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { dataOf, get, patch, post } from './api.ts'
import { advance, aReference, bookShipment, createShipment, untilStatus } from './journeys.ts'

const createOnDemand = async (overrides: Record<string, unknown> = {}) =>
  dataOf(
    await post('/api/v1/shipments/on-demand', aShipmentDocument({ merchant_order_ref: aReference(), ...overrides })),
    201,
  )

const untilBooked = (shipmentId: string) =>
  eventually(
    async () => {
      const { booking_id } = dataOf(await get(`/api/v1/shipments/${shipmentId}`), 200)
      if (booking_id === null) throw new Error(`shipment ${shipmentId} is not booked yet`)
      return dataOf(await get(`/api/v1/bookings/${booking_id}`), 200)
    },
    { timeoutMs: 15_000, intervalMs: 100 },
  )

test('an on-demand shipment gets a courier and is delivered', async () => {
  const shipment = await createOnDemand()
  const booking = await untilBooked(shipment.shipment_id)
  expect(booking).toMatchObject({
    status: expect.stringMatching(/assigned|en_route/),
    driver: { name: expect.any(String) },
  })
  dataOf(await advance(shipment.shipment_id, { status: 'delivered' }), 200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'delivered')
  const timeline = dataOf(await get(`/api/v1/shipments/${shipment.shipment_id}/events`), 200)
  const times = timeline.map((entry: { occurred_at: string }) => entry.occurred_at)
  expect(times).toEqual([...times].sort())
  expect(timeline.at(-1).status).toBe('delivered')
})

test('cancelling a booked shipment cancels the carrier’s job first', async () => {
  const { shipment, booking } = await bookShipment()
  const cancelled = dataOf(
    await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, {
      reason_code: 'out_of_stock',
      reason_note: 'sold',
    }),
    200,
  )
  expect(cancelled).toMatchObject({ status: 'cancelled', cancellation_reason_code: 'out_of_stock' })
  expect(await untilStatus(`/api/v1/bookings/${booking.booking_id}`, 'cancelled')).toMatchObject({
    cancelled_at: expect.any(String),
    cancellation_reason_code: 'out_of_stock',
    cancel_reason: 'sold',
  })
})

test('after pickup the carrier refuses the cancellation, and the booking stays active', async () => {
  const { shipment, booking } = await bookShipment()
  dataOf(await advance(shipment.shipment_id, { status: 'picked_up' }), 200)
  await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'in_transit')
  const reply = await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'too_late' })
  expect(reply.status).toBe(409)
  expect(reply.body.error).toMatchObject({
    code: 'cancellation_refused',
    carrier: { carrier_code: booking.carrier_code },
  })
  const present = dataOf(await get(`/api/v1/shipments/${shipment.shipment_id}`), 200)
  expect(present).toMatchObject({ status: 'in_transit', cancellation_requested_at: null })
})

test('a change of address is sent to the booked carrier', async () => {
  const { shipment } = await bookShipment()
  const path = `/api/v1/shipments/${shipment.shipment_id}`
  const updated = dataOf(await patch(path, { dropoff_address: { address_line_1: '11 River Road' } }), 200)
  expect(updated.dropoff_address.address_line_1).toBe('11 River Road')
  dataOf(await advance(shipment.shipment_id, { status: 'arrived_at_dropoff' }), 200)
  await untilStatus(path, 'out_for_delivery')
  const refused = await patch(path, { dropoff_address: { address_line_1: '13 River Road' } })
  expect(refused.status).toBe(409)
  expect(refused.body.error.code).toBe('update_refused')
  expect(dataOf(await get(path), 200).dropoff_address.address_line_1).toBe('11 River Road')
})

test('cancelling an on-demand shipment during dispatch leaves no active carrier job', async () => {
  const shipment = await createOnDemand()
  const reply = await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'changed_mind' })
  expect([200, 504]).toContain(reply.status)
  const cancelled = await untilStatus(`/api/v1/shipments/${shipment.shipment_id}`, 'cancelled')
  if (cancelled.booking_id) await untilStatus(`/api/v1/bookings/${cancelled.booking_id}`, 'cancelled')
})

test('an ended shipment can be neither changed nor booked', async () => {
  const shipment = await createShipment()
  const quote = dataOf(await post('/api/v1/quotes', { shipment_id: shipment.shipment_id }), 201)
  dataOf(await post(`/api/v1/shipments/${shipment.shipment_id}/cancel`, { reason_code: 'x' }), 200)
  const changed = await patch(`/api/v1/shipments/${shipment.shipment_id}`, { metadata: { a: 'b' } })
  expect([changed.status, changed.body.error.code]).toEqual([409, 'shipment_not_updatable'])
  const quoted = await post('/api/v1/quotes', { shipment_id: shipment.shipment_id })
  expect([quoted.status, quoted.body.error.code]).toEqual([409, 'shipment_not_bookable'])
  const booked = await post(`/api/v1/shipments/${shipment.shipment_id}/book`, {
    quote_option_id: quote.options[0].quote_option_id,
  })
  expect([booked.status, booked.body.error.code]).toEqual([409, 'shipment_not_bookable'])
})
