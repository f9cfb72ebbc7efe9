import { type Kysely, sql } from 'kysely'

/** Quotes with their options. */
export async function up(db: Kysely<never>): Promise<void> {
  // request_id links the quote's exchanges with carriers to it.
  await sql`
    create table quote (
      environment_id text not null,
      quote_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      merchant_order_ref text not null,
      shipment_id text not null,
      shipment_created boolean not null default false,
      status text not null,
      route_revision integer not null,
      request_id text,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      selected_option_id text,
      booking_id text,
      messages jsonb not null,
      sequence integer not null,
      primary key (environment_id, quote_id)
    )`.execute(db)
  await sql`create index quote_newest on quote (environment_id, requested_at desc, quote_id desc)`.execute(db)
  await sql`
    create index quote_by_status on quote (environment_id, status, requested_at desc, quote_id desc)`.execute(db)
  await sql`create index quote_by_shipment on quote (environment_id, shipment_id)`.execute(db)
  await sql`create index quote_open_by_expiry on quote (expires_at) where status = 'pending'`.execute(db)

  // exponent: digits of the amounts, so that they keep their meaning. carried_by: the carrier behind an aggregator.
  await sql`
    create table quote_option (
      environment_id text not null,
      quote_option_id text not null,
      quote_id text not null,
      rank smallint not null,
      carrier_code text not null,
      carrier_name text not null,
      service_code text not null,
      service_name text,
      carrier_account_id text not null,
      carried_by text,
      currency text not null,
      exponent smallint not null,
      amount_minor bigint not null,
      tax_minor bigint not null,
      price_lines jsonb not null,
      transit_days integer not null,
      eta_from timestamptz not null,
      eta_to timestamptz not null,
      eta_precision text not null,
      features jsonb not null,
      max_weight_grams bigint not null,
      expires_at timestamptz not null,
      carrier_rate_id text,
      primary key (environment_id, quote_option_id),
      foreign key (environment_id, quote_id) references quote (environment_id, quote_id)
    )`.execute(db)
  await sql`create index quote_option_by_quote on quote_option (environment_id, quote_id, rank)`.execute(db)
}
