/** The queue of what is still to be sent: finding what is due, claiming it, giving it back. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../db.ts'
import type { DeliveryTrigger } from './deliveries.ts'

export interface EndpointKey {
  environmentId: string
  subscriptionId: string
}

export interface WaitingEndpoint extends EndpointKey {
  /** Something waits whose time has come. */
  isDue: boolean
  /** Deliveries that some dispatcher is sending to it. */
  inFlight: number
}

const START: EndpointKey = { environmentId: '', subscriptionId: '' }

/**
 * Endpoints that something waits for, in the order of their ids, after one of them (null: from the first).
 * Jumps from endpoint to endpoint in the index: what it costs does not depend on how much waits for each.
 */
export async function findWaitingEndpoints(
  db: Reader,
  after: EndpointKey | null,
  limit: number,
): Promise<WaitingEndpoint[]> {
  const { environmentId, subscriptionId } = after ?? START
  const { rows } = await sql<{ environment_id: string; subscription_id: string; is_due: boolean; in_flight: number }>`
    with recursive waiting as (
      (
        select environment_id, subscription_id, lane, due_at, 1 as place from delivery_queue
        where claim_id is null and (environment_id, subscription_id) > (${environmentId}, ${subscriptionId})
        order by environment_id, subscription_id, lane, due_at limit 1
      )
      union all
      select next.*, waiting.place + 1
      from waiting cross join lateral (
        select environment_id, subscription_id, lane, due_at from delivery_queue
        where claim_id is null
          and (environment_id, subscription_id) > (waiting.environment_id, waiting.subscription_id)
        order by environment_id, subscription_id, lane, due_at limit 1
      ) as next
      where waiting.place < ${limit}
    )
    select environment_id, subscription_id,
      due_at <= now() or lane = 0 and exists (
        select from delivery_queue as queued
        where queued.environment_id = waiting.environment_id and queued.subscription_id = waiting.subscription_id
          and queued.claim_id is null and queued.lane = 1 and queued.due_at <= now()
      ) as is_due,
      (
        select count(*) from delivery_queue as queued
        where queued.environment_id = waiting.environment_id and queued.subscription_id = waiting.subscription_id
          and queued.claim_id is not null
      ) as in_flight
    from waiting order by place`.execute(db)
  return rows.map((row) => ({
    environmentId: row.environment_id,
    subscriptionId: row.subscription_id,
    isDue: row.is_due,
    inFlight: row.in_flight,
  }))
}

/**
 * Locks endpoints, in the order of their ids, against claims and changes of their health; leaves out those that
 * another transaction holds. A statement of its own, so that what is counted next is counted as of after the lock:
 * in one statement with the claim, two dispatchers would both find the same room.
 */
export async function lockEndpoints(trx: Writer, endpoints: readonly EndpointKey[]): Promise<EndpointKey[]> {
  const { rows } = await sql<{ environment_id: string; subscription_id: string }>`
    select endpoint.environment_id, endpoint.subscription_id
    from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])
      as wanted (environment_id, subscription_id)
    join endpoint using (environment_id, subscription_id)
    order by endpoint.environment_id, endpoint.subscription_id
    for update of endpoint skip locked`.execute(trx)
  return rows.map((row) => ({ environmentId: row.environment_id, subscriptionId: row.subscription_id }))
}

/** Takes what waits for subscriptions that are not active out of the queue; the deliveries become `paused`. */
export async function pauseWaiting(trx: Writer, endpoints: readonly EndpointKey[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with taken as (
      delete from delivery_queue as queued
      using unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])
          as locked (environment_id, subscription_id)
        join subscription using (environment_id, subscription_id)
      where queued.environment_id = subscription.environment_id
        and queued.subscription_id = subscription.subscription_id
        and queued.claim_id is null and queued.trigger <> 'test' and subscription.status <> 'active'
      returning queued.environment_id, queued.delivery_id, queued.event_at
    )
    update delivery set status = 'paused', next_attempt_at = null
    from taken
    where delivery.environment_id = taken.environment_id and delivery.delivery_id = taken.delivery_id
      and delivery.event_at = taken.event_at`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** A delivery to be sent now, with all that the sender needs. */
export interface ClaimedDelivery extends EndpointKey {
  deliveryId: string
  eventId: string
  eventAt: Date
  trigger: DeliveryTrigger
  /** Before this one. */
  attemptsMade: number
  url: string
  payload: string
  traceparent: string | null
  /** Newest first. */
  secrets: { secretId: string; keyId: string; sealed: Buffer }[]
}

interface ClaimedRow {
  environment_id: string
  subscription_id: string
  delivery_id: string
  event_id: string
  event_at: Date
  trigger: DeliveryTrigger
  attempts_made: number
  url: string
  payload: string
  traceparent: string | null
  secrets: { secret_id: string; key_id: string; sealed: string }[]
}

/**
 * Claims what is due at endpoints that the caller has locked: at most `limit` in all, and per endpoint no more than
 * leaves `endpointLimit` in flight. First attempts come before retries, and every endpoint's first one before any
 * endpoint's second one. A claim lasts for `leaseMs` by the database's clock.
 */
export async function claimDue(
  trx: Writer,
  endpoints: readonly EndpointKey[],
  claim: { claimId: string; leaseMs: number; limit: number; endpointLimit: number },
): Promise<ClaimedDelivery[]> {
  const due = (lane: 0 | 1) => sql`
    (
      select environment_id, delivery_id, lane, due_at from delivery_queue as queued
      where queued.environment_id = room.environment_id and queued.subscription_id = room.subscription_id
        and claim_id is null and lane = ${sql.lit(lane)} and due_at <= now() and (room.is_active or trigger = 'test')
      order by due_at limit room.free
    )`
  const { rows } = await sql<ClaimedRow>`
    with room as materialized (
      select subscription.environment_id, subscription.subscription_id, status = 'active' as is_active,
        greatest(0, ${claim.endpointLimit}::int - (
          select count(*) from delivery_queue as queued
          where queued.environment_id = subscription.environment_id
            and queued.subscription_id = subscription.subscription_id and claim_id is not null
        )) as free
      from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])
        as locked (environment_id, subscription_id)
      join subscription using (environment_id, subscription_id)
    ), due as (
      select found.*, free,
        row_number() over (partition by room.environment_id, room.subscription_id order by lane, due_at) as place
      from room cross join lateral (${due(0)} union all ${due(1)}) as found
    ), picked as (
      select environment_id, delivery_id from due where place <= free order by lane, place, due_at limit ${claim.limit}
    ), claimed as (
      update delivery_queue as queued
      set claim_id = ${claim.claimId}, lease_until = now() + ${claim.leaseMs} * interval '1 ms'
      from picked
      where queued.environment_id = picked.environment_id and queued.delivery_id = picked.delivery_id
      returning queued.*
    )
    select claimed.environment_id, claimed.subscription_id, claimed.delivery_id, claimed.event_id, claimed.event_at,
      claimed.trigger, claimed.attempts_made, subscription.url, event.payload, event.traceparent,
      (
        select coalesce(json_agg(json_build_object(
          'secret_id', secret_id, 'key_id', key_id, 'sealed', encode(sealed, 'base64')
        ) order by created_at desc), '[]')
        from subscription_secret as secret
        where secret.environment_id = claimed.environment_id and secret.subscription_id = claimed.subscription_id
          and (expires_at is null or expires_at > now())
      ) as secrets
    from claimed
    join subscription using (environment_id, subscription_id)
    join event using (environment_id, event_id, event_at)`.execute(trx)
  return rows.map(claimedDelivery)
}

const claimedDelivery = (row: ClaimedRow): ClaimedDelivery => ({
  environmentId: row.environment_id,
  subscriptionId: row.subscription_id,
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  eventAt: row.event_at,
  trigger: row.trigger,
  attemptsMade: row.attempts_made,
  url: row.url,
  payload: row.payload,
  traceparent: row.traceparent,
  secrets: row.secrets.map(({ secret_id, key_id, sealed }) => ({
    secretId: secret_id,
    keyId: key_id,
    sealed: Buffer.from(sealed, 'base64'),
  })),
})

/** Gives claimed deliveries back unsent; another dispatcher, or this one, may claim them at once. */
export async function releaseClaims(
  db: Reader,
  claims: readonly { environmentId: string; deliveryId: string; claimId: string }[],
): Promise<void> {
  await sql`
    update delivery_queue as queued set claim_id = null, lease_until = null
    from unnest(${environmentIds(claims)}::text[], ${claims.map(({ deliveryId }) => deliveryId)}::text[],
      ${claims.map(({ claimId }) => claimId)}::uuid[]) as given (environment_id, delivery_id, claim_id)
    where queued.environment_id = given.environment_id and queued.delivery_id = given.delivery_id
      and queued.claim_id = given.claim_id`.execute(db)
}

/** Ends leases that have run out, their dispatchers being dead or stuck; answers how many. */
export async function releaseExpiredClaims(db: Reader, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update delivery_queue set claim_id = null, lease_until = null
    where (environment_id, delivery_id) in (
      select environment_id, delivery_id from delivery_queue
      where claim_id is not null and lease_until < now()
      limit ${limit}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

const environmentIds = (rows: readonly { environmentId: string }[]) => rows.map(({ environmentId }) => environmentId)
const subscriptionIds = (rows: readonly EndpointKey[]) => rows.map(({ subscriptionId }) => subscriptionId)
