/** SQL of the relay: the lanes of the outbox and their unpublished events. */
import { type Kysely, sql } from 'kysely'

const EVENTS_PER_LANE = 64
/** A lane's batch ends with the event that reaches this, so that large events do not fill the memory. */
const BYTES_PER_LANE = 256 * 1024

export interface OutboxRow {
  position: number
  event_id: string
  environment_id: string
  type: string
  subject_type: string
  subject_id: string
  sequence: number | null
  occurred_at: Date
  /** JSON. */
  public: string | null
  /** JSON. */
  internal: string | null
  traceparent: string | null
  created_at: Date
}

export interface Taken {
  found: boolean
  /** Whether the relay has every lane now. */
  all: boolean
  /** Whether other relays hold lanes that have unpublished events. */
  others: boolean
}

/**
 * Leases the lanes that have unpublished events and no other holder; with `all`, and if there are any events, every lane
 * without another holder.
 */
export const takeLanes = (relayId: string, { leaseMs, all }: { leaseMs: number; all: boolean }) => sql<Taken>`
  with waiting as materialized (
    select lane from outbox_lane
    where exists (select from outbox where outbox.lane = outbox_lane.lane and published_at is null)
  ), taken as (
    update outbox_lane set lease_id = ${relayId}, lease_until = now() + ${leaseMs} * interval '1 ms'
    where lane in (
      select lane from outbox_lane
      where (lease_until < now() or lease_id = ${relayId})
        and (lane in (select lane from waiting) or (${all}::boolean and exists (select from waiting)))
      order by lane
      for update skip locked
    )
    returning lane
  )
  select exists (select from taken join waiting using (lane)) as found,
    (select count(*) from taken) = (select count(*) from outbox_lane) as all,
    exists (select from waiting where lane not in (select lane from taken)) as others`

/**
 * The first unpublished events of each lane of the relay, in the order of positions, without the subjects named.
 * A separate statement: one that also took the lanes would use a snapshot from before the former holder marked its rows.
 * Selects unpublished rows rather than rows past a position, because positions become visible out of order.
 */
export const readBatch = (relayId: string, withoutSubjects: string[]) => sql<OutboxRow>`
  select position, event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at, public, internal,
    traceparent, created_at
  from (select lane from outbox_lane where lease_id = ${relayId}) as taken
  cross join lateral (
    select *, sum(coalesce(octet_length(public), 0) + coalesce(octet_length(internal), 0)) over (
      order by position rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select position, event_id, environment_id, type, subject_type, subject_id, sequence, occurred_at,
        public::text as public, internal::text as internal, traceparent, created_at
      from outbox
      where outbox.lane = taken.lane and published_at is null
        and environment_id || ' ' || subject_id <> all (${withoutSubjects}::text[])
      order by position
      limit ${EVENTS_PER_LANE}
    ) as first
  ) as batch
  where coalesce(bytes_before, 0) < ${BYTES_PER_LANE}
  order by position`

/** Whether the batch of a lane may have ended at its limit. */
export const mayHoldMore = (rows: OutboxRow[]): boolean =>
  rows.length >= EVENTS_PER_LANE ||
  rows.reduce((bytes, row) => bytes + Buffer.byteLength(`${row.public ?? ''}${row.internal ?? ''}`), 0) >=
    BYTES_PER_LANE

export async function extendLeases<DB>(db: Kysely<DB>, relayId: string, leaseMs: number): Promise<void> {
  await sql`
    update outbox_lane set lease_until = now() + ${leaseMs} * interval '1 ms' where lease_id = ${relayId}`.execute(db)
}

/** Marks the events as published and releases all lanes, unless the relay keeps them. */
export async function markPublished<DB>(
  db: Kysely<DB>,
  relayId: string,
  { rows, keepsLanes }: { rows: OutboxRow[]; keepsLanes: boolean },
): Promise<void> {
  await sql`
    with marked as (
      update outbox set published_at = now()
      where position = any (${rows.map((row) => row.position)}::bigint[])
    )
    update outbox_lane set lease_id = null, lease_until = '-infinity'
    where lease_id = ${relayId} and not ${keepsLanes}::boolean`.execute(db)
}

/** Marks events as published that were not read from the table. */
export async function markByIds<DB>(db: Kysely<DB>, eventIds: readonly string[]): Promise<void> {
  await sql`
    update outbox set published_at = now() from outbox_lane
    where outbox.lane = outbox_lane.lane and published_at is null
      and event_id = any (${eventIds}::text[])`.execute(db)
}

export async function releaseLanes<DB>(db: Kysely<DB>, relayId: string): Promise<void> {
  await sql`
    update outbox_lane set lease_id = null, lease_until = '-infinity' where lease_id = ${relayId}`.execute(db)
}

/** Tells the relays of the schema that this one waits for their lanes. */
export async function askForLanes<DB>(db: Kysely<DB>, relayId: string): Promise<void> {
  await sql`select pg_notify('outbox_' || current_schema(), ${relayId})`.execute(db)
}

export async function oldestUnpublishedSeconds<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(oldest.created_at)), 0)::float8 as seconds
    from outbox_lane
    cross join lateral (
      select created_at from outbox
      where outbox.lane = outbox_lane.lane and published_at is null
      order by position limit 1
    ) as oldest`.execute(db)
  return rows[0]?.seconds ?? 0
}
