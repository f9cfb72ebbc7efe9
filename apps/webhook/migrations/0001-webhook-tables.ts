import { type Kysely, sql } from 'kysely'

/**
 * Subscriptions with their secrets and the health of their receivers; the event log, deliveries and attempts, in monthly
 * partitions by the event's own time; the queue of deliveries still to be sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscription (
      environment_id text not null,
      subscription_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      status text not null check (status in ('active', 'paused', 'disabled')),
      url text not null,
      events text[] not null,
      disabled_reason text check (disabled_reason in ('gone', 'failing')),
      version integer not null default 1,
      sequence bigint not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, subscription_id)
    )`.execute(db)

  await sql`
    create table subscription_secret (
      environment_id text not null,
      subscription_id text not null,
      secret_id text not null,
      key_id text not null,
      sealed bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      primary key (environment_id, subscription_id, secret_id),
      foreign key (environment_id, subscription_id) references subscription on delete cascade
    )`.execute(db)

  // A separate table from subscription, because claims lock this row many times a second.
  await sql`
    create table endpoint (
      environment_id text not null,
      subscription_id text not null,
      failing_since timestamptz,
      failure_count integer not null default 0,
      last_success_at timestamptz,
      tests_in_window integer not null default 0,
      test_window_from timestamptz not null default '-infinity',
      primary key (environment_id, subscription_id),
      foreign key (environment_id, subscription_id) references subscription on delete cascade
    ) with (fillfactor = 50)`.execute(db)

  await sql`
    create table environment_position (
      environment_id text primary key,
      last_position bigint not null
    ) with (fillfactor = 50)`.execute(db)

  // payload is text, not jsonb, so that the exact stored bytes are signed and sent.
  await sql`
    create table event (
      environment_id text not null,
      event_id text not null,
      event_at timestamptz not null,
      position bigint,
      type text not null,
      subject_type text not null,
      subject_id text not null,
      sequence bigint,
      payload text not null,
      traceparent text,
      primary key (environment_id, event_id, event_at)
    ) partition by range (event_at)`.execute(db)
  await sql`create index event_log on event (environment_id, position) where position is not null`.execute(db)
  await sql`create table event_default partition of event default`.execute(db)

  await sql`
    create table delivery (
      environment_id text not null,
      delivery_id text not null,
      event_at timestamptz not null,
      subscription_id text not null,
      event_id text not null,
      event_type text not null,
      status text not null
        check (status in ('pending', 'succeeded', 'retrying', 'failed', 'paused', 'cancelled')),
      attempt_count integer not null default 0,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (environment_id, delivery_id, event_at),
      unique (environment_id, subscription_id, event_id, event_at)
    ) partition by range (event_at)`.execute(db)
  await sql`create table delivery_default partition of delivery default`.execute(db)

  await sql`
    create table attempt (
      environment_id text not null,
      delivery_id text not null,
      attempt_id text not null,
      event_at timestamptz not null,
      subscription_id text not null,
      trigger text not null check (trigger in ('event', 'retry', 'manual', 'test', 'replay')),
      started_at timestamptz not null,
      duration_ms integer not null,
      response_status smallint,
      response_headers jsonb not null,
      response_body text,
      error_code text,
      primary key (environment_id, delivery_id, attempt_id, event_at)
    ) partition by range (event_at)`.execute(db)
  await sql`create table attempt_default partition of attempt default`.execute(db)

  // Holds unfinished deliveries only, so that the cost of a claim depends neither on history nor on partitions.
  // lane 0: first attempts; lane 1: retries.
  await sql`
    create table delivery_queue (
      environment_id text not null,
      delivery_id text not null,
      subscription_id text not null,
      event_id text not null,
      event_at timestamptz not null,
      trigger text not null check (trigger in ('event', 'manual', 'test', 'replay')),
      lane smallint not null default 0,
      due_at timestamptz not null default now(),
      attempts_made integer not null default 0,
      claim_id uuid,
      lease_until timestamptz,
      primary key (environment_id, delivery_id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`.execute(db)
  await sql`
    create index delivery_queue_waiting on delivery_queue (environment_id, subscription_id, lane, due_at)
    where claim_id is null`.execute(db)
  await sql`
    create index delivery_queue_claimed on delivery_queue (environment_id, subscription_id, lease_until)
    where claim_id is not null`.execute(db)
}
