import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** Finds old jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists job_age`.execute(db)
  await sql`create index concurrently job_age on job (created_at)`.execute(db)
}
