import { type Kysely, sql } from 'kysely'

/** When a merchant's account was first called back by its carrier. Existing accounts are polled often until their next call-back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table carrier_account add column called_back_at timestamptz`.execute(db)
}
