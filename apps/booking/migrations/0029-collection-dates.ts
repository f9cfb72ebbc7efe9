import { type Kysely, sql } from 'kysely'

/** The indexes are built concurrently, outside of a transaction. Repeatable: each step skips what is done. */
export const inBatches = true

const BATCH_ROWS = 1_000

type Key = [environmentId: string, id: string]

/**
 * The collection date of the shipment beside its bookings, so that a list by date reads no other shipments. The service
 * writes it for bookings that the version before makes during the upgrade.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table booking add column if not exists collection_date text`.execute(db)
  await sql`drop index concurrently if exists booking_without_date`.execute(db)
  await sql`
    create index concurrently booking_without_date on booking (environment_id, booking_id)
    where collection_date is null`.execute(db)
  for (let last: Key | undefined = ['', '']; last; ) last = await dateBatch(db, last)
  await sql`drop index concurrently if exists booking_by_collection`.execute(db)
  await sql`
    create index concurrently booking_by_collection
    on booking (environment_id, collection_date, created_at desc, booking_id desc)`.execute(db)
}

/** Dates the next rows by primary key and returns the key of the last one. Skips rows that others have locked. */
async function dateBatch(db: Kysely<never>, [environmentId, id]: Key): Promise<Key | undefined> {
  const { rows } = await sql<{ environment_id: string; booking_id: string }>`
    with batch as materialized (
      select environment_id, booking_id, shipment_id from booking
      where (environment_id, booking_id) > (${environmentId}, ${id}) and collection_date is null
      order by environment_id, booking_id
      limit ${sql.lit(BATCH_ROWS)}
      for update skip locked
    ), dated as (
      update booking
      set collection_date = shipment_copy.object ->> 'collection_date'
      from batch join shipment_copy using (environment_id, shipment_id)
      where booking.environment_id = batch.environment_id and booking.booking_id = batch.booking_id
    )
    select environment_id, booking_id from batch order by environment_id desc, booking_id desc limit 1`.execute(db)
  const last = rows[0]
  return last && [last.environment_id, last.booking_id]
}
