/** The event with the courier's position, for merchants who subscribe to it. */
import type { DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { publicDriverLocation } from '@waybill/contracts/bookings/driver-location'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { BookingRecord } from '../bookings/booking.ts'
import type { FactsOfBooking } from '../facts/repository.ts'
import { compareFacts } from './fact-folding.ts'

const TYPE = 'booking.driver_location'

/**
 * `booking.driver_location` for a booking that has not ended, with the last position of its facts; null: none is new. It is
 * emitted at most every 20 s, and without a sequence, since a missed position is no loss: positions reported sooner are
 * only served by GET driver_location.
 */
export function driverLocationEvent(
  booking: BookingRecord,
  { all, unreported }: FactsOfBooking,
  at: Date,
): DomainEvent | null {
  const last = all.toSorted(compareFacts).findLast(({ location }) => location !== null)
  if (isFinalBookingStatus(booking.status) || last?.location == null) return null
  if (!unreported.some(({ factKey }) => factKey === last.factKey)) return null
  const { environmentId, merchantId, livemode, bookingId } = booking
  const { occurredAt, receivedAt } = last
  const event = publicEvent(
    { environmentId, merchantId, livemode, requestId: null, idempotencyKey: null },
    {
      type: TYPE,
      subject: { type: 'booking', id: bookingId },
      sequence: null,
      object: publicDriverLocation(booking, { ...last.location, occurredAt, receivedAt }),
      occurredAt: at,
    },
  )
  return {
    eventId: event.id,
    type: TYPE,
    environmentId,
    subjectType: 'booking',
    subjectId: bookingId,
    sequence: null,
    occurredAt: at,
    public: event,
    internal: null,
  }
}
