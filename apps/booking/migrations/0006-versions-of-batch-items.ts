import { type Kysely, sql } from 'kysely'

/** The version of the shipment that an item of a batch may book; null: any. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table booking_batch_item add column if_match text`.execute(db)
}
