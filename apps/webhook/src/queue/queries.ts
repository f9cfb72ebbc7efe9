/** What is measured of the queue and of endpoints. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { type Lane, lanes } from './lanes.ts'
import { roomAt } from './room-repository.ts'

export interface QueueDepth {
  lane: Lane
  /** Whatever it waits for. */
  due: number
  /** How long the longest has waited that could be sent: a receiver's pauses and what it is slow with are not counted. */
  oldestDueSeconds: number
}

/**
 * What is due, and how long it has waited for us. Counts what is due in the order of its index, then looks at each
 * endpoint once, however much is due there.
 */
export async function readQueueDepth(db: Reader, { endpointLimit }: { endpointLimit: number }): Promise<QueueDepth[]> {
  const { rows } = await sql<{ lane: Lane; due: number; oldest_due_seconds: number }>`
    with due as materialized (
      select environment_id, subscription_id, lane, count(*) as deliveries, min(due_at) as oldest_due_at
      from delivery_queue
      where claim_id is null and predecessor_id is null and due_at <= now()
      group by environment_id, subscription_id, lane
    ), room as materialized (
      ${roomAt(sql`(select distinct environment_id, subscription_id from due)`, endpointLimit)}
    ), sendable as (
      select lane, case when lane = ${sql.lit(lanes.test)} then oldest_due_at
        else greatest(oldest_due_at, not_before) end as since
      from due join room using (environment_id, subscription_id)
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

/** `half_open`: its pause is over, and one send at a time finds out whether it is there again. */
export type EndpointSpeed = 'full' | 'slowed' | 'open' | 'half_open'

/** How many endpoints are sent to how fast, those of active subscriptions. */
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

/** Bytes of the tables that grow with traffic, their indexes and partitions included. */
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
