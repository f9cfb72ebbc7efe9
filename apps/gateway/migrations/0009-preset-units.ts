import { type Kysely, sql } from 'kysely'

/** Weights and sizes of presets as they were sent, if not in kilograms and centimetres. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table parcel_preset add column weight_sent text, add column dimensions_sent text`.execute(db)
}
