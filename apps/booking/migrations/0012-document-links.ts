import { type Kysely, sql } from 'kysely'

/** Counts how often the URLs of a booking's documents were revoked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table booking add column links_version integer not null default 0`.execute(db)
}
