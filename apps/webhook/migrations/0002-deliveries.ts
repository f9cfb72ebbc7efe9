import { type Kysely, sql } from 'kysely'

/**
 * The event log, deliveries and attempts, in monthly partitions by the event's own time; the queue of deliveries still to be
 * sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createEvents(db)
  await createDeliveries(db)
  await createQueue(db)
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  // behind: subscriptions that have reached their share of the backlog quota. In the row whose lock serialises ingestion, so
  // that ingestion reads it under the lock without another statement.
  await sql`
    create table environment_position (
      environment_id text primary key,
      last_position bigint not null,
      behind text[] not null default '{}'
    ) with (fillfactor = 50)`.execute(db)

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

  // payload is text, not jsonb, so that the exact stored bytes are signed and sent.
  // detailed_by: types of the more specific events of the same change, by which the event is left out for subscriptions
  // without verbose_events.
  await sql`
    create table event (
      environment_id text not null,
      event_id text not null,
      event_at timestamptz not null,
      position bigint,
      type text not null,
      detailed_by text[],
      subject_type text not null,
      subject_id text not null,
      sequence bigint,
      payload text not null,
      traceparent text,
      primary key (environment_id, event_id, event_at)
    ) partition by range (event_at)`.execute(db)
  await sql`create index event_log on event (environment_id, position) where position is not null`.execute(db)
  await sql`
    create index event_of_subject on event (environment_id, subject_id, position)
    where position is not null`.execute(db)
  await sql`
    create index event_time on event (environment_id, event_at, event_id) where position is not null`.execute(db)
  // Finds out whether the previous event of a subject has arrived.
  await sql`
    create index event_subject on event (environment_id, subject_id, sequence) where sequence is not null`.execute(db)
  await sql`create table event_default partition of event default`.execute(db)
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
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
  // The result of an attempt changes no indexed column: with free space in the page it needs no index entry.
  await sql`create table delivery_default partition of delivery default with (fillfactor = 80)`.execute(db)

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
}

async function createQueue(db: Kysely<unknown>): Promise<void> {
  // Holds unfinished deliveries only, so that the cost of a claim depends neither on history nor on partitions.
  // lane 0: first attempts; lane 1: retries. ordered_subject, ordered_sequence: for subscriptions with order per subject.
  // The foreign key releases the waiting row whenever its predecessor is deleted, and blocks a row that is about to wait
  // for one that is being deleted until that transaction ends.
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
      ordered_subject text,
      ordered_sequence bigint,
      predecessor_id text,
      claim_id uuid,
      lease_until timestamptz,
      primary key (environment_id, delivery_id),
      foreign key (environment_id, predecessor_id) references delivery_queue (environment_id, delivery_id)
        on delete set null (predecessor_id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`.execute(db)
  // Rows that wait for a predecessor are not in the index that claims read.
  await sql`
    create index delivery_queue_waiting on delivery_queue (environment_id, subscription_id, lane, due_at)
    where claim_id is null and predecessor_id is null`.execute(db)
  await sql`
    create index delivery_queue_claimed on delivery_queue (environment_id, subscription_id, lease_until)
    where claim_id is not null`.execute(db)
  await sql`
    create index delivery_queue_order
    on delivery_queue (environment_id, subscription_id, ordered_subject, ordered_sequence)
    where ordered_subject is not null`.execute(db)
  await sql`
    create index delivery_queue_successor on delivery_queue (environment_id, predecessor_id)
    where predecessor_id is not null`.execute(db)
}
