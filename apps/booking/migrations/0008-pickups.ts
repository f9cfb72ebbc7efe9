import { type Kysely, sql } from 'kysely'

/** Pickups of booked parcels by their carrier, and the bookings of each. */
export async function up(db: Kysely<never>): Promise<void> {
  // step: what the carrier is to be asked next; null: nothing. in_doubt: it may have scheduled the pickup. sent_at: when it was
  // first asked since it is in doubt. jobs: without personal data. Amounts count 10^-exponent of the currency.
  await sql`
    create table pickup (
      environment_id text not null,
      pickup_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      request_id text not null,
      carrier_code text not null,
      carrier_account_id text not null,
      status text not null,
      step text,
      window_from timestamptz not null,
      window_to timestamptz not null,
      address jsonb,
      instructions text,
      jobs jsonb not null,
      booking_ids text[] not null,
      max_price jsonb,
      draft_id text,
      carrier_pickup_id text,
      confirmation text,
      price jsonb,
      in_doubt boolean not null default false,
      sent_at timestamptz,
      not_found_seen integer not null default 0,
      error jsonb,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      lease_id uuid,
      lease_until timestamptz,
      cancel_requested_at timestamptz,
      scheduled_at timestamptz,
      cancelled_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (environment_id, pickup_id)
    )`.execute(db)
  await sql`create index pickup_due on pickup (due_at, pickup_id) where step is not null`.execute(db)
  await sql`create index pickup_account on pickup (environment_id, carrier_account_id) where step is not null`.execute(
    db,
  )

  // live: the pickup is requested or scheduled, and no other one may take the booking.
  await sql`
    create table pickup_booking (
      environment_id text not null,
      pickup_id text not null,
      booking_id text not null,
      live boolean not null default true,
      primary key (environment_id, pickup_id, booking_id)
    )`.execute(db)
  await sql`create unique index pickup_booking_live on pickup_booking (environment_id, booking_id) where live`.execute(
    db,
  )
  await sql`create index pickup_booking_booking on pickup_booking (environment_id, booking_id)`.execute(db)
}
