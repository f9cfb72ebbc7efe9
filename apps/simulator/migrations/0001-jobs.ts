import { type Kysely, sql } from 'kysely'

/** Jobs of simulated carriers with what they report, drafts, and faults. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // charges: what the carrier charges or credits for changes of the job.
  await sql`
    create table job (
      job_id text primary key,
      carrier_code text not null,
      carrier_account_id text not null,
      idempotency_key text not null,
      request_hash text not null,
      reference text not null,
      tracking_number text not null,
      request jsonb not null,
      code text not null,
      driver jsonb not null,
      drivers_count integer not null default 1,
      facts_count integer not null default 0,
      eta_from timestamptz not null,
      eta_to timestamptz not null,
      charges jsonb not null default '[]',
      created_at timestamptz not null,
      next_step_at timestamptz,
      constraint job_idempotency_key unique (carrier_account_id, idempotency_key)
    )`.execute(db)
  await sql`create index job_reference on job (reference, carrier_account_id)`.execute(db)
  await sql`create index job_due on job (next_step_at) where next_step_at is not null`.execute(db)
  await sql`create index job_age on job (created_at)`.execute(db)

  await sql`
    create table fact (
      job_id text not null references job,
      number integer not null,
      body jsonb not null,
      may_be_overtaken boolean not null default false,
      callback_due_at timestamptz,
      callback_attempts integer not null default 0,
      reported_at timestamptz,
      primary key (job_id, number)
    )`.execute(db)
  await sql`create index fact_due on fact (callback_due_at) where callback_due_at is not null`.execute(db)

  // Jobs that a carrier knows and that are not bought.
  await sql`
    create table draft (
      draft_id text primary key,
      carrier_code text not null,
      carrier_account_id text not null,
      request jsonb not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index draft_age on draft (created_at)`.execute(db)

  await sql`
    create table failed_booking (
      carrier_account_id text not null,
      idempotency_key text not null,
      failures integer not null,
      primary key (carrier_account_id, idempotency_key)
    )`.execute(db)

  // public_id: of faults that merchants plan for their test environments; null for faults of testers, which do not expire.
  await sql`
    create table fault (
      fault_id bigint generated always as identity primary key,
      public_id text,
      carrier_code text,
      carrier_account_id text,
      operation text not null,
      mode text not null,
      delay_ms integer not null,
      times integer,
      remaining integer not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz
    )`.execute(db)
  await sql`create unique index fault_public_id on fault (public_id)`.execute(db)
}
