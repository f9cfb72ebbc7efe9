import type { Writer } from '../db.ts'

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
        .doUpdateSet({ last_sequence: sequence })
        .where('followed_booking.last_sequence', '<', sequence),
    )
    .returning('booking_id')
    .executeTakeFirst()
  return row !== undefined
}
