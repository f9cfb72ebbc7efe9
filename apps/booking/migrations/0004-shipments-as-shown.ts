import { type Kysely, sql } from 'kysely'

/** json, not jsonb: the embedded shipment is shown with its fields in the order of the shipment itself. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment_copy alter column object type json`.execute(db)
}
