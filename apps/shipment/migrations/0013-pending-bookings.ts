import { type Kysely, sql } from 'kysely'

/** The booking that the holder of a claim has opened, and that no carrier has taken yet. Of no use once the claim has ended. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table shipment add column pending_booking_id text`.execute(db)
}
