import { type Kysely, sql } from 'kysely'

/** Terms that a search finds shipments by, and merchants' pickup locations with their hours. */
export async function up(db: Kysely<never>): Promise<void> {
  // Without a foreign key, which would read the shipment for each term.
  await sql`
    create table search_term (
      environment_id text not null,
      shipment_id text not null,
      term text collate "C" not null,
      primary key (environment_id, shipment_id, term)
    )`.execute(db)
  await sql`create index search_term_by_term on search_term (environment_id, term, shipment_id)`.execute(db)

  // place_key: the parts of the address that a courier sees.
  await sql`
    create table pickup_location (
      environment_id text not null,
      pickup_location_id text not null,
      location_id text not null,
      name text,
      address jsonb not null,
      place_key text not null,
      hours jsonb not null,
      closed_dates text[] not null,
      time_zone text,
      holidays text not null,
      sequence integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, pickup_location_id),
      unique (environment_id, location_id),
      unique (environment_id, place_key)
    )`.execute(db)
}
