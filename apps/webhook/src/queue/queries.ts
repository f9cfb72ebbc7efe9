/** Measurements of the queue, endpoints and tables. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { type Lane, lanes } from '../endpoints/lanes.ts'
import { belowLimitsAt, freeSlotsAt, type QueueLimits } from './free-slots-repository.ts'

export interface QueueDepth {
  lane: Lane
  /** Deliveries due, including those that wait for their endpoint. */
  due: number
  /** Longest wait of a delivery that could be sent now. Pauses, slowness of the receiver and limits do not count. */
  oldestDueSeconds: number
}

/**
 * Deliveries due per lane, and the longest wait caused by this service. Counts in the order of an index, then reads each
 * endpoint once however many deliveries are due there.
 */
export async function readQueueDepth(db: Reader, limits: QueueLimits): Promise<QueueDepth[]> {
  const { rows } = await sql<{ lane: Lane; due: number; oldest_due_seconds: number }>`
    with due as materialized (
      select environment_id, subscription_id, lane, count(*) as deliveries, min(due_at) as oldest_due_at
      from delivery_queue
      where claim_id is null and predecessor_id is null and due_at <= now()
      group by environment_id, subscription_id, lane
    ), room as materialized (
      ${freeSlotsAt(sql`(select distinct environment_id, subscription_id, ${limits.endpoint}::int from due)`)}
    ), below as materialized (
      ${belowLimitsAt(sql`(select distinct environment_id, subscription_id from due)`, limits)}
    ), sendable as (
      select lane, case when lane = ${sql.lit(lanes.test)} then oldest_due_at
        else greatest(oldest_due_at, not_before) end as since
      from due join room using (environment_id, subscription_id) join below using (environment_id, subscription_id)
      where case when lane = ${sql.lit(lanes.test)} then free_for_tests else free end > 0
    )
    select lanes.name as lane,
      (select coalesce(sum(deliveries), 0)::bigint from due where due.lane = lanes.lane) as due,
      coalesce((
        select extract(epoch from now() - min(since)) from sendable where sendable.lane = lanes.lane
      ), 0)::float8 as oldest_due_seconds
    from unnest(${Object.values(lanes)}::smallint[], ${Object.keys(lanes)}::text[]) as lanes (lane, name)`.execute(db)
  return rows.map((row) => ({ lane: row.lane, due: row.due, oldestDueSeconds: row.oldest_due_seconds }))
}

/** `half_open`: the pause is over, and one send at a time probes whether the endpoint is available again. */
type EndpointSpeed = 'full' | 'slowed' | 'open' | 'half_open'

/** Endpoints of active subscriptions by speed. */
export async function readEndpointSpeeds(db: Reader): Promise<{ speed: EndpointSpeed; endpoints: number }[]> {
  const { rows } = await sql<{ speed: EndpointSpeed; endpoints: number }>`
    select speeds.speed, count(endpoint.environment_id) as endpoints
    from (values ('full'), ('slowed'), ('open'), ('half_open')) as speeds (speed)
    left join (
      endpoint join subscription using (environment_id, subscription_id)
    ) on subscription.status = 'active' and subscription.deleted_at is null and speeds.speed = case
      when breaker = 'open' and not_before > now() then 'open'
      when breaker = 'open' then 'half_open'
      when send_limit is not null then 'slowed'
      else 'full'
    end
    group by speeds.speed`.execute(db)
  return rows
}

/** Bytes of the tables that grow with traffic, including indexes and partitions. */
export async function readTableSizes(db: Reader): Promise<{ table: string; bytes: number }[]> {
  const { rows } = await sql<{ table: string; bytes: number }>`
    select tables.name as table, sum(pg_total_relation_size(tree.relid))::bigint as bytes
    from (values ('event'), ('delivery'), ('attempt'), ('delivery_queue')) as tables (name)
    cross join lateral (
      select relid from pg_partition_tree(tables.name::regclass)
      union select tables.name::regclass
    ) as tree
    group by tables.name`.execute(db)
  return rows
}
