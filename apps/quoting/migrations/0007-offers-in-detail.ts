import { type Kysely, sql } from 'kysely'

/** What merchants read of an offer: names, days of transport, parts of the price, features. Null in older rows. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table quote_option
      add column carrier_name text,
      add column service_name text,
      add column transit_days integer,
      add column price_lines jsonb,
      add column features jsonb`.execute(db)
}
