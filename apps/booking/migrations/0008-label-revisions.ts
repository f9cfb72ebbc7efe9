import { type Kysely, sql } from 'kysely'

/** Tells labels that were asked for before the carrier's job changed from those of the job as it is. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table booking add column label_revision integer not null default 0`.execute(db)
}
