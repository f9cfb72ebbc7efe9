import { type Kysely, sql } from 'kysely'

/** Refund of a cancelled label. Null: nothing is to be paid back, or it was cancelled before this was kept. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table booking add column refund jsonb`.execute(db)
}
