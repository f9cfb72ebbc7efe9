import { type Kysely, sql } from 'kysely'

/** Where the pickups are for which an account is asked; null: anywhere. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table carrier_account add column origin jsonb`.execute(db)
}
