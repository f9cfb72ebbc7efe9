import { type Kysely, sql } from 'kysely'

/** Number, page, status, price and refund of each of several parcels. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table booking add column parcels jsonb`.execute(db)
}
