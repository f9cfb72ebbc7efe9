import { type Kysely, sql } from 'kysely'

/**
 * Each event is marked as published soon after it was written. With free space in its page, the log of changes has the mark
 * alone; in another page, the whole row again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox set (fillfactor = 50)`.execute(db)
}
