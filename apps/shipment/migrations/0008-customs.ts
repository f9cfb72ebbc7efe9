import { type Kysely, sql } from 'kysely'

/** Articles in parcels, and what is declared of them to customs; null: nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column customs jsonb`.execute(db)
  await sql`alter table parcel add column items jsonb`.execute(db)
}
