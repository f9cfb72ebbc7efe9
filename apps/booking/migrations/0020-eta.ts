import { type Kysely, sql } from 'kysely'

/** The delivery's ETA since the booking; null: as in the option that was booked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table booking add column eta jsonb`.execute(db)
}
