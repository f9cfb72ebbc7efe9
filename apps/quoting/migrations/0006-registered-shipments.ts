import { type Kysely, sql } from 'kysely'

/** Whether the shipment of a quote was registered for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table quote add column shipment_created boolean not null default false`.execute(db)
}
