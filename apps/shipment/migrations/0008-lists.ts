import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/**
 * Lists by time of change, collection date, carrier and service, and a search by prefix. The service writes the search
 * terms of existing shipments, and the booking service tells it their carriers.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table shipment
      add column if not exists search_sequence integer,
      add column if not exists carrier_code text,
      add column if not exists service_code text,
      add column if not exists carried_by text collate "C",
      add column if not exists carried_sequence integer`.execute(db)
  // Without a foreign key, which would read the shipment for each term.
  await sql`
    create table if not exists search_term (
      environment_id text not null,
      shipment_id text not null,
      term text collate "C" not null,
      primary key (environment_id, shipment_id, term)
    )`.execute(db)
  await sql`create index if not exists search_term_by_term on search_term (environment_id, term, shipment_id)`.execute(
    db,
  )
  await sql`drop index concurrently if exists shipment_by_collection`.execute(db)
  await sql`
    create index concurrently shipment_by_collection on shipment (environment_id, collection_at)`.execute(db)
  // After the index above: until the table is analyzed, Postgres checks foreign keys with the newest index of equal cost, and
  // this one contains the key.
  await sql`drop index concurrently if exists shipment_by_change`.execute(db)
  await sql`
    create index concurrently shipment_by_change
    on shipment (environment_id, updated_at desc, shipment_id desc)`.execute(db)
  await sql`drop index concurrently if exists shipment_by_carrier`.execute(db)
  await sql`
    create index concurrently shipment_by_carrier
    on shipment (environment_id, carrier_code, created_at desc, shipment_id desc)
    where carrier_code is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_by_service`.execute(db)
  await sql`
    create index concurrently shipment_by_service
    on shipment (environment_id, service_code, created_at desc, shipment_id desc)
    where service_code is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_without_terms`.execute(db)
  await sql`
    create index concurrently shipment_without_terms on shipment (environment_id, shipment_id)
    where search_sequence is distinct from sequence`.execute(db)
}
