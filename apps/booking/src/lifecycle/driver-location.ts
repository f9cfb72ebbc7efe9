/** The event with the courier's position, for merchants who subscribe to it. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { publicDriverLocation } from '@waybill/contracts/bookings/driver-location'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Trx } from '../db.ts'
import type { FactsOfBooking } from '../facts/repository.ts'
import { takeLocationTurn } from '../facts/schedule-repository.ts'
import { compareFacts } from './fact-folding.ts'

const TYPE = 'booking.driver_location'
/** Positions reported sooner after the last event are only served by GET driver_location. */
const MIN_INTERVAL_MS = 20_000

/**
 * Emits `booking.driver_location` for a booking that has not ended, with the last position of its facts: at most every
 * 20 s, and without a sequence, since a missed position is no loss.
 */
export async function publishDriverLocation(
  trx: Trx,
  booking: BookingRecord,
  { all, unreported }: FactsOfBooking,
  at: Date,
): Promise<void> {
  const last = all.toSorted(compareFacts).findLast(({ location }) => location !== null)
  if (isFinalBookingStatus(booking.status) || last?.location == null) return
  if (!unreported.some(({ factKey }) => factKey === last.factKey)) return
  if (!(await takeLocationTurn(trx, booking, MIN_INTERVAL_MS))) return
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
  await appendOutbox(trx, [
    {
      eventId: event.id,
      type: TYPE,
      environmentId,
      subjectType: 'booking',
      subjectId: bookingId,
      sequence: null,
      occurredAt: at,
      public: event,
      internal: null,
    },
  ])
}
