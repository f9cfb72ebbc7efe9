import { type Kysely, sql } from 'kysely'

/** A merchant's declaration of every shipment that crosses a customs border. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table customs_defaults (
      environment_id text primary key,
      fields jsonb not null,
      version integer not null,
      updated_at timestamptz not null
    )`.execute(db)
}
