import { type Kysely, sql } from 'kysely'

/** Merchants' accounts with carriers, their own rate cards, and the log of exchanges with carriers. */
export async function up(db: Kysely<never>): Promise<void> {
  // origin: where the pickups are for which the account is asked; null: anywhere.
  await sql`
    create table carrier_account (
      environment_id text not null,
      carrier_account_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      carrier_code text not null,
      name text not null,
      endpoint text,
      enabled boolean not null,
      services jsonb,
      origin jsonb,
      status text not null check (status in ('unverified', 'verified', 'failing')),
      failure jsonb,
      verified_at timestamptz,
      credential_names jsonb not null,
      key_id text,
      sealed bytea,
      revision integer not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      primary key (environment_id, carrier_account_id),
      check ((key_id is null) = (sealed is null))
    )`.execute(db)
  await sql`
    create index carrier_account_failing on carrier_account (updated_at)
    where status = 'failing' and enabled and deleted_at is null`.execute(db)

  // Merchants' prices for deliveries by their own drivers.
  await sql`
    create table rate_card (
      environment_id text not null,
      rate_card_id text not null,
      enabled boolean not null,
      document jsonb not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, rate_card_id)
    )`.execute(db)

  // For support.
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
