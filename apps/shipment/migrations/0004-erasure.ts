import { type Kysely, sql } from 'kysely'

/** Erased shipments, and those due for erasure. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table shipment add column erased_at timestamptz`.execute(db)
  // safe: written before the first release, when no installation had shipments to wait for
  await sql`
    create index shipment_to_erase on shipment (updated_at)
    where erased_at is null and status in ('delivered', 'returned', 'failed', 'cancelled', 'expired')`.execute(db)
}
