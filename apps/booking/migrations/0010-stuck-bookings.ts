import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** Finds bookings that stand still: pending ones, and live ones without the label that is due. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists booking_pending`.execute(db)
  await sql`create index concurrently booking_pending on booking (created_at) where status = 'pending'`.execute(db)
  await sql`drop index concurrently if exists booking_label_due`.execute(db)
  await sql`
    create index concurrently booking_label_due on booking (booked_at)
    where label_due and status not in ('delivered', 'returned', 'failed', 'cancelled')`.execute(db)
}
