import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/**
 * Lists by time of change, carrier and service, and by what the shipment has: reference, collection date and metadata;
 * and a search by prefix. The service writes the search terms of existing bookings and describes them to the shipment
 * service.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table booking add column if not exists listed boolean not null default false`.execute(db)
  await sql`
    create table if not exists search_term (
      environment_id text not null,
      shipment_id text not null,
      booking_id text not null,
      term text collate "C" not null,
      primary key (environment_id, shipment_id, booking_id, term)
    )`.execute(db)
  await sql`
    create index if not exists search_term_by_term
    on search_term (environment_id, term, shipment_id, booking_id)`.execute(db)
  await sql`drop index concurrently if exists booking_by_change`.execute(db)
  await sql`
    create index concurrently booking_by_change
    on booking (environment_id, updated_at desc, booking_id desc)`.execute(db)
  await sql`drop index concurrently if exists booking_by_carrier`.execute(db)
  await sql`
    create index concurrently booking_by_carrier
    on booking (environment_id, carrier_code, created_at desc, booking_id desc)`.execute(db)
  await sql`drop index concurrently if exists booking_by_service`.execute(db)
  await sql`
    create index concurrently booking_by_service
    on booking (environment_id, (quote_option ->> 'service_code'), created_at desc, booking_id desc)`.execute(db)
  await sql`drop index concurrently if exists booking_unlisted`.execute(db)
  await sql`
    create index concurrently booking_unlisted on booking (environment_id, booking_id) where not listed`.execute(db)
  await sql`drop index concurrently if exists shipment_copy_by_reference`.execute(db)
  await sql`
    create index concurrently shipment_copy_by_reference
    on shipment_copy (environment_id, (object ->> 'merchant_order_ref'))`.execute(db)
  await sql`drop index concurrently if exists shipment_copy_by_collection`.execute(db)
  await sql`
    create index concurrently shipment_copy_by_collection
    on shipment_copy (environment_id, (object ->> 'collection_date'))`.execute(db)
  await sql`drop index concurrently if exists shipment_copy_by_metadata`.execute(db)
  await sql`
    create index concurrently shipment_copy_by_metadata
    on shipment_copy using gin (((object -> 'metadata')::jsonb) jsonb_path_ops)`.execute(db)
}
