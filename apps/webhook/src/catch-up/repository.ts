/** Subscriptions that are behind the event log. */
import type { Ordering } from '@waybill/contracts/webhooks/subscription'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { lanes } from '../endpoints/lanes.ts'
import { BACKLOG_GROUPS, lowBacklog } from './backlog-share.ts'

/** A subscription that is behind, locked by the caller. */
export interface BehindSubscription extends EndpointKey {
  /** Its deliveries are stored for the events of the log up to this one. */
  position: number
  since: Date
  /** Types and wildcards, as requested. */
  events: string[]
  ordering: Ordering
  verboseEvents: boolean
}

/** Waiting deliveries that could be claimed. Replays have another limit, and few are being sent. */
const claimable = sql`claim_id is null and predecessor_id is null and lane < ${sql.lit(lanes.replay)}`
/** Those that wait for the previous one of their subject. */
const following = sql`claim_id is null and predecessor_id is not null and ordered_subject is not null`

/**
 * Counts the waiting deliveries of an environment's subscriptions of the `groups`, and puts those with more than a share
 * behind, from `position`, the last of the log. For a subscription that is not active, `paused` deliveries count: those
 * among its newest, of which some are tests. Returns the ids. The caller holds the lock of the environment's position.
 */
export async function putFullBehind(
  trx: Writer,
  environmentId: string,
  { position, share, groups }: { position: number; share: number; groups: readonly number[] },
): Promise<string[]> {
  const isOwn = sql`environment_id = served.environment_id and subscription_id = served.subscription_id`
  // Materialized, so that nothing is counted for the others. The last digit of an id is one of 32 at random.
  const { rows } = await sql<{ subscription_id: string }>`
    with served as materialized (
      select environment_id, subscription_id, status from subscription
      where environment_id = ${environmentId} and deleted_at is null
        and ascii(right(subscription_id, 1)) % ${sql.lit(BACKLOG_GROUPS)} = any (${groups}::integer[])
        and subscription_id not in (
          select unnest(behind) from environment_position where environment_id = ${environmentId}
        )
    )
    select subscription_id from served
    where ${share} < (
      select count(*) from (
        (select from delivery_queue where ${isOwn} and ${claimable} limit ${share + 1})
        union all
        (select from delivery_queue where ${isOwn} and ${following} limit ${share + 1})
      ) as waiting
    ) or status <> 'active' and ${share} < (
      select count(*) filter (where newest.status = 'paused') from (
        select status from delivery where ${isOwn} order by event_id desc limit ${2 * share}
      ) as newest
    )`.execute(trx)
  const ids = rows.map((row) => row.subscription_id)
  if (ids.length > 0) await putBehind(trx, environmentId, { subscriptionIds: ids, position })
  return ids
}

/** Puts subscriptions behind that are not. The caller holds the lock of the environment's position. */
export async function putBehind(
  trx: Writer,
  environmentId: string,
  { subscriptionIds, position }: { subscriptionIds: readonly string[]; position: number },
): Promise<void> {
  await sql`
    with put as (
      insert into behind_subscription (environment_id, subscription_id, position)
      select environment_id, subscription_id, ${position} from subscription
      where environment_id = ${environmentId} and subscription_id = any (${subscriptionIds}::text[])
        and deleted_at is null
      on conflict do nothing
      returning subscription_id
    )
    update environment_position set behind = behind || array(select subscription_id from put)
    where environment_id = ${environmentId}`.execute(trx)
}

/**
 * Whether the subscription `behind`, of the joined table `subscription`, has few enough deliveries waiting to continue.
 * First attempts that are due later do not count: they wait for an event that may be further on in the log.
 */
export function hasLowBacklog(share: number): RawBuilder<unknown> {
  const [low, most] = [lowBacklog(share), 2 * share]
  const own = sql`queued.environment_id = behind.environment_id and queued.subscription_id = behind.subscription_id`
  return sql`
    ${low} > (
      select count(*) from (
        select from delivery_queue as queued
        where ${own} and ${claimable} and (lane <> ${sql.lit(lanes.first)} or due_at <= now())
        limit ${low}
      ) as waiting
    ) and (
      subscription.ordering = 'none' or ${most} > (
        select count(*) from (
          select from delivery_queue as queued where ${own} and ${following} limit ${most}
        ) as waiting
      )
    )`
}

/** Environments with subscriptions that can continue, by the same conditions as `lockNextBehind`. */
export async function findEnvironmentsBehind(db: Reader, share: number): Promise<string[]> {
  const { rows } = await sql<{ environment_id: string }>`
    select distinct environment_id from behind_subscription as behind
    join subscription using (environment_id, subscription_id)
    where subscription.status = 'active' and ${hasLowBacklog(share)}`.execute(db)
  return rows.map((row) => row.environment_id)
}

/**
 * Locks the subscription of an environment that has waited longest, of those that can continue: it is active and has few
 * deliveries waiting. Skips those that another process has locked.
 */
export async function lockNextBehind(
  trx: Writer,
  environmentId: string,
  share: number,
): Promise<BehindSubscription | undefined> {
  const { rows } = await sql<{
    subscription_id: string
    position: number
    since: Date
    events: string[]
    ordering: Ordering
    verbose_events: boolean
  }>`
    select behind.subscription_id, position, since, events, ordering, verbose_events from behind_subscription as behind
    join subscription using (environment_id, subscription_id)
    where behind.environment_id = ${environmentId} and subscription.status = 'active' and ${hasLowBacklog(share)}
    order by behind.updated_at limit 1
    for update of behind skip locked`.execute(trx)
  const [row] = rows
  if (row === undefined) return undefined
  const { position, since, events, ordering } = row
  const verboseEvents = row.verbose_events
  return { environmentId, subscriptionId: row.subscription_id, position, since, events, ordering, verboseEvents }
}

/** Stores how far a subscription has come that the caller has locked. */
export async function updateBehind(trx: Writer, key: EndpointKey, position: number): Promise<void> {
  await sql`
    update behind_subscription set position = ${position}, updated_at = now()
    where environment_id = ${key.environmentId} and subscription_id = ${key.subscriptionId}`.execute(trx)
}

/** The last position of an environment's log. All events up to it are visible to the next statement. */
export async function readLastPosition(
  trx: Writer,
  environmentId: string,
  { lock }: { lock: boolean },
): Promise<number> {
  const { rows } = await sql<{ last_position: number }>`
    select last_position from environment_position where environment_id = ${environmentId}
    ${lock ? sql`for update` : sql``}`.execute(trx)
  return rows[0]?.last_position ?? 0
}

/**
 * Ends that a subscription is behind: from now on its deliveries are stored as events arrive. Locks the environment's
 * position until the transaction ends. Returns the position that it had reached, undefined if it was not behind.
 */
export async function endBehind(trx: Writer, key: EndpointKey): Promise<number | undefined> {
  const { environmentId, subscriptionId } = key
  // Locked before the position, as by a batch.
  await sql`
    select from behind_subscription
    where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
    for update`.execute(trx)
  await readLastPosition(trx, environmentId, { lock: true })
  const { rows } = await sql<{ position: number }>`
    with ended as (
      delete from behind_subscription
      where environment_id = ${environmentId} and subscription_id = ${subscriptionId}
      returning environment_id, subscription_id, position
    ), cleared as (
      update environment_position set behind = array_remove(behind, ended.subscription_id)
      from ended where environment_position.environment_id = ended.environment_id
    )
    select position from ended`.execute(trx)
  return rows[0]?.position
}
