import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** Lists by the carrier behind an aggregator. No booking with an aggregator is older than the column. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column if not exists carried_by_name text`.execute(db)
  await sql`drop index concurrently if exists shipment_by_carried_by_name`.execute(db)
  await sql`
    create index concurrently shipment_by_carried_by_name
    on shipment (environment_id, lower(carried_by_name), created_at desc, shipment_id desc)
    where carried_by_name is not null`.execute(db)
}
