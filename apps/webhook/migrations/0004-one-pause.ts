import { type Kysely, sql } from 'kysely'

/** The end of an endpoint's pause tells what the time of its beginning was kept for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table endpoint drop column slowed_at`.execute(db)
}
