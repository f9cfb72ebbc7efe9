import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table operation (
      environment_id text not null,
      op_id text not null,
      kind text not null check (kind in ('book', 'cancel', 'update', 'dispatch')),
      shipment_id text not null,
      booking_id text,
      claim_id text not null,
      state text not null default 'open' check (state in ('open', 'ended')),
      step text not null,
      desired jsonb not null,
      context jsonb not null,
      outcome jsonb,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      lease_id uuid,
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (environment_id, op_id)
    )`.execute(db)
  await sql`create index operation_due on operation (next_attempt_at) where state = 'open'`.execute(db)
  await sql`create index operation_by_claim on operation (environment_id, claim_id)`.execute(db)

  await sql`
    create table booking (
      environment_id text not null,
      booking_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      shipment_id text not null,
      quote_id text not null,
      quote_option_id text not null,
      quote_option jsonb not null,
      status text not null,
      carrier_code text not null,
      carrier_account_id text not null,
      carrier_job_id text,
      has_label boolean not null default false,
      label_due boolean not null default false,
      driver jsonb,
      incident text,
      failure_reason text,
      booked_at timestamptz not null,
      cancelled_at timestamptz,
      cancellation_reason_code text,
      cancellation_reason_note text,
      pod jsonb,
      settled boolean not null default false,
      closed_by_us boolean not null default false,
      picked_up boolean not null default false,
      cancelling jsonb,
      dispatch_until timestamptz,
      track_due_at timestamptz,
      sequence integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, booking_id)
    )`.execute(db)
  await sql`
    create unique index booking_live on booking (environment_id, shipment_id)
    where status not in ('delivered', 'returned', 'failed', 'cancelled')`.execute(db)
  await sql`create index booking_by_shipment on booking (environment_id, shipment_id, created_at)`.execute(db)
  await sql`create index booking_track_due on booking (track_due_at) where track_due_at is not null`.execute(db)

  await sql`
    create table carrier_attempt (
      environment_id text not null,
      attempt_id text not null,
      booking_id text not null,
      op_id text not null,
      carrier_code text not null,
      carrier_account_id text not null,
      quote_option_id text not null,
      callback_url text,
      state text not null check (state in ('sending', 'unknown', 'accepted', 'refused')),
      carrier_job_id text,
      reported_job_id text,
      not_found_seen integer not null default 0,
      failure jsonb,
      sent_at timestamptz not null default now(),
      decided_at timestamptz,
      primary key (environment_id, attempt_id),
      foreign key (environment_id, booking_id) references booking (environment_id, booking_id)
    )`.execute(db)
  await sql`
    create unique index carrier_attempt_live on carrier_attempt (environment_id, booking_id)
    where state <> 'refused'`.execute(db)
  await sql`
    create index carrier_attempt_by_job on carrier_attempt (environment_id, carrier_account_id, carrier_job_id)
    where carrier_job_id is not null`.execute(db)

  await sql`
    create table carrier_account (
      carrier_account_id text primary key,
      environment_id text not null,
      carrier_code text not null,
      livemode boolean not null
    )`.execute(db)

  await sql`
    create table tracking_fact (
      environment_id text not null,
      carrier_account_id text not null,
      carrier_job_id text not null,
      fact_key text not null,
      booking_id text,
      reported boolean not null default false,
      fact jsonb not null,
      occurred_at timestamptz not null,
      received_at timestamptz not null,
      primary key (environment_id, carrier_account_id, carrier_job_id, fact_key)
    )`.execute(db)
  await sql`
    create index tracking_fact_by_booking on tracking_fact (environment_id, booking_id)
    where booking_id is not null`.execute(db)

  await sql`
    create table label (
      environment_id text not null,
      booking_id text not null,
      format text not null,
      content_type text not null,
      content bytea not null,
      primary key (environment_id, booking_id, format),
      foreign key (environment_id, booking_id) references booking (environment_id, booking_id)
    )`.execute(db)

  await sql`
    create table shipment_copy (
      environment_id text not null,
      shipment_id text not null,
      sequence integer not null,
      object jsonb not null,
      primary key (environment_id, shipment_id)
    )`.execute(db)
}
