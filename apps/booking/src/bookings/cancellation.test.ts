import { expect, test } from 'vitest'
import { aBooking, aTracking, minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { askToCancel, cancel, requestCancellation, withdrawCancellation } from './cancellation.ts'
import { assign, fail, follow } from './changes.ts'
import { anotherCourierUntil, deriveShipmentStatus, endedBeforePickup } from './consequences.ts'

const wish = { reasonCode: 'customer_request', reasonNote: 'Ordered twice' }

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
  expect(deriveShipmentStatus(later.booking, null)).toBeNull()
  expect(endedBeforePickup(later.booking)).toBe(false)
})

test("the carrier's report of a cancellation that we requested does not count as giving up", () => {
  const asked = askToCancel(aBooking({ dispatchUntilAt: minutesAfterNoon(10) }), wish, noon).booking
  const { booking } = follow(asked, aTracking({ status: 'cancelled' }), noon)
  expect(booking).toMatchObject({ status: 'cancelled', cancellationReasonCode: 'customer_request' })
  expect(endedBeforePickup(booking)).toBe(false)
  expect(anotherCourierUntil(asked, booking)).toBeNull()
  const { booking: confirmed, events } = cancel(booking, wish, minutesAfterNoon(1))
  expect(confirmed).toMatchObject({ status: 'cancelled', closedByUs: true, cancelling: null })
  expect(events).toEqual([])
})

test('a booking shows since when its carrier is asked to cancel, until the carrier refuses', () => {
  const asked = askToCancel(aBooking(), wish, minutesAfterNoon(1))
  expect(asked.booking).toMatchObject({ status: 'assigned', cancellationRequestedAt: minutesAfterNoon(1) })
  expect(asked.events).toEqual(['booking.updated'])
  const again = askToCancel(asked.booking, wish, minutesAfterNoon(2))
  expect(again).toMatchObject({ events: [], booking: { cancellationRequestedAt: minutesAfterNoon(1) } })

  const refused = askToCancel(asked.booking, null, minutesAfterNoon(3))
  expect(refused).toMatchObject({ events: ['booking.updated'], booking: { cancellationRequestedAt: null } })
  const done = cancel(asked.booking, wish, minutesAfterNoon(3))
  expect(done.booking).toMatchObject({ status: 'cancelled', cancellationRequestedAt: minutesAfterNoon(1) })
  const delivered = follow(asked.booking, aTracking({ status: 'delivered', pickedUp: true }), minutesAfterNoon(3))
  const late = cancel(delivered.booking, wish, minutesAfterNoon(4))
  expect(late).toMatchObject({ events: ['booking.updated'], booking: { cancellationRequestedAt: null } })
})

test('a booking delivered before the cancellation stays delivered', () => {
  const { booking, events } = cancel(aBooking({ status: 'delivered', cancelling: wish }), wish, noon)
  expect(booking).toMatchObject({ status: 'delivered', cancelledAt: null, closedByUs: false, cancelling: null })
  expect(events).toEqual([])
})

test('a booking in doubt shows a requested cancellation until the carrier has answered', () => {
  const asked = requestCancellation(aBooking({ status: 'pending' }), minutesAfterNoon(1))
  expect(asked).toMatchObject({ events: ['booking.updated'], booking: { status: 'pending', cancelling: null } })
  expect(asked.booking.cancellationRequestedAt).toEqual(minutesAfterNoon(1))
  expect(requestCancellation(asked.booking, minutesAfterNoon(2))).toEqual({ booking: asked.booking, events: [] })
  const tracking = { carrierJobId: 'job_9', trackingNumber: null, carrierTrackingUrl: null }
  const job = { ...tracking, driver: null, hasLabel: true, labelDue: false, parcels: null }
  const { booking: assigned } = assign(asked.booking, job, minutesAfterNoon(3))
  expect(askToCancel(assigned, wish, minutesAfterNoon(4))).toMatchObject({
    events: [],
    booking: { cancelling: wish, cancellationRequestedAt: minutesAfterNoon(1) },
  })
  expect(fail(asked.booking, 'refused', minutesAfterNoon(3)).booking.cancellationRequestedAt).toBeNull()
})

test('a requested cancellation is withdrawn unless the carrier is being asked or has agreed', () => {
  const requested = aBooking({ cancellationRequestedAt: noon })
  const withdrawn = withdrawCancellation(requested, noon)
  expect(withdrawn).toMatchObject({ events: ['booking.updated'], booking: { cancellationRequestedAt: null } })
  for (const booking of [aBooking(), { ...requested, cancelling: wish }, cancel(requested, wish, noon).booking]) {
    expect(withdrawCancellation(booking, noon)).toEqual({ booking, events: [] })
  }
})
