import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** When each cursor was last moved, to the day. Existing cursors count from now on. */
export async function up<DB>(db: Kysely<DB>): Promise<void> {
  await sql`
    alter table inbox_cursor add column if not exists updated_at timestamptz not null default now()`.execute(db)
  await sql`drop index concurrently if exists inbox_cursor_age`.execute(db)
  await sql`create index concurrently inbox_cursor_age on inbox_cursor (updated_at)`.execute(db)
}
