import { type Kysely, sql } from 'kysely'

/** The delivery's ETA as it was known with the entry. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table timeline add column eta jsonb`.execute(db)
}
