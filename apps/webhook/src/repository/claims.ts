/** Claiming what is due. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { DeliveryTrigger } from './deliveries.ts'
import { type Lane, lanes } from './lanes.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from './queue.ts'

/** What is looked at, as a multiple of what is claimed: some endpoints have less due than their share. */
const SHARES = 2

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
 * leaves `endpointLimit`, or its own limit, in flight. A lane comes before the next one, and in it every endpoint's
 * first before any endpoint's second. Tests are claimed whatever slows the endpoint down, or stops its subscription.
 * A claim lasts for `leaseMs` by the database's clock.
 */
export async function claimDue(
  trx: Writer,
  endpoints: readonly EndpointKey[],
  claim: { claimId: string; leaseMs: number; limit: number; endpointLimit: number },
): Promise<ClaimedDelivery[]> {
  // Looking at ten of each of a hundred endpoints to choose a hundred would cost as much as ten claims.
  const share = Math.ceil((SHARES * claim.limit) / endpoints.length)
  const due = (lane: Lane) => sql`
    (
      select environment_id, delivery_id, lane, due_at from delivery_queue as queued
      where queued.environment_id = room.environment_id and queued.subscription_id = room.subscription_id
        and claim_id is null and predecessor_id is null and lane = ${sql.lit(lanes[lane])} and due_at <= now()
      order by due_at limit ${lane === 'test' ? sql`room.free_for_tests` : sql`least(room.free, ${share}::int)`}
    )`
  const { rows } = await sql<ClaimedRow>`
    with room as materialized (
      select subscription.environment_id, subscription.subscription_id,
        greatest(0, ${claim.endpointLimit}::int - in_flight) as free_for_tests,
        case when status = 'active' and coalesce(not_before <= now(), true)
          then greatest(0, least(send_limit, ${claim.endpointLimit}::int) - in_flight) else 0 end as free
      from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[])
        as locked (environment_id, subscription_id)
      join subscription using (environment_id, subscription_id)
      join endpoint using (environment_id, subscription_id)
      cross join lateral (
        select count(*)::int as in_flight from delivery_queue as queued
        where queued.environment_id = subscription.environment_id
          and queued.subscription_id = subscription.subscription_id and claim_id is not null
      ) as claimed
    ), due as (
      select found.*, free,
        row_number() over (partition by room.environment_id, room.subscription_id order by lane, due_at) as place
      from room cross join lateral (
        ${due('test')} union all ${due('first')} union all ${due('retry')} union all ${due('replay')}
      ) as found
    ), picked as (
      select environment_id, delivery_id from due where place <= free or lane = ${sql.lit(lanes.test)}
      order by lane, place, due_at limit ${claim.limit}
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
