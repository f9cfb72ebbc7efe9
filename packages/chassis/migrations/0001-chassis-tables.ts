import { type Kysely, sql } from 'kysely'

/** The tables that every service has: outbox and its lanes, inbox, idempotency records, erasures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createOutbox(db)
  await createInbox(db)

  await sql`
    create table idempotency_record (
      environment_id text not null,
      op_id text not null,
      route text not null,
      idempotency_key text,
      request_hash text not null,
      state text not null check (state in ('started', 'finished')),
      status smallint,
      body bytea,
      etag text,
      minted jsonb not null default '{}',
      lease_id uuid,
      lease_until timestamptz,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      primary key (environment_id, op_id)
    )`.execute(db)
  await sql`
    create unique index idempotency_record_key on idempotency_record (environment_id, route, idempotency_key)
    where idempotency_key is not null`.execute(db)
  await sql`create index idempotency_record_created on idempotency_record (created_at)`.execute(db)

  // Subjects whose personal data has been or is being erased in this schema.
  await sql`
    create table erasure (
      environment_id text not null,
      subject_id text not null,
      subject_type text not null,
      is_recent boolean not null,
      cause text not null check (cause in ('operator', 'retention')),
      note text,
      erased_at timestamptz not null,
      passes smallint not null default 0,
      tries smallint not null default 0,
      due_at timestamptz,
      hindrance text,
      primary key (environment_id, subject_id)
    )`.execute(db)
  await sql`create index erasure_due on erasure (due_at) where due_at is not null`.execute(db)
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  // public, internal: json, not jsonb: json keeps the order of fields as written.
  await sql`
    create table outbox (
      position bigint generated always as identity primary key,
      lane smallint not null
        generated always as ((hashtextextended(environment_id || ':' || subject_id, 0) & 15)::smallint) stored,
      event_id text not null,
      environment_id text not null,
      type text not null,
      subject_type text not null,
      subject_id text not null,
      sequence bigint,
      occurred_at timestamptz not null,
      public json,
      internal json,
      traceparent text,
      created_at timestamptz not null default now(),
      published_at timestamptz
    ) with (autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await sql`create index outbox_unpublished on outbox (lane, position) where published_at is null`.execute(db)

  await sql`
    create table outbox_lane (
      lane smallint primary key,
      lease_id uuid,
      lease_until timestamptz not null default '-infinity'
    )`.execute(db)
  await sql`insert into outbox_lane (lane) select generate_series(0, 15)`.execute(db)
}

async function createInbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inbox (
      environment_id text not null,
      event_id text not null,
      consumer text not null,
      received_at timestamptz not null default now(),
      primary key (environment_id, event_id, consumer)
    )`.execute(db)
  await sql`create index inbox_received on inbox (received_at)`.execute(db)

  // updated_at: when the cursor was last moved, to the day.
  await sql`
    create table inbox_cursor (
      environment_id text not null,
      consumer text not null,
      subject_type text not null,
      subject_id text not null,
      last_sequence bigint not null,
      updated_at timestamptz not null default now(),
      primary key (environment_id, consumer, subject_type, subject_id)
    )`.execute(db)
  await sql`create index inbox_cursor_age on inbox_cursor (updated_at)`.execute(db)

  // reason newer: only a newer version can read the event. unknown_to: the versions that could not.
  await sql`
    create table inbox_parked (
      environment_id text not null,
      event_id text not null,
      consumer text not null,
      type text not null,
      subject_type text not null,
      subject_id text not null,
      sequence bigint,
      event jsonb not null,
      reason text not null check (reason in ('gap', 'error', 'newer')),
      unknown_to text[],
      error text,
      attempts integer not null,
      due_at timestamptz not null,
      first_failed_at timestamptz not null default now(),
      primary key (environment_id, event_id, consumer)
    )`.execute(db)
  await sql`create index inbox_parked_due on inbox_parked (due_at)`.execute(db)
  await sql`
    create index inbox_parked_gap on inbox_parked (environment_id, consumer, subject_type, subject_id, sequence)
    where reason = 'gap'`.execute(db)
}
