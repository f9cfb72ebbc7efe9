/** What is measured of the queue and of endpoints. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { type Lane, lanes } from '../repository/lanes.ts'

export interface QueueDepth {
  lane: Lane
  due: number
  /** How long the one that is due longest has waited. */
  oldestDueSeconds: number
}

/** What is due and waits to be sent, and for nothing else. */
export async function readQueueDepth(db: Reader): Promise<QueueDepth[]> {
  const { rows } = await sql<{ lane: Lane; due: number; oldest_due_seconds: number }>`
    select lanes.name as lane, count(queued.due_at) as due,
      coalesce(extract(epoch from now() - min(queued.due_at)), 0)::float8 as oldest_due_seconds
    from unnest(${Object.values(lanes)}::smallint[], ${Object.keys(lanes)}::text[]) as lanes (lane, name)
    left join delivery_queue as queued
      on queued.lane = lanes.lane and queued.claim_id is null and queued.predecessor_id is null
        and queued.due_at <= now()
    group by lanes.name`.execute(db)
  return rows.map((row) => ({ lane: row.lane, due: row.due, oldestDueSeconds: row.oldest_due_seconds }))
}

/** `half_open`: its pause is over, and one send at a time finds out whether it is there again. */
export type EndpointSpeed = 'full' | 'slowed' | 'open' | 'half_open'

/** How many endpoints are sent to how fast. */
export async function readEndpointSpeeds(db: Reader): Promise<{ speed: EndpointSpeed; endpoints: number }[]> {
  const { rows } = await sql<{ speed: EndpointSpeed; endpoints: number }>`
    select speeds.speed, count(endpoint.environment_id) as endpoints
    from (values ('full'), ('slowed'), ('open'), ('half_open')) as speeds (speed)
    left join endpoint on speeds.speed = case
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
