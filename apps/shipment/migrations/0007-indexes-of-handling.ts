import { type Kysely, sql } from 'kysely'

export const inBatches = true

/** Lists of shipments that somebody takes care of, and of those on hold. Others have no entry. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists shipment_by_assignee`.execute(db)
  await sql`
    create index concurrently shipment_by_assignee
    on shipment (environment_id, assignee_id, created_at desc, shipment_id desc)
    where assignee_id is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_on_hold`.execute(db)
  await sql`
    create index concurrently shipment_on_hold on shipment (environment_id, created_at desc, shipment_id desc)
    where hold is not null`.execute(db)
}
