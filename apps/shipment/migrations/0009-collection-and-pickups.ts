import { type Kysely, sql } from 'kysely'

/**
 * The collection date as merchants wrote it, and pickup locations with their hours. Older rows keep null, which is the UTC
 * date of `collection_at`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table shipment
      add column collection_date text,
      add column collection_all_day boolean not null default false`.execute(db)
  await sql`
    create table pickup_location (
      environment_id text not null,
      pickup_location_id text not null,
      location_id text not null,
      name text,
      address jsonb not null,
      hours jsonb not null,
      closed_dates text[] not null,
      time_zone text,
      holidays text not null,
      sequence integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, pickup_location_id),
      unique (environment_id, location_id)
    )`.execute(db)
}
