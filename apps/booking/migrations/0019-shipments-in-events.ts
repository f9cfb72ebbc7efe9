import { type Kysely, sql } from 'kysely'

/**
 * `shipment_status`: the status that the booking gives its shipment. `shown_shipment`: the shipment as in the last event of
 * the booking, so that the next one can name what has changed since.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`alter table booking add column shipment_status text, add column shown_shipment jsonb`.execute(db)
}
