import { type Kysely, sql } from 'kysely'

/**
 * The pace of an endpoint (a send limit, a pause, a breaker), order per subject for ordered subscriptions, and free space in
 * the pages of deliveries for their results.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscription
      add column ordering text not null default 'none' check (ordering in ('none', 'per_subject'))`.execute(db)

  await sql`
    alter table endpoint
      add column breaker text not null default 'closed' check (breaker in ('closed', 'open')),
      add column send_limit smallint check (send_limit > 0),
      add column failures_in_row integer not null default 0,
      add column slow_downs integer not null default 0,
      add column slowed_at timestamptz,
      add column not_before timestamptz`.execute(db)

  // The foreign key releases the waiting row whenever its predecessor is deleted, and blocks a row that is about to wait
  // for one that is being deleted until that transaction ends.
  await sql`
    alter table delivery_queue
      add column ordered_subject text,
      add column ordered_sequence bigint,
      add column predecessor_id text,
      add foreign key (environment_id, predecessor_id) references delivery_queue (environment_id, delivery_id)
        on delete set null (predecessor_id)`.execute(db)
  await sql`
    create index delivery_queue_order
    on delivery_queue (environment_id, subscription_id, ordered_subject, ordered_sequence)
    where ordered_subject is not null`.execute(db)
  await sql`
    create index delivery_queue_successor on delivery_queue (environment_id, predecessor_id)
    where predecessor_id is not null`.execute(db)
  // Rows that wait for a predecessor are not in the index that claims read.
  await sql`drop index delivery_queue_waiting`.execute(db)
  await sql`
    create index delivery_queue_waiting on delivery_queue (environment_id, subscription_id, lane, due_at)
    where claim_id is null and predecessor_id is null`.execute(db)

  // Finds out whether the previous event of a subject has arrived.
  await sql`
    create index event_subject on event (environment_id, subject_id, sequence) where sequence is not null`.execute(db)

  // The result of an attempt changes no indexed column: with free space in the page it needs no index entry.
  const { rows } = await sql<{ partition: string }>`
    select inhrelid::regclass::text as partition from pg_inherits where inhparent = 'delivery'::regclass`.execute(db)
  for (const { partition } of rows) {
    await sql`alter table ${sql.raw(partition)} set (fillfactor = 80)`.execute(db)
  }
}
