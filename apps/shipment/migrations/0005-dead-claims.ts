import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** Claims that were released before they were taken, and a list of those that are held. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table claim alter column kind drop not null`.execute(db)
  await sql`drop index concurrently if exists claim_held`.execute(db)
  await sql`
    create index concurrently claim_held on claim (created_at, environment_id, claim_id)
    where state = 'held'`.execute(db)
}
