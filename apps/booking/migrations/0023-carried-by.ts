import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** Lists by the carrier behind an aggregator. Other bookings are not in the index. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists booking_by_carried_by`.execute(db)
  await sql`
    create index concurrently booking_by_carried_by
    on booking (environment_id, lower(quote_option ->> 'carried_by'), created_at desc, booking_id desc)
    where quote_option ->> 'carried_by' <> ''`.execute(db)
}
