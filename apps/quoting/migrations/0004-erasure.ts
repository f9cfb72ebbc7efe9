import { type Kysely, sql } from 'kysely'

/** By which request a quote was asked for: what ties what was said to carriers to it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table quote add column request_id text`.execute(db)
}
