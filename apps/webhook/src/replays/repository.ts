/** Replays and their progress. */
import type { Replay } from '@waybill/contracts/webhooks/replay'
import { type Selectable, sql } from 'kysely'
import type { Reader, ReplayTable, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'

const PRUNE_BATCH = 1_000

/** Stores a new replay without progress. */
export async function insertReplay(trx: Writer, replay: Replay): Promise<void> {
  await trx
    .insertInto('replay')
    .values({
      environment_id: replay.environmentId,
      replay_id: replay.replayId,
      subscription_id: replay.subscriptionId,
      status: replay.status,
      since: replay.since,
      until: replay.until,
      events: replay.events,
      reached_at: replay.since,
      reached_event_id: '',
      created_at: replay.createdAt,
      ended_at: null,
    })
    .execute()
}

export async function findReplay(
  db: Reader,
  { environmentId, subscriptionId }: EndpointKey,
  replayId: string,
): Promise<Replay | undefined> {
  const row = await db
    .selectFrom('replay')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('replay_id', '=', replayId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  return row && replayFromRow(row)
}

/** Number of running replays of a subscription. */
export async function countRunningReplays(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from replay
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId} and status = 'running'`.execute(trx)
  return rows[0]?.running ?? 0
}

/** Cancels a running replay; otherwise a no-op. Waits for its current batch. */
export async function cancelRunningReplay(
  trx: Writer,
  { environmentId, subscriptionId }: EndpointKey,
  { replayId, at }: { replayId: string; at: Date },
): Promise<void> {
  await sql`
    update replay set status = 'cancelled', ended_at = ${at}
    where environment_id = ${environmentId} and replay_id = ${replayId} and subscription_id = ${subscriptionId}
      and status = 'running'`.execute(trx)
}

/** Deletes a batch of the replays that ended before a time. Returns how many. */
export async function deleteEndedReplays(db: Reader, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from replay where (environment_id, replay_id) in (
      select environment_id, replay_id from replay where ended_at < ${before}
      limit ${PRUNE_BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Environments with replays that can continue, by the same conditions as `lockNextReplay`. */
export async function findEnvironmentsToReplay(db: Reader, { maxWaiting }: { maxWaiting: number }): Promise<string[]> {
  const { rows } = await sql<{ environment_id: string }>`
    with running as materialized (
      select distinct environment_id, subscription_id from replay where status = 'running'
    )
    select distinct environment_id from running as replay
    join subscription using (environment_id, subscription_id)
    where subscription.status = 'active' and ${hasCapacity(maxWaiting)}`.execute(db)
  return rows.map((row) => row.environment_id)
}

/**
 * Locks the replay of an environment that has waited longest, of those that can continue: the subscription is active and
 * has fewer than `maxWaiting` replayed deliveries waiting. Skips replays that another process has locked.
 */
export async function lockNextReplay(
  trx: Writer,
  environmentId: string,
  { maxWaiting }: { maxWaiting: number },
): Promise<{ replay: Replay; reachedEventId: string; verboseEvents: boolean } | undefined> {
  const { rows } = await sql<Selectable<ReplayTable> & { verbose_events: boolean }>`
    select replay.*, verbose_events from replay
    join subscription using (environment_id, subscription_id)
    where replay.environment_id = ${environmentId} and replay.status = 'running' and subscription.status = 'active'
      and ${hasCapacity(maxWaiting)}
    order by replay.updated_at limit 1
    for update of replay skip locked`.execute(trx)
  const [row] = rows
  if (row === undefined) return undefined
  return { replay: replayFromRow(row), reachedEventId: row.reached_event_id, verboseEvents: row.verbose_events }
}

/** Whether the subscription of `replay` has fewer than `maxWaiting` replayed deliveries waiting. */
export const hasCapacity = (maxWaiting: number) => sql`
  ${maxWaiting} > (
    select count(*) from (
      select from delivery_queue as queued
      where queued.environment_id = replay.environment_id and queued.subscription_id = replay.subscription_id
        and queued.lane = ${sql.lit(lanes.replay)} and queued.claim_id is null and queued.predecessor_id is null
      limit ${maxWaiting}
    ) as waiting
  )`

/** Stores the progress of a replay that the caller has locked. */
export async function updateReplay(trx: Writer, replay: Replay, reachedEventId: string): Promise<void> {
  await sql`
    update replay
    set status = ${replay.status}, reached_at = ${replay.reachedAt}, reached_event_id = ${reachedEventId},
      scanned_count = ${replay.scannedCount}, queued_count = ${replay.queuedCount}, ended_at = ${replay.endedAt},
      updated_at = now()
    where environment_id = ${replay.environmentId} and replay_id = ${replay.replayId}`.execute(trx)
}

interface LoggedEvent {
  eventId: string
  eventAt: Date
  type: string
  detailedBy: string[]
}

/** Events of the log in the order of their time, after one of them and before `until`. */
export async function findEventsBetween(
  db: Reader,
  environmentId: string,
  { after, until, limit }: { after: { eventAt: Date; eventId: string }; until: Date; limit: number },
): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select event_id as "eventId", event_at as "eventAt", type, coalesce(detailed_by, '{}') as "detailedBy" from event
    where environment_id = ${environmentId} and position is not null
      and event_at >= ${after.eventAt} and event_at < ${until}
      and (event_at, event_id) > (${after.eventAt}, ${after.eventId})
    order by event_at, event_id limit ${limit}`.execute(db)
  return rows
}

/**
 * How many events of each type, and of each set of more specific types, the log has from `since` and before `until`.
 * Counts the oldest `limit` events.
 */
export async function countEventsBetween(
  db: Reader,
  environmentId: string,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<(Pick<LoggedEvent, 'type' | 'detailedBy'> & { count: number })[]> {
  const { rows } = await sql<Pick<LoggedEvent, 'type' | 'detailedBy'> & { count: number }>`
    select type, detailed_by as "detailedBy", count(*)::int as count
    from (
      select type, coalesce(detailed_by, '{}') as detailed_by from event
      where environment_id = ${environmentId} and position is not null
        and event_at >= ${since} and event_at < ${until}
      order by event_at, event_id limit ${limit}
    ) as counted
    group by type, detailed_by`.execute(db)
  return rows
}

export const replayFromRow = (row: Selectable<ReplayTable>): Replay => ({
  environmentId: row.environment_id,
  replayId: row.replay_id,
  subscriptionId: row.subscription_id,
  status: row.status,
  since: row.since,
  until: row.until,
  events: row.events,
  scannedCount: row.scanned_count,
  queuedCount: row.queued_count,
  reachedAt: row.reached_at,
  createdAt: row.created_at,
  endedAt: row.ended_at,
})
