import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/**
 * Finds claims that ended long ago, the shipments of old quotes, and bookings whose last event is old (to the day;
 * existing ones count from now on).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table followed_booking add column if not exists updated_at timestamptz not null default now()`.execute(db)
  await sql`drop index concurrently if exists followed_booking_age`.execute(db)
  await sql`create index concurrently followed_booking_age on followed_booking (updated_at)`.execute(db)
  await sql`drop index concurrently if exists quote_registration_age`.execute(db)
  await sql`create index concurrently quote_registration_age on quote_registration (created_at)`.execute(db)
  await sql`drop index concurrently if exists claim_ended`.execute(db)
  await sql`
    create index concurrently claim_ended on claim (coalesce(settled_at, created_at))
    where state <> 'held'`.execute(db)
}
