import { type Kysely, sql } from 'kysely'

/**
 * Deleted subscriptions, kept without their secrets so that their deliveries can be read; background work that cancels
 * their open deliveries; replays; and the event log by subject and by time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column deleted_at timestamptz`.execute(db)

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

  await sql`
    create index event_of_subject on event (environment_id, subject_id, position)
    where position is not null`.execute(db)
  await sql`create index event_time on event (environment_id, event_at, event_id) where position is not null`.execute(
    db,
  )
}
