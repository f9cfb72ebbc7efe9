import { type Kysely, sql } from 'kysely'

/** When the carrier of a booking was asked to cancel. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table booking add column cancellation_requested_at timestamptz`.execute(db)
}
