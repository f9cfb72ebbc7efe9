import { type Kysely, sql } from 'kysely'

/** Operations that cancel a booking and leave its shipment. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  // Not valid: rows that are there fit the narrower check, and need not be read again under the lock.
  await sql`
    alter table operation
      drop constraint operation_kind_check,
      add constraint operation_kind_check
        check (kind in ('book', 'cancel', 'cancel_booking', 'update', 'dispatch', 'recall')) not valid`.execute(db)
}
