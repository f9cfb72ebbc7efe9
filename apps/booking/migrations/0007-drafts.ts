import { type Kysely, sql } from 'kysely'

/** What a carrier has prepared and is going to be told to buy. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table carrier_attempt add column draft_id text`.execute(db)
}
