import { type Kysely, sql } from 'kysely'

/** Merchants make keys with keys: which key made which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_key add column created_by text`.execute(db)
}
