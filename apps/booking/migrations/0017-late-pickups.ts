import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** When a courier who has not arrived at the pickup is late. Existing bookings are never late. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table booking add column if not exists pickup_due_at timestamptz`.execute(db)
  await sql`drop index concurrently if exists booking_pickup_due`.execute(db)
  await sql`
    create index concurrently booking_pickup_due on booking (pickup_due_at)
    where pickup_due_at is not null`.execute(db)
}
