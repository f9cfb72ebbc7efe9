import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table quote (
      environment_id text not null,
      quote_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      merchant_order_ref text not null,
      shipment_id text not null,
      status text not null,
      route_revision integer not null,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      selected_option_id text,
      booking_id text,
      messages jsonb not null,
      sequence integer not null,
      primary key (environment_id, quote_id)
    )`.execute(db)
  await sql`create index quote_by_shipment on quote (environment_id, shipment_id)`.execute(db)
  await sql`create index quote_open_by_expiry on quote (expires_at) where status = 'pending'`.execute(db)
  await sql`
    create table quote_option (
      environment_id text not null,
      quote_option_id text not null,
      quote_id text not null,
      rank smallint not null,
      carrier_code text not null,
      service_code text not null,
      carrier_account_id text not null,
      currency text not null,
      amount_minor bigint not null,
      tax_minor bigint not null,
      eta_from timestamptz not null,
      eta_to timestamptz not null,
      max_weight_grams bigint not null,
      expires_at timestamptz not null,
      carrier_rate_id text,
      primary key (environment_id, quote_option_id),
      foreign key (environment_id, quote_id) references quote (environment_id, quote_id)
    )`.execute(db)
  await sql`create index quote_option_by_quote on quote_option (environment_id, quote_id, rank)`.execute(db)
}
