/** Tells merchants who want it where the courier is. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { isFinalBookingStatus, publicDriverLocation } from '@waybill/contracts/booking'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { BookingRecord } from '../bookings/booking.ts'
import { takePositionTurn } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { compareFacts, type Fact } from './facts.ts'

const TYPE = 'booking.driver_location'
/** Positions that come sooner after the last one that was told are left to GET driver_location. */
const TELL_EVERY_MS = 20_000

/**
 * `booking.driver_location` for a booking under way, by the last of its facts that names a place: every 20 s at most,
 * and without a sequence, since one that is missed is no loss.
 */
export async function publishPosition(
  trx: Trx,
  booking: BookingRecord,
  { all, unreported }: { all: readonly Fact[]; unreported: readonly Fact[] },
  at: Date,
): Promise<void> {
  const last = all.toSorted(compareFacts).findLast(({ location }) => location !== null)
  if (isFinalBookingStatus(booking.status) || last?.location == null) return
  if (!unreported.some(({ factKey }) => factKey === last.factKey)) return
  if (!(await takePositionTurn(trx, booking, TELL_EVERY_MS))) return
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
