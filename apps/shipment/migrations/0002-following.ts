import { type Kysely, sql } from 'kysely'

/**
 * Positions of timeline entries in the order in which they were stored, and public tracking pages. Existing entries have
 * no position and come before all others; existing shipments have no page.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create sequence timeline_position`.execute(db)
  await sql`alter table timeline add column position bigint`.execute(db)
  await sql`alter table timeline alter column position set default nextval('timeline_position')`.execute(db)
  await sql`alter table shipment add column tracking_token text, add column tracking_url text`.execute(db)
  await sql`
    create unique index shipment_by_tracking_token on shipment (tracking_token)
    where tracking_token is not null`.execute(db)
}
