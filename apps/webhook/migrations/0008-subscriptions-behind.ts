import { type Kysely, sql } from 'kysely'

/** Subscriptions that have reached their share of the backlog quota, and periods whose events got no delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In the row whose lock serialises ingestion, so that ingestion reads it under the lock without another statement.
  await sql`alter table environment_position add column behind text[] not null default '{}'`.execute(db)

  // One row for each subscription in environment_position.behind. No foreign key: it would lock the subscription while
  // ingestion holds the lock of the position, and a change of the subscription takes these locks in the other order.
  await sql`
    create table behind_subscription (
      environment_id text not null,
      subscription_id text not null,
      position bigint not null,
      since timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (environment_id, subscription_id)
    ) with (fillfactor = 50)`.execute(db)

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
