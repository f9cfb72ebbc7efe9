import { type Kysely, sql } from 'kysely'

/** not_before, the end of an endpoint's pause, makes slowed_at redundant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table endpoint drop column slowed_at`.execute(db)
}
