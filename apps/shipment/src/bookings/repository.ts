import type { Writer } from '../db.ts'

/**
 * Whether this is the latest event of the booking so far; then it is remembered as such, and its row is locked, so that
 * events of a booking take turns.
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
        .doUpdateSet({ last_sequence: sequence })
        .where('followed_booking.last_sequence', '<', sequence),
    )
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}
