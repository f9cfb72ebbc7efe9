import { type Kysely, sql } from 'kysely'

/** Operations on bookings, and attempts at carriers. */
export async function up(db: Kysely<never>): Promise<void> {
  // kind recall: cancels a job that the carrier has and Waybill has no booking for. kind cancel_booking: leaves the shipment.
  // answered_pending: the caller was answered before the outcome was known: a repeat gets the present state, not a replay.
  await sql`
    create table operation (
      environment_id text not null,
      op_id text not null,
      kind text not null check (kind in ('book', 'cancel', 'cancel_booking', 'update', 'dispatch', 'recall')),
      shipment_id text not null,
      booking_id text,
      claim_id text not null,
      state text not null default 'open' check (state in ('open', 'ended')),
      step text not null,
      desired jsonb not null,
      context jsonb not null,
      outcome jsonb,
      answered_pending boolean not null default false,
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
  await sql`create index operation_ended on operation (ended_at) where state = 'ended'`.execute(db)

  // draft_id: what the carrier has prepared and is about to be asked to buy.
  await sql`
    create table carrier_attempt (
      environment_id text not null,
      attempt_id text not null,
      booking_id text not null,
      op_id text not null,
      carrier_code text not null,
      carrier_account_id text not null,
      quote_option_id text not null,
      draft_id text,
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

  // Decisions of operators about bookings in doubt.
  await sql`
    create table attempt_resolution (
      environment_id text not null,
      attempt_id text not null,
      booking_id text not null,
      outcome text not null check (outcome in ('booked', 'not_booked')),
      carrier_job_id text,
      note text,
      resolved_at timestamptz not null default now(),
      primary key (environment_id, attempt_id),
      foreign key (environment_id, attempt_id) references carrier_attempt (environment_id, attempt_id)
    )`.execute(db)
}
