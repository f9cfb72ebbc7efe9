/** The simulator's advance: what a merchant reads after it. */
import type { PublicBooking } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingSystem, type RunningBooking, startBookingSystem } from '../testing/booking-system.ts'
import { aMerchant, getData } from '../testing/merchant-calls.ts'

let system: BookingSystem
let booking: RunningBooking
beforeAll(async () => {
  system = await startBookingSystem()
  booking = await system.start()
}, 180_000)
afterAll(async () => {
  await booking?.stop()
  await system?.stop()
})

async function booked() {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  const { booking_id: bookingId } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  return { merchant, shipmentId, bookingId }
}

test('advance is answered when the shipment shows the move, and so does the repeat', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  for (const [status, ofShipment] of [
    ['picked_up', 'in_transit'],
    ['arrived_at_dropoff', 'out_for_delivery'],
    ['delivered', 'delivered'],
  ] as const) {
    const answer = await merchant.advance(shipmentId, { status }, { key: status })
    const shipment = await merchant.shipment(shipmentId)
    expect(shipment.status).toBe(ofShipment)
    expect(getData(answer)).toMatchObject({ status, shipment })
    expect((await merchant.booking(bookingId)).shipment).toEqual(shipment)
    expect((await merchant.advance(shipmentId, { status }, { key: status })).body).toEqual(answer.body)
  }
})

test('of moves out of a final status, only corrections that the shipment follows are made', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const bothAre = async (status: string) => {
    const { status: ofBooking, shipment } = await merchant.booking(bookingId)
    expect([ofBooking, shipment.status, (await merchant.shipment(shipmentId)).status]).toEqual([status, status, status])
  }
  const refusedAs = async (status: string, why: string) =>
    await expect(merchant.advance(shipmentId, { status })).rejects.toMatchObject({
      details: [{ pointer: '/status', code: 'not_reachable', message: `cannot be ${status}: the booking is ${why}` }],
    })
  await merchant.advance(shipmentId, { status: 'picked_up' })
  await merchant.advance(shipmentId, { incident: 'lost' })
  await bothAre('failed')
  await refusedAs('cancelled', 'failed, which is final. Only delivered or returned can follow')
  await merchant.advance(shipmentId, { status: 'delivered' })
  await bothAre('delivered')
  for (const status of ['failed', 'cancelled', 'picked_up']) {
    await refusedAs(status, 'delivered, which is final. Only returned can follow')
  }
  await merchant.advance(shipmentId, { status: 'delivered' })
  await merchant.advance(shipmentId, { status: 'returned' })
  await bothAre('returned')
  for (const status of ['delivered', 'failed']) await refusedAs(status, 'returned, which is final')
  await expect(merchant.advance(shipmentId)).rejects.toMatchObject({
    code: 'booking_not_movable',
    message: `Booking ${bookingId} is returned, which is final: no step follows.`,
    meta: { current_status: 'returned' },
  })
  await bothAre('returned')
})

test('a booking that ended before the pickup is left to the next one', async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.advance(shipmentId, { incident: 'lost' })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
  await expect(merchant.advance(shipmentId, { status: 'delivered' })).rejects.toMatchObject({
    message:
      'status cannot be delivered: the booking is failed, which is final, and it ended before the pickup. Book the shipment again.',
  })
  expect(await merchant.shipment(shipmentId)).toMatchObject({ status: 'ready', booking_id: null })
})

test('a booking that its carrier cancelled after the pickup is not corrected', async () => {
  const { merchant, shipmentId } = await booked()
  await merchant.advance(shipmentId, { status: 'picked_up' })
  await merchant.advance(shipmentId, { status: 'cancelled' })
  for (const status of ['delivered', 'returned', 'failed']) {
    await expect(merchant.advance(shipmentId, { status })).rejects.toMatchObject({
      message: `status cannot be ${status}: the booking is cancelled, which is final.`,
    })
  }
})

test('a booking that its carrier has not answered cannot be moved yet, and has no label yet', async () => {
  const merchant = aMerchant(system, booking)
  const { shipmentId, optionId } = await merchant.offer()
  await merchant.fault('book', '500', 1_000)
  const { booking_id: bookingId, status } = getData<PublicBooking>(await merchant.book(shipmentId, optionId))
  expect(status).toBe('pending')
  await expect(merchant.advance(shipmentId)).rejects.toMatchObject({
    code: 'booking_not_found',
    message: `Shipment ${shipmentId} has no courier yet: the carrier has not answered booking ${bookingId}. Move the courier once the status of the booking is assigned.`,
  })
  await expect(merchant.label(bookingId, {})).rejects.toMatchObject({
    code: 'label_not_ready',
    message: `The carrier has not answered booking ${bookingId} yet. Retry in 5 s.`,
    retryAfterSeconds: 5,
  })
})

test('an incident that leaves the status as it is needs no change of the shipment', async () => {
  const { merchant, shipmentId } = await booked()
  const before = await merchant.shipment(shipmentId)
  const answer = await merchant.advance(shipmentId, { incident: 'weather' })
  expect(getData<PublicBooking>(answer).shipment).toEqual(await merchant.shipment(shipmentId))
  expect((await merchant.shipment(shipmentId)).status).toBe(before.status)
})

test('a shipment without a courier is not moved, and the answer says what to do', async () => {
  const merchant = aMerchant(system, booking)
  const { shipment_id: unbooked } = await merchant.ship()
  await expect(merchant.advance(unbooked)).rejects.toMatchObject({
    code: 'booking_not_found',
    message: `Shipment ${unbooked} has no courier yet. Book it first.`,
  })
  await expect(merchant.advance(newId('shp'))).rejects.toMatchObject({ code: 'shipment_not_found' })
})

test('if the shipment does not show the move in time, the answer says so, and the repeat moves nothing', async () => {
  const { merchant, shipmentId, bookingId } = await booked()
  const alone = await system.start({ shipmentUrl: '127.0.0.1:9' })
  try {
    const cutOff = aMerchant(system, alone, merchant.environmentId)
    const move = () => cutOff.advance(shipmentId, {}, { key: 'one step', timeoutMs: 2_000 })
    await expect(move()).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: expect.stringContaining('The courier has moved'),
    })
    const { status } = await merchant.booking(bookingId)
    expect(getData(await move())).toMatchObject({ booking_id: bookingId, status })
    expect((await merchant.booking(bookingId)).status).toBe(status)
  } finally {
    await alone.stop()
  }
})
