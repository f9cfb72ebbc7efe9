import { type Kysely, sql } from 'kysely'

/** Accounts with carriers, their reports and documents, and the log of exchanges with them. */
export async function up(db: Kysely<never>): Promise<void> {
  // The copy of merchants' accounts. Carriers without such accounts have rows with the revision 0.
  // called_back_at: when the carrier first called back. Until then its jobs are polled often.
  await sql`
    create table carrier_account (
      carrier_account_id text primary key,
      environment_id text not null,
      carrier_code text not null,
      livemode boolean not null,
      revision integer not null default 0,
      endpoint text,
      enabled boolean not null default true,
      deleted boolean not null default false,
      key_id text,
      sealed bytea,
      released_at timestamptz,
      called_back_at timestamptz
    )`.execute(db)
  await sql`
    create index carrier_account_to_release on carrier_account (carrier_account_id)
    where deleted and released_at is null`.execute(db)

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
  await sql`create index tracking_fact_unclaimed on tracking_fact (received_at) where booking_id is null`.execute(db)

  await createDocuments(db)

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

async function createDocuments(db: Kysely<never>): Promise<void> {
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
  // Without compression: labels are read in parts, and to read a part of a compressed value PostgreSQL decompresses all that
  // comes before it. PDF and PNG are compressed already.
  await sql`alter table label alter column content set storage external`.execute(db)

  // Photos and signatures of proofs: where the carrier has them, and once they are fetched where Waybill does.
  await sql`
    create table proof_media (
      environment_id text not null,
      pod_id text not null,
      name text not null,
      carrier_account_id text not null,
      carrier_job_id text not null,
      fact_key text not null,
      content_type text not null,
      signer_name text,
      source_url text,
      source_bytes bytea,
      state text not null default 'due' check (state in ('due', 'stored', 'failed', 'erased')),
      object_key text,
      sha256 text,
      attempts integer not null default 0,
      due_at timestamptz not null default now(),
      primary key (environment_id, pod_id, name)
    )`.execute(db)
  await sql`create index proof_media_due on proof_media (due_at) where state = 'due'`.execute(db)
}
