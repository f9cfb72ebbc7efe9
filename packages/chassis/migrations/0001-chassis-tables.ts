import { type Kysely, sql } from 'kysely'

/** Creates the outbox, its lanes, the inbox, cursors, parked events and idempotency records in the service's schema. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
      public jsonb,
      internal jsonb,
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

  await sql`
    create table inbox (
      environment_id text not null,
      event_id text not null,
      consumer text not null,
      received_at timestamptz not null default now(),
      primary key (environment_id, event_id, consumer)
    )`.execute(db)
  await sql`create index inbox_received on inbox (received_at)`.execute(db)

  await sql`
    create table inbox_cursor (
      environment_id text not null,
      consumer text not null,
      subject_type text not null,
      subject_id text not null,
      last_sequence bigint not null,
      primary key (environment_id, consumer, subject_type, subject_id)
    )`.execute(db)

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
      reason text not null check (reason in ('gap', 'error')),
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
}
