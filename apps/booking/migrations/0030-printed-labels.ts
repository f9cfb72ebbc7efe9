import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** When the label of a booking was first printed, and how often. Of existing bookings it is not known. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table booking
      add column if not exists printed_at timestamptz,
      add column if not exists print_count integer not null default 0`.execute(db)
  await sql`drop index concurrently if exists booking_by_print`.execute(db)
  await sql`
    create index concurrently booking_by_print
    on booking (environment_id, (printed_at is null), created_at desc, booking_id desc)`.execute(db)
}
