import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'

const PRUNE_BATCH = 1_000

/**
 * Returns true and stores the sequence if it is the highest of the booking so far. The row stays locked, so that events
 * of one booking are applied one at a time.
 */
export async function advanceBooking(
  trx: Writer,
  environmentId: string,
  { bookingId, sequence }: { bookingId: string; sequence: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('followed_booking')
    .values({ environment_id: environmentId, booking_id: bookingId, last_sequence: sequence })
    .onConflict((conflict) =>
      conflict
        .columns(['environment_id', 'booking_id'])
        // To the day, so that most events change no indexed column.
        .doUpdateSet({
          last_sequence: sequence,
          updated_at: sql<Date>`
            case when followed_booking.updated_at < now() - interval '1 day' then now()
              else followed_booking.updated_at end`,
        })
        .where('followed_booking.last_sequence', '<', sequence),
    )
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes a batch of the bookings whose last event was applied more than `days` ago; resolves to their number. One stays
 * while an event of it is parked: that event may be older than the last one applied.
 */
export async function pruneFollowedBookings(db: Reader, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from followed_booking
    where (environment_id, booking_id) in (
      select environment_id, booking_id from followed_booking as followed
      where updated_at < now() - ${days} * interval '1 day'
        and not exists (
          select from inbox_parked as parked
          where parked.environment_id = followed.environment_id and parked.subject_id = followed.booking_id
        )
      order by updated_at limit ${PRUNE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
