import { type Kysely, sql } from 'kysely'

/** Goods and terms of a return, and the returns of the other shipments; null: none. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column return_terms jsonb, add column return_ids text[]`.execute(db)
}
