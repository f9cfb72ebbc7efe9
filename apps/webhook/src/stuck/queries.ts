/** Queries for stuck work in the webhook service. Each returns the oldest first. */
import type { StuckQuery, StuckRow } from '@waybill/chassis/stuck/stuck-checks'
import { sql } from 'kysely'
import { hasLowBacklog } from '../catch-up/repository.ts'
import type { Reader } from '../db.ts'
import { lanes } from '../endpoints/lanes.ts'
import { PARTITIONED_TABLES, partitionName } from '../partitions/repository.ts'
import { belowLimitsAt, freeSlotsAt, type QueueLimits } from '../queue/free-slots-repository.ts'
import { hasCapacity } from '../replays/repository.ts'

/** Expired partitions are dropped every hour: one that has expired since is not stuck, whatever age is asked for. */
const DROPPED_WITHIN_SECONDS = 7_200

/**
 * Deliveries that a dispatcher has claimed and not released after its lease; and for each endpoint and lane the oldest of
 * those that are due, where nothing is being sent although nothing keeps it from being sent.
 */
export async function findStuckDeliveries(
  db: Reader,
  limits: QueueLimits,
  { afterSeconds, limit }: StuckQuery,
): Promise<StuckRow[]> {
  const before = sql`now() - ${afterSeconds} * interval '1 second'`
  const { rows } = await sql<StuckRow>`
    with due as materialized (
      select environment_id, subscription_id, lane, count(*) as deliveries, min(due_at) as oldest_due_at
      from delivery_queue
      where claim_id is null and predecessor_id is null and due_at < ${before}
      group by environment_id, subscription_id, lane
    ), room as materialized (
      ${freeSlotsAt(sql`(select distinct environment_id, subscription_id, ${limits.endpoint}::int from due)`)}
    ), below as materialized (
      ${belowLimitsAt(sql`(select distinct environment_id, subscription_id from due)`, limits)}
    ), unsent as (
      select due.*, case when lane = ${sql.lit(lanes.test)} then oldest_due_at
        else greatest(oldest_due_at, not_before) end as since
      from due join room using (environment_id, subscription_id) join below using (environment_id, subscription_id)
      where free_for_tests = ${limits.endpoint}::int and (lane = ${sql.lit(lanes.test)} or free > 0)
    )
    select id, environment_id as "environmentId", since, why, count(*) over () as total
    from (
      select delivery_id as id, environment_id, lease_until as since,
        'claimed, and its lease has ended; subscription ' || subscription_id as why
      from delivery_queue where claim_id is not null and lease_until < ${before}
      union all
      select oldest.delivery_id, environment_id, since,
        'due and not sent, with ' || deliveries - 1 || ' others of subscription ' || subscription_id
      from unsent cross join lateral (
        select delivery_id from delivery_queue as queued
        where queued.environment_id = unsent.environment_id and queued.subscription_id = unsent.subscription_id
          and queued.lane = unsent.lane and claim_id is null and predecessor_id is null
        order by due_at limit 1
      ) as oldest
    ) as found
    where since < ${before}
    order by since limit ${limit}`.execute(db)
  return rows
}

/** Running replays that could continue and do not. */
export async function findStuckReplays(
  db: Reader,
  { maxWaiting }: { maxWaiting: number },
  { afterSeconds, limit }: StuckQuery,
): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select replay_id as id, environment_id as "environmentId", replay.updated_at as since,
      'no batch since ' || scanned_count || ' events; subscription ' || subscription_id as why,
      count(*) over () as total
    from replay
    join subscription using (environment_id, subscription_id)
    where replay.status = 'running' and replay.updated_at < now() - ${afterSeconds} * interval '1 second'
      and subscription.status = 'active' and ${hasCapacity(maxWaiting)}
    order by replay.updated_at limit ${limit}`.execute(db)
  return rows
}

/** Subscriptions that are behind, could continue from the event log and do not. */
export async function findStuckBehind(
  db: Reader,
  { share }: { share: number },
  { afterSeconds, limit }: StuckQuery,
): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select subscription_id as id, environment_id as "environmentId", behind.updated_at as since,
      'behind, with few deliveries waiting, and not continued from position ' || position as why,
      count(*) over () as total
    from behind_subscription as behind
    join subscription using (environment_id, subscription_id)
    where behind.updated_at < now() - ${afterSeconds} * interval '1 second'
      and subscription.status = 'active' and ${hasLowBacklog(share)}
    order by behind.updated_at limit ${limit}`.execute(db)
  return rows
}

/** Deletions of subscriptions whose open deliveries are not being cancelled. */
export async function findStuckDeletions(db: Reader, { afterSeconds, limit }: StuckQuery): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select subscription_id as id, environment_id as "environmentId", updated_at as since,
      'no batch of its deliveries was cancelled since' as why, count(*) over () as total
    from subscription_deletion
    where updated_at < now() - ${afterSeconds} * interval '1 second'
    order by updated_at limit ${limit}`.execute(db)
  return rows
}

/**
 * Monthly partitions that do not exist although they are made two months ahead, and those that should have been dropped.
 * `keptDays`: retention by table.
 */
export async function findStuckPartitions(
  db: Reader,
  keptDays: Record<(typeof PARTITIONED_TABLES)[number], number>,
  { afterSeconds, limit }: StuckQuery,
  now = new Date(),
): Promise<StuckRow[]> {
  const months = [0, 1].map((offset) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)))
  const wanted = PARTITIONED_TABLES.flatMap((table) =>
    months.map((month) => ({
      name: partitionName(table, month),
      since: new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 2)),
    })),
  )
  const graceMs = Math.max(afterSeconds, DROPPED_WITHIN_SECONDS) * 1_000
  const kept = PARTITIONED_TABLES.map((table) => ({
    table,
    days: keptDays[table],
    first: partitionName(table, new Date(now.getTime() - keptDays[table] * 86_400_000 - graceMs)),
  }))
  const { rows } = await sql<StuckRow>`
    with found as (
      select wanted.name as id, wanted.since, 'does not exist: its events go to the default partition' as why
      from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ since }) => since)}::timestamptz[])
        as wanted (name, since)
      where to_regclass(wanted.name) is null
      union all
      select relname, (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'utc'
        + kept.days * interval '1 day',
        'is not dropped, although all of its rows are older than the retention'
      from unnest(${kept.map(({ table }) => table)}::text[], ${kept.map(({ first }) => first)}::text[],
          ${kept.map(({ days }) => days)}::float8[])
        as kept (parent, first, days)
      join pg_inherits on inhparent = kept.parent::regclass
      join pg_class on pg_class.oid = inhrelid
      where relname ~ '_[0-9]{4}_[0-9]{2}$' and relname < kept.first
    )
    select id, null as "environmentId", since, why, count(*) over () as total
    from found order by since limit ${limit}`.execute(db)
  return rows
}
