import { type Kysely, sql } from 'kysely'

/** Exchanges with carriers, for support. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table carrier_exchange (
      environment_id text not null,
      exchange_id uuid not null default gen_random_uuid(),
      carrier_code text not null,
      carrier_account_id text not null,
      operation text not null,
      direction text not null check (direction in ('sent', 'received')),
      request_id text not null,
      reference text,
      method text not null,
      path text not null,
      request_text text,
      http_status smallint,
      response_text text,
      fault text,
      started_at timestamptz not null,
      duration_ms integer not null,
      primary key (environment_id, exchange_id)
    )`.execute(db)
  await sql`
    create index carrier_exchange_by_reference on carrier_exchange (environment_id, reference)
    where reference is not null`.execute(db)
  await sql`create index carrier_exchange_by_request on carrier_exchange (environment_id, request_id)`.execute(db)
  await sql`create index carrier_exchange_oldest on carrier_exchange (started_at)`.execute(db)
}
