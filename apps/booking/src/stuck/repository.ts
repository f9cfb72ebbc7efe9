/** Rows that a sweep mends. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../db.ts'

export interface BookingKey {
  environmentId: string
  bookingId: string
}

/** Pending for `afterSeconds` without an operation at work on its shipment, and without an accepted attempt. */
const isAbandoned = (afterSeconds: number): RawBuilder<boolean> => sql<boolean>`(
  status = 'pending' and created_at < now() - ${afterSeconds} * interval '1 second'
  and not exists (
    select from operation
    where operation.environment_id = booking.environment_id and operation.shipment_id = booking.shipment_id
      -- A cancellation that waits for the shipment's holder, or for the booking, does not work on it.
      and operation.state = 'open' and operation.kind <> 'recall' and operation.step not in ('await_holder', 'await_booking'))
  and not exists (
    select from carrier_attempt attempt
    where attempt.environment_id = booking.environment_id and attempt.booking_id = booking.booking_id
      and attempt.state = 'accepted'))`

/** The oldest abandoned bookings. */
export async function listAbandonedBookings(db: Db, afterSeconds: number, limit: number): Promise<BookingKey[]> {
  const { rows } = await sql<BookingKey>`
    select environment_id as "environmentId", booking_id as "bookingId"
    from booking where ${isAbandoned(afterSeconds)}
    order by created_at limit ${limit}`.execute(db)
  return rows
}

/** Locks the booking if it is abandoned. False: it is not, or another transaction has locked it. */
export async function lockAbandonedBooking(
  trx: Trx,
  { environmentId, bookingId }: BookingKey,
  afterSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from booking
    where environment_id = ${environmentId} and booking_id = ${bookingId} and ${isAbandoned(afterSeconds)}
    for update skip locked`.execute(trx)
  return rows.length > 0
}
