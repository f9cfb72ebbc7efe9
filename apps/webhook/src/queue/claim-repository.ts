/** Claims of due deliveries. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { DeliveryTrigger } from '../deliveries/delivery.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import { freeSlotsOf } from './free-slots-repository.ts'
import { type Lane, lanes } from './lanes.ts'
import type { LockedEndpoint } from './repository.ts'

/** Rows read per row claimed: some endpoints have less due than their share. */
const READS_PER_CLAIM = 2

/** Terms of a claim. */
export interface ClaimTerms {
  claimId: string
  /** How long the claim lasts, by the database's clock. */
  leaseMs: number
  /** Most deliveries to claim. */
  limit: number
  /** Most deliveries in flight at one endpoint. */
  endpointLimit: number
}

/** A claimed delivery with all that the sender needs. */
export interface ClaimedDelivery {
  endpoint: LockedEndpoint
  deliveryId: string
  eventId: string
  eventAt: Date
  trigger: DeliveryTrigger
  /** Not counting this one. */
  attemptsMade: number
  payload: string
  traceparent: string | null
}

/** Per lane: the due time of the last claimed delivery. Claims start from there. */
export type ReachedDueAt = Partial<Record<Lane, Date>>

export interface ClaimResult {
  deliveries: ClaimedDelivery[]
  /** Due times of the claimed deliveries. */
  progress: { subscriptionId: string; lane: Lane; dueAt: Date }[]
  /** Subscriptions whose endpoint had free slots and nothing due. */
  exhausted: string[]
}

/** A claimed delivery; or an endpoint with free slots and nothing claimed, with nulls for the delivery. */
interface ClaimedRow {
  subscription_id: string
  lane: number
  due_at: Date
  delivery_id: string | null
  event_id: string
  event_at: Date
  trigger: DeliveryTrigger
  attempts_made: number
  payload: string
  traceparent: string | null
}

/**
 * Claims due deliveries at endpoints that the caller has locked: at most `limit` in total, and per endpoint only as many
 * as keep it within `endpointLimit` and its own send limit. Lanes are claimed in order; within a lane every endpoint's
 * first delivery comes before any endpoint's second. Tests ignore pauses, the endpoint's own send limit and the
 * subscription's status; manual redeliveries ignore pauses and that limit, and rank with first attempts across endpoints.
 * `reached` lets the claim skip what was claimed before. A delivery that became due earlier than that is not found.
 */
export async function claimDue(
  trx: Writer,
  endpoints: readonly LockedEndpoint[],
  claim: ClaimTerms,
  reached: (endpoint: EndpointKey) => ReachedDueAt = () => ({}),
): Promise<ClaimResult> {
  // Reading ten rows of each of 100 endpoints to choose 100 would cost as much as ten claims.
  const share = Math.ceil((READS_PER_CLAIM * claim.limit) / endpoints.length)
  const due = (lane: Lane) => sql`
    (
      select environment_id, delivery_id, lane, due_at, trigger from delivery_queue as queued
      where queued.environment_id = room.environment_id and queued.subscription_id = room.subscription_id
        and claim_id is null and predecessor_id is null and lane = ${sql.lit(lanes[lane])} and due_at <= now()
        and due_at >= begin.${sql.ref(lane)} ${lane === 'test' ? sql`and (trigger = 'test' or is_active)` : sql``}
      order by due_at limit ${lane === 'test' ? sql`room.free_for_tests` : sql`least(room.free, ${share}::int)`}
    )`
  const from = (lane: Lane) => endpoints.map((endpoint) => reached(endpoint)[lane] ?? '-infinity')
  const { rows } = await sql<ClaimedRow>`
    with room as materialized (
      ${freeSlotsOf(endpoints, claim.endpointLimit)}
    ), begin as (
      select * from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[],
        ${from('test')}::timestamptz[], ${from('first')}::timestamptz[], ${from('retry')}::timestamptz[],
        ${from('replay')}::timestamptz[]) as begin (environment_id, subscription_id, test, first, retry, replay)
    ), due as (
      select found.*, free,
        row_number() over (partition by room.environment_id, room.subscription_id order by lane, due_at) as place
      from room join begin using (environment_id, subscription_id) cross join lateral (
        ${due('test')} union all ${due('first')} union all ${due('retry')} union all ${due('replay')}
      ) as found
    ), picked as (
      select environment_id, delivery_id from due where place <= free or lane = ${sql.lit(lanes.test)}
      order by case when trigger = 'test' then lane else greatest(lane, ${sql.lit(lanes.first)}) end, place, due_at
      limit ${claim.limit}
    ), claimed as (
      update delivery_queue as queued
      set claim_id = ${claim.claimId}, lease_until = now() + ${claim.leaseMs} * interval '1 ms'
      from picked
      where queued.environment_id = picked.environment_id and queued.delivery_id = picked.delivery_id
      returning queued.*
    ), sent as materialized (
      select claimed.*, event.payload, event.traceparent
      from claimed join event using (environment_id, event_id, event_at)
    )
    select subscription_id, lane, due_at, delivery_id, event_id, event_at, trigger, attempts_made, payload, traceparent
    from sent
    union all
    -- Not a join: the planner expects one row on each side and would choose a nested loop over all of them.
    select subscription_id, null, null, null, null, null, null, null, null, null
    from room
    where free > 0 and (environment_id, subscription_id) not in (select environment_id, subscription_id from sent)`.execute(
    trx,
  )
  const byId = new Map(endpoints.map((endpoint) => [endpoint.subscriptionId, endpoint]))
  const claimed = rows.filter((row): row is SentRow => row.delivery_id !== null)
  return {
    deliveries: claimed.flatMap((row) => {
      const endpoint = byId.get(row.subscription_id)
      return endpoint ? [claimedDelivery(row, endpoint)] : []
    }),
    progress: claimed.map((row) => ({
      subscriptionId: row.subscription_id,
      lane: laneNames.get(row.lane) as Lane,
      dueAt: row.due_at,
    })),
    // Nothing was claimed here although the limit was not reached.
    exhausted: rows
      .filter((row) => row.delivery_id === null && claimed.length < claim.limit)
      .map((row) => row.subscription_id),
  }
}

type SentRow = ClaimedRow & { delivery_id: string }

const laneNames = new Map(Object.entries(lanes).map(([name, lane]) => [lane as number, name as Lane]))

const claimedDelivery = (row: SentRow, endpoint: LockedEndpoint): ClaimedDelivery => ({
  endpoint,
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  eventAt: row.event_at,
  trigger: row.trigger,
  attemptsMade: row.attempts_made,
  payload: row.payload,
  traceparent: row.traceparent,
})
