import { type Kysely, sql } from 'kysely'

/** Requests to carriers beside the transport; null: none. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column service_options jsonb`.execute(db)
}
