import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** The carrier's tracking number and page of a booking, and lists by the number. Existing bookings have neither. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table booking
      add column if not exists tracking_number text,
      add column if not exists carrier_tracking_url text`.execute(db)
  await sql`drop index concurrently if exists booking_by_tracking_number`.execute(db)
  await sql`
    create index concurrently booking_by_tracking_number
    on booking (environment_id, lower(tracking_number))
    where tracking_number is not null`.execute(db)
}
