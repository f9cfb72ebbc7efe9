/** When a carrier is polled for a booking, and when a courier's position was last published. */
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import { sql } from 'kysely'
import { isSilent } from '../accounts/repository.ts'
import type { Db, Trx } from '../db.ts'

export interface BookingToTrack {
  environmentId: string
  bookingId: string
  carrierCode: string
  carrierAccountId: string
  carrierJobId: string
  livemode: boolean
  labelDue: boolean
  labelRevision: number
  /** Null: the carrier has not told parcels apart. */
  parcels?: readonly BookedParcel[] | null
  /** Where the carrier sends call-backs; null: it is polled. */
  callbackUrl: string | null
  /** The account has got no call-back yet. */
  isSilent: boolean
  /** When it was cancelled, if the carrier still decides on the refund; null: it is tracked. */
  refundSince: Date | null
}

/** Takes bookings whose carrier has been silent, and reschedules each in case the poll does not. */
export async function takeBookingsToTrack(
  db: Db,
  { limit, nextInMs }: { limit: number; nextInMs: number },
): Promise<BookingToTrack[]> {
  const { rows } = await sql<BookingToTrack>`
    update booking set track_due_at = now() + ${nextInMs} * interval '1 ms'
    where (environment_id, booking_id) in (
      select environment_id, booking_id from booking
      where track_due_at <= now()
      order by track_due_at
      limit ${limit}
      for update skip locked
    )
    returning environment_id as "environmentId", booking_id as "bookingId", carrier_code as "carrierCode",
      carrier_account_id as "carrierAccountId", carrier_job_id as "carrierJobId", livemode, label_due as "labelDue",
      label_revision as "labelRevision", parcels,
      case when status = 'cancelled' and closed_by_us then cancelled_at end as "refundSince",
      (
        select callback_url from carrier_attempt
        where carrier_attempt.environment_id = booking.environment_id
          and carrier_attempt.booking_id = booking.booking_id and carrier_attempt.state <> 'refused'
      ) as "callbackUrl",
      exists (
        select from carrier_account account
        where account.environment_id = booking.environment_id
          and account.carrier_account_id = booking.carrier_account_id and ${isSilent}
      ) as "isSilent"`.execute(db)
  return rows
}

/**
 * Schedules the next poll after as long as the booking has not changed, so that each poll without news doubles the pause.
 * Bookings whose tracking has ended or that became due during the poll are left alone.
 */
export async function postponeTracking(
  db: Db,
  { environmentId, bookingId }: Pick<BookingToTrack, 'environmentId' | 'bookingId'>,
  { leastMs, mostMs }: { leastMs: number; mostMs: number },
): Promise<void> {
  await sql`
    update booking set track_due_at =
      now() + least(greatest(now() - updated_at, ${leastMs} * interval '1 ms'), ${mostMs} * interval '1 ms')
    where environment_id = ${environmentId} and booking_id = ${bookingId}
      and track_due_at > clock_timestamp()`.execute(db)
}

/** Schedules the next poll of a refund; null: none. One that was erased during the poll is left alone. */
export async function scheduleRefundPoll(
  trx: Trx,
  { environmentId, bookingId }: Pick<BookingToTrack, 'environmentId' | 'bookingId'>,
  inMs: number | null,
): Promise<void> {
  await trx
    .updateTable('booking')
    .set({ track_due_at: inMs === null ? null : sql<Date>`now() + ${inMs} * interval '1 ms'` })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .where('track_due_at', 'is not', null)
    .execute()
}

/** Schedules the next poll, in milliseconds from now; null: none. */
export async function scheduleTracking(
  trx: Trx,
  { environmentId, bookingId }: Pick<BookingToTrack, 'environmentId' | 'bookingId'>,
  inMs: number | null,
): Promise<void> {
  await trx
    .updateTable('booking')
    .set({ track_due_at: inMs === null ? null : sql<Date>`now() + ${inMs} * interval '1 ms'` })
    .where('environment_id', '=', environmentId)
    .where('booking_id', '=', bookingId)
    .execute()
}
