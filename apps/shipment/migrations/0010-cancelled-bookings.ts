import { type Kysely, sql } from 'kysely'

/** Claims of operations that cancel a booking and leave its shipment. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  // Not valid: rows that are there fit the narrower check, and need not be read again under the lock.
  await sql`
    alter table shipment
      drop constraint shipment_claim_kind_check,
      add constraint shipment_claim_kind_check
        check (claim_kind in ('book', 'dispatch', 'cancel', 'cancel_booking', 'update', 'expire')) not valid`.execute(
    db,
  )
  await sql`
    alter table claim
      drop constraint claim_kind_check,
      add constraint claim_kind_check
        check (kind in ('book', 'dispatch', 'cancel', 'cancel_booking', 'update', 'expire')) not valid`.execute(db)
}
