import { bookingStatuses, isFinalBookingStatus } from '@waybill/contracts/booking'
import { afterBooking } from '@waybill/contracts/shipments/after-booking'
import { expect, test } from 'vitest'
import { aBooking, anOption, aTracking, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { type BookingRecord, type BookingWithJob, bookingTransitions, parseBooking, type Tracking } from './booking.ts'
import { cancel } from './cancellation.ts'
import { acceptChange, assign, fail, follow, offerTo, settle, withLabel, withoutValidLabel } from './changes.ts'
import { anotherCourierUntil, deriveShipmentStatus, endedBeforePickup, shipmentUnder } from './consequences.ts'

const wish = { reasonCode: 'customer_request', reasonNote: 'Ordered twice' }
const driver = { driverId: 'drv_1', name: 'Sam', email: '', telephone: '' }

test('a booking begins pending, with the first event of its subject', () => {
  expect(aBooking({ status: 'pending' })).toMatchObject({ sequence: 1, closedByUs: false })
})

test('assigns a booking at the time of acceptance, with its driver', () => {
  const { booking, events } = assign(
    aBooking({ status: 'pending', carrierJobId: null }),
    {
      carrierJobId: 'job_9',
      trackingNumber: '1Z9',
      carrierTrackingUrl: 'https://x.example',
      driver,
      hasLabel: true,
      labelDue: false,
      parcels: null,
    },
    minutesAfterNoon(1),
  )
  expect(booking).toMatchObject({
    status: 'assigned',
    carrierJobId: 'job_9',
    trackingNumber: '1Z9',
    carrierTrackingUrl: 'https://x.example',
    driver,
    labelDue: false,
    bookedAt: minutesAfterNoon(1),
    sequence: 3,
  })
  expect(events).toEqual(['booking.updated', 'booking.driver_assigned'])
})

test('assigns a booking without a driver and a label', () => {
  const pending = aBooking({ status: 'pending' })
  const tracking = { carrierJobId: 'job_9', trackingNumber: null, carrierTrackingUrl: null }
  const job = { ...tracking, driver: null, hasLabel: false, labelDue: true, parcels: null }
  const { booking, events } = assign(pending, job, noon)
  expect(booking).toMatchObject({ driver: null, hasLabel: false, labelDue: true, parcels: null })
  expect(events).toEqual(['booking.updated'])
})

test('each change of the job makes a label due under a new revision', () => {
  const once = withoutValidLabel(aBooking({ hasLabel: true }) as BookingWithJob)
  const twice = withoutValidLabel(once.booking as BookingWithJob)
  expect(once).toMatchObject({ booking: { labelDue: true, labelRevision: 1 }, events: [] })
  expect(twice.booking).toMatchObject({ labelDue: true, labelRevision: 2, hasLabel: true })
  expect(withLabel(twice.booking as BookingWithJob, noon).booking).toMatchObject({ labelDue: false, labelRevision: 2 })
})

test('a change makes no label due for a carrier without labels, and leaves a due one due', () => {
  const revised = (labelDue: boolean) =>
    withoutValidLabel(aBooking({ hasLabel: false, labelDue }) as BookingWithJob).booking.labelDue
  expect([revised(false), revised(true)]).toEqual([false, true])
})

test('only a pending booking can be assigned, offered to another carrier or failed', () => {
  const assigned = aBooking()
  const tracking = { carrierJobId: 'job_2', trackingNumber: null, carrierTrackingUrl: null }
  const job = { ...tracking, driver: null, hasLabel: true, labelDue: false, parcels: null }
  expect(() => assign(assigned, job, noon)).toThrow('is assigned')
  expect(() => offerTo(assigned, { quoteId: 'qte_2', option: anOption() }, noon)).toThrow('is assigned')
  expect(() => fail(assigned, 'refused', noon)).toThrow('is assigned')
})

test('a booking that no carrier took fails, and no report changes it afterwards', () => {
  const { booking, events } = fail(aBooking({ status: 'pending' }), 'refused', noon)
  expect(booking).toMatchObject({ status: 'failed', failureReason: 'refused', closedByUs: true })
  expect(events).toEqual(['booking.updated', 'booking.failed'])
  expect(follow(booking, aTracking({ status: 'delivered', pickedUp: true }), noon).booking.status).toBe('failed')
})

test('a carrier that gives up before pickup frees the shipment; on-demand, the search continues', () => {
  const before = aBooking({ dispatchUntilAt: minutesAfterNoon(10) })
  const { booking, events } = follow(before, aTracking({ status: 'cancelled' }), minutesAfterNoon(6))
  expect(booking).toMatchObject({
    status: 'cancelled',
    cancelledAt: minutesAfterNoon(5),
    cancellationReasonCode: 'cancelled_by_carrier',
  })
  expect(events).toEqual(['booking.updated', 'booking.cancelled'])
  expect(endedBeforePickup(booking)).toBe(true)
  expect(anotherCourierUntil(before, booking)).toEqual(minutesAfterNoon(10))
  expect(anotherCourierUntil(booking, booking)).toBeNull()
  expect(
    anotherCourierUntil(aBooking(), follow(aBooking(), aTracking({ status: 'cancelled' }), noon).booking),
  ).toBeNull()
})

test('after pickup the end of a booking ends its shipment', () => {
  const tracking = aTracking({ status: 'failed', pickedUp: true, incident: 'lost' })
  const { booking, events } = follow(aBooking(), tracking, noon)
  expect(booking).toMatchObject({ status: 'failed', failureReason: 'lost' })
  expect(events).toEqual(['booking.updated', 'booking.failed'])
  expect(endedBeforePickup(booking)).toBe(false)
  expect(deriveShipmentStatus(booking, null)).toBe('failed')
})

test('a correction by the carrier replaces the first end', () => {
  const failed = follow(aBooking(), aTracking({ status: 'failed', pickedUp: true, incident: 'lost' }), noon).booking
  const { booking, events } = follow(failed, aTracking({ status: 'delivered', pickedUp: true }), noon)
  expect(booking).toMatchObject({ status: 'delivered', failureReason: null, incident: null })
  expect(events).toEqual(['booking.updated', 'booking.delivered'])
})

test('charges of a change are added to those before, with an event; those that are known do not count again', () => {
  const fee = { type: 'cancellation_fee', reason: null, at: noon } as const
  const charge = { ...fee, chargeId: 'fee', currency: 'GBP', exponent: 2, amountMinor: 500, taxMinor: 100 }
  const first = acceptChange(aBooking(), { charges: [charge], window: null }, noon)
  expect(first).toMatchObject({ booking: { charges: [charge], sequence: 2 }, events: ['booking.updated'] })
  const credit = { ...charge, chargeId: 'credit', amountMinor: -500, taxMinor: -100 }
  const second = acceptChange(first.booking, { charges: [charge, credit], window: null }, minutesAfterNoon(1))
  expect(second.booking.charges).toEqual([charge, credit])
  const again = acceptChange(second.booking, { charges: [charge, credit], window: null }, minutesAfterNoon(2))
  expect(again).toMatchObject({ booking: { charges: [charge, credit] }, events: [] })
})

test('each event takes the next sequence of the booking', () => {
  const before = aBooking({ sequence: 7 })
  const { booking, events } = follow(before, aTracking({ status: 'delivered', pickedUp: true, driver }), noon)
  expect(events).toEqual(['booking.updated', 'booking.driver_assigned', 'booking.delivered'])
  expect(booking.sequence).toBe(10)
  expect(settle(booking).booking.sequence).toBe(10)
})

test('a booking gives its shipment no status before pickup, then its position in the delivery', () => {
  const say = (status: BookingRecord['status'], pickedUp: boolean, condition: Tracking['condition'] = null) =>
    deriveShipmentStatus(aBooking({ status, pickedUp }), condition)
  for (const status of ['pending', 'assigned', 'en_route_to_pickup', 'arrived_at_pickup', 'reassigning'] as const) {
    expect(say(status, false)).toBeNull()
    expect(say(status, false, 'on_hold')).toBeNull()
  }
  expect(say('picked_up', true)).toBe('in_transit')
  expect(say('en_route_to_dropoff', true)).toBe('in_transit')
  expect(say('reassigning', true)).toBe('in_transit')
  expect(say('arrived_at_dropoff', true)).toBe('out_for_delivery')
  expect(say('arrived_at_dropoff', true, 'delivery_attempted')).toBe('delivery_attempted')
  expect(say('returning', true)).toBe('returning')
  expect(say('delivered', true)).toBe('delivered')
  expect(say('returned', true)).toBe('returned')
  expect(say('cancelled', true)).toBe('failed')
  expect(say('cancelled', false)).toBeNull()
})

test('no status leads back to pending, and a final one only to a correction that its shipment follows', () => {
  for (const status of bookingStatuses) {
    expect(bookingTransitions[status]).not.toContain('pending')
    if (!isFinalBookingStatus(status)) continue
    const shipment = {
      status: deriveShipmentStatus({ status, pickedUp: true, closedByUs: false }, null),
      bookingId: 'bkg_1',
    }
    for (const next of bookingTransitions[status]) {
      const shipmentStatus = deriveShipmentStatus({ status: next, pickedUp: true, closedByUs: false }, null)
      const effect = { bookingId: 'bkg_1', endedBeforePickup: false, shipmentStatus, failureReason: null }
      const { fields } = afterBooking({ ...shipment, onDemand: false } as Parameters<typeof afterBooking>[0], effect)
      expect(fields.status ?? shipment.status).toBe(shipmentStatus)
    }
  }
  expect(() => follow(aBooking({ status: 'delivered' }), aTracking({ status: 'picked_up' }), noon)).toThrow(
    'is delivered and cannot become picked_up',
  )
})

test('a stored booking whose fields contradict its status is refused', () => {
  const refused = (booking: BookingRecord, fields: object) =>
    expect(() => parseBooking({ ...booking, ...fields })).toThrow('but inconsistent fields')
  refused(aBooking(), { carrierJobId: null })
  refused(aBooking(), { closedByUs: true })
  refused(aBooking({ status: 'pending' }), { carrierJobId: 'job_1' })
  refused(aBooking({ status: 'delivered' }), { closedByUs: true })
  refused(aBooking({ status: 'failed' }), { failureReason: null })
  refused(aBooking({ status: 'failed' }), { carrierJobId: null })
  refused(aBooking({ status: 'cancelled' }), { cancelledAt: null })
  refused(aBooking({ status: 'cancelled' }), { carrierJobId: null })
})

test('a booking that was cancelled before a carrier had a job of it is read back', () => {
  const { booking } = cancel(aBooking({ status: 'pending' }), wish, noon)
  expect(parseBooking(booking)).toEqual(booking)
})

const booked = { ...aBooking().shipment, booking_id: 'bkg_1' }
const shownBy = (booking: BookingRecord) => {
  const { status, booking_id, failure_reason, cancellation_reason_code, updated_at } = shipmentUnder(booking)
  return { status, booking_id, failure_reason, cancellation_reason_code, updated_at }
}
const untouched = { failure_reason: null, cancellation_reason_code: null, updated_at: noon.toISOString() }
const later = minutesAfterNoon(2)
const changedLater = { ...untouched, updated_at: later.toISOString() }

test('a booking shows its shipment as booked from the start, and as free once no carrier took it', () => {
  const pending = aBooking({ status: 'pending' })
  expect(shownBy(pending)).toEqual({ ...untouched, status: 'ready', booking_id: 'bkg_1' })
  const { booking: failed } = fail(pending, 'refused', later)
  expect(shownBy(failed)).toEqual({ ...untouched, status: 'ready', booking_id: null })
  const { booking: given } = fail(pending, 'no_courier_available', later, 'failed')
  const reason = { failure_reason: 'no_courier_available' }
  expect(shownBy(given)).toEqual({ ...changedLater, ...reason, status: 'failed', booking_id: null })
})

test('a booking shows its shipment as the same reports make it', () => {
  const { booking: moving } = follow(aBooking(), aTracking({ status: 'picked_up', pickedUp: true }), later)
  expect(shownBy(moving)).toEqual({ ...changedLater, status: 'in_transit', booking_id: 'bkg_1' })
  const last = minutesAfterNoon(3)
  const { booking: delivered } = follow(moving, aTracking({ status: 'delivered', pickedUp: true }), last)
  const changedLast = { ...untouched, updated_at: last.toISOString() }
  expect(shownBy(delivered)).toEqual({ ...changedLast, status: 'delivered', booking_id: 'bkg_1' })
})

test('a booking that ended before pickup shows its shipment as free, and later as it is by then', () => {
  const tracking = aTracking({ status: 'cancelled', statusAt: noon })
  const { booking: ended } = follow(aBooking({ shipment: booked }), tracking, later)
  expect(shownBy(ended)).toEqual({ ...changedLater, status: 'ready', booking_id: null })
  const again = { ...ended, shipment: { ...booked, booking_id: 'bkg_2' } }
  expect(shipmentUnder(again)).toBe(again.shipment)
  const cancelled = { ...ended, shipment: { ...booked, booking_id: null, status: 'cancelled' as const } }
  expect(shipmentUnder(cancelled)).toBe(cancelled.shipment)
})

test.each([
  [undefined, { status: 'cancelled', booking_id: null, cancellation_reason_code: 'customer_request' }],
  ['expired', { status: 'expired', booking_id: null }],
  ['ready', { status: 'ready', booking_id: null }],
] as const)('a booking that is cancelled on request shows what becomes of its shipment: %s', (status, shown) => {
  const wished = { reasonCode: 'customer_request', reasonNote: null, ...(status && { shipmentStatus: status }) }
  const { booking } = cancel(aBooking({ shipment: booked }), wished, later)
  expect(shownBy(booking)).toEqual({ ...changedLater, ...shown })
})

test('a booking shows a shipment that has caught up as it is', () => {
  const shipment = { ...booked, status: 'delivered' as const }
  const { booking } = follow(aBooking({ shipment }), aTracking({ status: 'delivered', pickedUp: true }), later)
  expect(shipmentUnder(booking)).toBe(shipment)
})

test('a booking that is cancelled after its pickup was reported shows its shipment as failed', () => {
  const shipment = { ...booked, status: 'in_transit' as const }
  const wished = { reasonCode: 'customer_request', reasonNote: null, shipmentStatus: 'ready' } as const
  const { booking } = cancel(aBooking({ shipment, status: 'picked_up', pickedUp: true }), wished, later)
  const reason = { failure_reason: 'cancelled_after_pickup' }
  expect(shownBy(booking)).toEqual({ ...changedLater, ...reason, status: 'failed', booking_id: 'bkg_1' })
  const caughtUp = { ...booking, shipment: { ...shipment, ...reason, status: 'failed' as const } }
  expect(shipmentUnder(caughtUp)).toBe(caughtUp.shipment)
})

test.each([
  ['cancelled', null],
  ['expired', null],
  ['failed', 'booking_cancelled'],
] as const)('no booking shows itself on a shipment that has ended without one: %s', (status, failure_reason) => {
  const shipment = { ...booked, status, failure_reason, booking_id: null }
  const wished = { reasonCode: 'customer_request', reasonNote: null }
  const { booking } = cancel(aBooking({ shipment }), wished, later)
  expect(shipmentUnder(booking)).toBe(shipment)
  expect(shipmentUnder({ ...booking, shipment: { ...shipment, booking_id: 'bkg_1' } })).toEqual(shipment)
})
