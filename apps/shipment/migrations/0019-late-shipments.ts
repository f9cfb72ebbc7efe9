import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/**
 * What the latest booking is late with, its incident, and lists by them, by the failure, and of shipments for which a courier is
 * looked for. Existing shipments get them with the next event of their booking.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table shipment
      add column if not exists pickup_by timestamptz,
      add column if not exists delivery_by timestamptz,
      add column if not exists incident text`.execute(db)
  await sql`drop index concurrently if exists shipment_by_pickup`.execute(db)
  await sql`
    create index concurrently shipment_by_pickup on shipment (environment_id, pickup_by)
    where pickup_by is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_by_delivery`.execute(db)
  await sql`
    create index concurrently shipment_by_delivery on shipment (environment_id, delivery_by)
    where delivery_by is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_by_incident`.execute(db)
  await sql`
    create index concurrently shipment_by_incident
    on shipment (environment_id, incident, created_at desc, shipment_id desc)
    where incident is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_by_failure`.execute(db)
  await sql`
    create index concurrently shipment_by_failure
    on shipment (environment_id, failure_reason, created_at desc, shipment_id desc)
    where failure_reason is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_searching`.execute(db)
  await sql`
    create index concurrently shipment_searching on shipment (environment_id, created_at desc, shipment_id desc)
    where claim_kind = 'dispatch'`.execute(db)
}
