import { type Kysely, sql } from 'kysely'

export const inBatches = true

/** Lists of returns. Other shipments have no entry. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists shipment_return`.execute(db)
  await sql`
    create index concurrently shipment_return
    on shipment (environment_id, created_at desc, shipment_id desc)
    where return_terms is not null`.execute(db)
  await sql`drop index concurrently if exists shipment_by_original`.execute(db)
  await sql`
    create index concurrently shipment_by_original
    on shipment (environment_id, (return_terms ->> 'return_of'))
    where return_terms is not null`.execute(db)
}
