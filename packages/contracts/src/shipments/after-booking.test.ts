import { expect, test } from 'vitest'
import { finalShipmentStatuses, publicShipment, type ShipmentStatus } from '../shipment.ts'
import { shipment as aShipment } from '../testing/records.ts'
import { afterBooking, afterCancelledBooking, type BookingEffect } from './after-booking.ts'

const shipment = { status: 'ready' as ShipmentStatus, bookingId: 'bkg_1' as string | null, onDemand: false }
const booking = (effect: Partial<BookingEffect> = {}): BookingEffect => ({
  bookingId: 'bkg_1',
  endedBeforePickup: false,
  shipmentStatus: null,
  failureReason: 'lost',
  ...effect,
})

test('a booking moves its shipment to the status that follows from its facts', () => {
  const { fields } = afterBooking(shipment, booking({ shipmentStatus: 'out_for_delivery' }))
  expect(fields).toEqual({ status: 'out_for_delivery', failureReason: null })
})

test('a shipment that fails has the reason of its booking', () => {
  const { fields } = afterBooking({ ...shipment, status: 'in_transit' }, booking({ shipmentStatus: 'failed' }))
  expect(fields).toEqual({ status: 'failed', failureReason: 'lost' })
})

test('a booking without a status, with the same one, or of another shipment changes nothing', () => {
  expect(afterBooking(shipment, booking()).fields).toEqual({})
  expect(afterBooking(shipment, booking({ shipmentStatus: 'ready' })).fields).toEqual({})
  const other = booking({ bookingId: 'bkg_2', shipmentStatus: 'in_transit', endedBeforePickup: true })
  expect(afterBooking(shipment, other).fields).toEqual({})
})

test('a booking that ended before pickup frees its shipment; on demand it stays in transit', () => {
  const ended = booking({ endedBeforePickup: true })
  expect(afterBooking({ ...shipment, status: 'on_hold' }, ended).fields).toEqual({ bookingId: null, status: 'ready' })
  const onDemand = { ...shipment, status: 'in_transit' as const, onDemand: true }
  expect(afterBooking(onDemand, ended).fields).toEqual({ bookingId: null })
  expect(afterBooking({ ...shipment, status: 'cancelled' }, ended).fields).toEqual({})
})

test.each(finalShipmentStatuses)('a shipment that is %s stays so, and the contradiction is reported', (status) => {
  const after = afterBooking({ ...shipment, status }, booking({ shipmentStatus: 'in_transit' }))
  expect(after).toEqual({ fields: {}, contradicted: true })
})

test('the cancellation of a booking frees its shipment before pickup, fails it afterwards, and leaves one that has ended', () => {
  const freed = { bookingId: null, status: 'ready' }
  expect(afterCancelledBooking({ status: 'on_hold', onDemand: false })).toEqual(freed)
  expect(afterCancelledBooking({ status: 'in_transit', onDemand: true })).toEqual({ bookingId: null })
  const failed = { status: 'failed', failureReason: 'cancelled_after_pickup' }
  expect(afterCancelledBooking({ status: 'in_transit', onDemand: false })).toEqual(failed)
  for (const status of finalShipmentStatuses) expect(afterCancelledBooking({ status, onDemand: true })).toEqual({})
})

test.each([
  ['cancelled', null, null],
  ['expired', null, null],
  ['failed', 'booking_cancelled', null],
  ['failed', 'cancelled_after_pickup', 'bkg_1'],
  ['failed', 'lost', 'bkg_1'],
  ['delivered', null, 'bkg_1'],
  ['ready', null, 'bkg_1'],
] as const)('a shipment that is %s (%s) shows its booking as %s', (status, failureReason, shown) => {
  expect(publicShipment(aShipment({ status, failureReason, bookingId: 'bkg_1' })).booking_id).toBe(shown)
})
