import { type Kysely, sql } from 'kysely'

/** The index is built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/** The carrier's tracking number and page of the latest booking, and lists by the number. No older booking has them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table shipment
      add column if not exists tracking_number text,
      add column if not exists carrier_tracking_url text`.execute(db)
  await sql`drop index concurrently if exists shipment_by_tracking_number`.execute(db)
  await sql`
    create index concurrently shipment_by_tracking_number
    on shipment (environment_id, lower(tracking_number))
    where tracking_number is not null`.execute(db)
}
