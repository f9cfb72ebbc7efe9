import { type Kysely, sql } from 'kysely'

/** Subscriptions with their secrets, the health and pace of their receivers, replays, and missed periods. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // deleted_at: the row is kept, without its secrets, so that its deliveries can be read.
  await sql`
    create table subscription (
      environment_id text not null,
      subscription_id text not null,
      merchant_id text not null,
      livemode boolean not null,
      status text not null check (status in ('active', 'paused', 'disabled')),
      url text not null,
      events text[] not null,
      ordering text not null default 'none' check (ordering in ('none', 'per_subject')),
      verbose_events boolean not null default true,
      disabled_reason text check (disabled_reason in ('gone', 'failing')),
      version integer not null default 1,
      sequence bigint not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
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

  // Background work that cancels the open deliveries of a deleted subscription.
  await sql`
    create table subscription_deletion (
      environment_id text not null,
      subscription_id text not null,
      reached_event_id text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (environment_id, subscription_id),
      foreign key (environment_id, subscription_id) references subscription on delete cascade
    )`.execute(db)

  // A separate table from subscription, because claims lock this row many times a second.
  // send_limit, not_before, breaker: the pace of the receiver; not_before is the end of a pause.
  await sql`
    create table endpoint (
      environment_id text not null,
      subscription_id text not null,
      failing_since timestamptz,
      failure_count integer not null default 0,
      failures_in_row integer not null default 0,
      last_success_at timestamptz,
      breaker text not null default 'closed' check (breaker in ('closed', 'open')),
      send_limit smallint check (send_limit > 0),
      slow_downs integer not null default 0,
      not_before timestamptz,
      tests_in_window integer not null default 0,
      test_window_from timestamptz not null default '-infinity',
      primary key (environment_id, subscription_id),
      foreign key (environment_id, subscription_id) references subscription on delete cascade
    ) with (fillfactor = 50)`.execute(db)

  await sql`
    create table replay (
      environment_id text not null,
      replay_id text not null,
      subscription_id text not null,
      status text not null check (status in ('running', 'completed', 'cancelled')),
      since timestamptz not null,
      until timestamptz not null,
      events text[] not null,
      reached_at timestamptz not null,
      reached_event_id text not null,
      scanned_count bigint not null default 0,
      queued_count bigint not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (environment_id, replay_id),
      foreign key (environment_id, subscription_id) references subscription on delete cascade
    )`.execute(db)
  await sql`create index replay_running on replay (updated_at) where status = 'running'`.execute(db)
  await sql`create index replay_of_subscription on replay (environment_id, subscription_id, replay_id)`.execute(db)

  // Periods whose events got no delivery.
  await sql`
    create table missed_period (
      environment_id text not null,
      subscription_id text not null,
      reason text not null check (reason in ('paused', 'expired')),
      since timestamptz not null,
      until timestamptz not null,
      event_count bigint,
      recorded_at timestamptz not null default now(),
      primary key (environment_id, subscription_id, reason)
    )`.execute(db)
}
