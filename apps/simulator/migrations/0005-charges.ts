import { type Kysely, sql } from 'kysely'

/** What the carrier charges or credits for changes of a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table job add column charges jsonb not null default '[]'`.execute(db)
}
