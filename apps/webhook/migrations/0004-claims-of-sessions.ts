import { type Kysely, sql } from 'kysely'

/** The dispatcher that holds a claim: the key of an advisory lock that its database session has for as long as it lives. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery_queue add column claimed_by bigint`.execute(db)
}
