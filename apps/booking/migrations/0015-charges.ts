import { type Kysely, sql } from 'kysely'

/** What carriers charge or credit after a booking. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table booking add column charges jsonb not null default '[]'`.execute(db)
}
