import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: an unfinished index is built anew. */
export const inBatches = true

/**
 * Until when the pickup and the delivery of a booking are awaited, and lists of late bookings and of those with an incident or
 * a failure. Existing bookings get the times with their next change.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table booking
      add column if not exists pickup_by timestamptz,
      add column if not exists delivery_by timestamptz`.execute(db)
  await sql`drop index concurrently if exists booking_by_pickup`.execute(db)
  await sql`
    create index concurrently booking_by_pickup on booking (environment_id, pickup_by)
    where pickup_by is not null`.execute(db)
  await sql`drop index concurrently if exists booking_by_delivery`.execute(db)
  await sql`
    create index concurrently booking_by_delivery on booking (environment_id, delivery_by)
    where delivery_by is not null`.execute(db)
  await sql`drop index concurrently if exists booking_by_incident`.execute(db)
  await sql`
    create index concurrently booking_by_incident
    on booking (environment_id, incident, created_at desc, booking_id desc)
    where incident is not null`.execute(db)
  await sql`drop index concurrently if exists booking_by_failure`.execute(db)
  await sql`
    create index concurrently booking_by_failure
    on booking (environment_id, failure_reason, created_at desc, booking_id desc)
    where failure_reason is not null`.execute(db)
}
