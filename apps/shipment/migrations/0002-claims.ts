import { type Kysely, sql } from 'kysely'

/** Operations that have claimed a shipment, the last event applied of each booking, and the shipment of each quote. */
export async function up(db: Kysely<never>): Promise<void> {
  // kind null: the claim was released before it was taken. kind cancel_booking: cancels the booking and leaves the shipment.
  await sql`
    create table claim (
      environment_id text not null,
      claim_id text not null,
      shipment_id text not null,
      kind text check (kind in ('book', 'dispatch', 'cancel', 'cancel_booking', 'update', 'expire')),
      state text not null check (state in ('held', 'deferred', 'applied', 'settled')),
      outcome text,
      patch jsonb,
      reason_code text,
      reason_note text,
      booking_ended boolean not null default false,
      request_id text,
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      primary key (environment_id, claim_id),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
  await sql`
    create index claim_held on claim (created_at, environment_id, claim_id) where state = 'held'`.execute(db)
  await sql`
    create index claim_ended on claim (coalesce(settled_at, created_at)) where state <> 'held'`.execute(db)

  // updated_at: when the last event came, to the day.
  await sql`
    create table followed_booking (
      environment_id text not null,
      booking_id text not null,
      last_sequence integer not null,
      updated_at timestamptz not null default now(),
      primary key (environment_id, booking_id)
    )`.execute(db)
  await sql`create index followed_booking_age on followed_booking (updated_at)`.execute(db)

  await sql`
    create table quote_registration (
      environment_id text not null,
      quote_id text not null,
      shipment_id text not null,
      created_at timestamptz not null default now(),
      primary key (environment_id, quote_id),
      foreign key (environment_id, shipment_id) references shipment (environment_id, shipment_id)
    )`.execute(db)
  await sql`create index quote_registration_age on quote_registration (created_at)`.execute(db)
}
