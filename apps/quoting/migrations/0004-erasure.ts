import { type Kysely, sql } from 'kysely'

/** The request of a quote, which links its exchanges with carriers to it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table quote add column request_id text`.execute(db)
}
