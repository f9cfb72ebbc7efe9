import { type Kysely, sql } from 'kysely'

/** Booked shipments past their collection date, whose booking is cancelled at the carrier before they expire. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column expiry_asked_at timestamptz`.execute(db)
  await sql`alter table shipment drop constraint shipment_claim_kind_check`.execute(db)
  await sql`
    alter table shipment add constraint shipment_claim_kind_check
    check (claim_kind in ('book', 'dispatch', 'cancel', 'update', 'expire')) not valid`.execute(db)
  await sql`alter table claim drop constraint claim_kind_check`.execute(db)
  await sql`
    alter table claim add constraint claim_kind_check
    check (kind in ('book', 'dispatch', 'cancel', 'update', 'expire')) not valid`.execute(db)
  await sql`
    create index shipment_booked_to_expire on shipment (collection_at)
    where status = 'ready' and booking_id is not null`.execute(db)
}
