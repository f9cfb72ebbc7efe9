import { type Kysely, sql } from 'kysely'

/** The order of timeline entries that occurred at the same time. Null in entries that version 0.1 writes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table timeline add column sequence integer`.execute(db)
}
