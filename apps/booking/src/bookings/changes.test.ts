import { bookingStatuses, finalBookingStatuses, isFinalBookingStatus } from '@waybill/contracts/booking'
import { expect, test } from 'vitest'
import { aBooking, anOption, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { type BookingRecord, type BookingWithJob, bookingTransitions, parseBooking, type Tracking } from './booking.ts'
import { askToCancel, assign, cancel, fail, follow, offerTo, settle, withLabel, withoutValidLabel } from './changes.ts'
import { anotherCourierUntil, endedBeforePickup, shipmentStatusOf } from './consequences.ts'

type ReachedStatus = Extract<Tracking, { statusAt: Date }>

const wish = { reasonCode: 'customer_request', reasonNote: 'Ordered twice' }
const driver = { driverId: 'drv_1', name: 'Sam', email: '', telephone: '' }

const aTracking = ({ status = 'picked_up', ...overrides }: Partial<ReachedStatus> = {}): Tracking => ({
  status,
  statusAt: minutesAfterNoon(5),
  pickedUp: false,
  driver: null,
  incident: null,
  condition: null,
  pod: null,
  ...overrides,
})

test('a booking begins pending, with the first event of its subject', () => {
  expect(aBooking({ status: 'pending' })).toMatchObject({ sequence: 1, closedByUs: false })
})

test('assigns a booking at the time of acceptance, with its driver', () => {
  const { booking, events } = assign(
    aBooking({ status: 'pending', carrierJobId: null }),
    { carrierJobId: 'job_9', driver, hasLabel: true },
    minutesAfterNoon(1),
  )
  expect(booking).toMatchObject({
    status: 'assigned',
    carrierJobId: 'job_9',
    driver,
    labelDue: false,
    bookedAt: minutesAfterNoon(1),
    sequence: 3,
  })
  expect(events).toEqual(['booking.updated', 'booking.driver_assigned'])
})

test('assigns a booking without a driver and a label', () => {
  const pending = aBooking({ status: 'pending' })
  const { booking, events } = assign(pending, { carrierJobId: 'job_9', driver: null, hasLabel: false }, noon)
  expect(booking).toMatchObject({ driver: null, hasLabel: false, labelDue: true })
  expect(events).toEqual(['booking.updated'])
})

test('each change of the job makes a label due under a new revision', () => {
  const once = withoutValidLabel(aBooking({ hasLabel: true }) as BookingWithJob)
  const twice = withoutValidLabel(once.booking as BookingWithJob)
  expect(once).toMatchObject({ booking: { labelDue: true, labelRevision: 1 }, events: [] })
  expect(twice.booking).toMatchObject({ labelDue: true, labelRevision: 2, hasLabel: true })
  expect(withLabel(twice.booking as BookingWithJob, noon).booking).toMatchObject({ labelDue: false, labelRevision: 2 })
})

test('only a pending booking can be assigned, offered to another carrier or failed', () => {
  const assigned = aBooking()
  const job = { carrierJobId: 'job_2', driver: null, hasLabel: true }
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

test('our cancellation stands, whatever is reported afterwards', () => {
  const { booking, events } = cancel(aBooking({ cancelling: wish }), wish, minutesAfterNoon(2))
  expect(booking).toMatchObject({
    status: 'cancelled',
    cancelledAt: minutesAfterNoon(2),
    cancellationReasonCode: 'customer_request',
    cancellationReasonNote: 'Ordered twice',
    cancelling: null,
    closedByUs: true,
  })
  expect(events).toEqual(['booking.updated', 'booking.cancelled'])
  const later = follow(booking, aTracking({ status: 'delivered', pickedUp: true }), minutesAfterNoon(9))
  expect(later.booking).toMatchObject({ status: 'cancelled', pod: null })
  expect(later.events).toEqual(['booking.updated'])
  expect(shipmentStatusOf(later.booking, null)).toBeNull()
  expect(endedBeforePickup(later.booking)).toBe(false)
})

test("the carrier's report of a cancellation that we requested does not count as giving up", () => {
  const asked = askToCancel(aBooking({ dispatchUntilAt: minutesAfterNoon(10) }), wish).booking
  const { booking } = follow(asked, aTracking({ status: 'cancelled' }), noon)
  expect(booking).toMatchObject({ status: 'cancelled', cancellationReasonCode: 'customer_request' })
  expect(endedBeforePickup(booking)).toBe(false)
  expect(anotherCourierUntil(asked, booking)).toBeNull()
  const { booking: confirmed, events } = cancel(booking, wish, minutesAfterNoon(1))
  expect(confirmed).toMatchObject({ status: 'cancelled', closedByUs: true, cancelling: null })
  expect(events).toEqual([])
})

test('a booking delivered before the cancellation stays delivered', () => {
  const { booking, events } = cancel(aBooking({ status: 'delivered', cancelling: wish }), wish, noon)
  expect(booking).toMatchObject({ status: 'delivered', cancelledAt: null, closedByUs: false, cancelling: null })
  expect(events).toEqual([])
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
  expect(shipmentStatusOf(booking, null)).toBe('failed')
})

test('a correction by the carrier replaces the first end', () => {
  const failed = follow(aBooking(), aTracking({ status: 'failed', pickedUp: true, incident: 'lost' }), noon).booking
  const { booking, events } = follow(failed, aTracking({ status: 'delivered', pickedUp: true }), noon)
  expect(booking).toMatchObject({ status: 'delivered', failureReason: null, incident: null })
  expect(events).toEqual(['booking.updated', 'booking.delivered'])
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
    shipmentStatusOf(aBooking({ status, pickedUp }), condition)
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

test('no status leads back to pending, and a final one only to another final one', () => {
  for (const status of bookingStatuses) {
    expect(bookingTransitions[status]).not.toContain('pending')
    if (isFinalBookingStatus(status)) expect(bookingTransitions[status]).toEqual(finalBookingStatuses)
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
