import { type Kysely, sql } from 'kysely'

/** Marks operations whose caller was answered before the outcome was known: a repeat gets the present state, not a replay. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table operation add column answered_pending boolean not null default false`.execute(db)
}
