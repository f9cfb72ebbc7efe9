import { type Kysely, sql } from 'kysely'

/** Status, incident, number and page of each of several parcels of the latest booking. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column carried_parcels jsonb`.execute(db)
}
