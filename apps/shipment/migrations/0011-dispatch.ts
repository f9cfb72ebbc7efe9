import { type Kysely, sql } from 'kysely'

/** The limits of the search for a courier, and who declined in the timeline. Existing shipments have no limits. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column dispatch jsonb`.execute(db)
  await sql`alter table timeline add column service_code text, add column reason text`.execute(db)
}
