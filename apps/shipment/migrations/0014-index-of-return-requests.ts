import { type Kysely, sql } from 'kysely'

export const inBatches = true

/** Returns that recipients ask for, without an answer. Other shipments have no entry. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index concurrently if exists shipment_return_request`.execute(db)
  await sql`
    create index concurrently shipment_return_request
    on shipment (environment_id, created_at desc, shipment_id desc)
    where return_terms -> 'by_recipient' is not null and return_terms -> 'decision' is null
      and status = 'ready' and booking_id is null and claim_id is null`.execute(db)
}
