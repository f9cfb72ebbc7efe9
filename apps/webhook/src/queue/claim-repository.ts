/** Claiming what is due. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { DeliveryTrigger } from '../subscriptions/test-delivery-repository.ts'
import { type Lane, lanes } from './lanes.ts'
import { type EndpointKey, environmentIds, type LockedEndpoint, subscriptionIds } from './repository.ts'
import { roomOf } from './room-repository.ts'

/** What is looked at, as a multiple of what is claimed: some endpoints have less due than their share. */
const SHARES = 2

/** A delivery to be sent now, with all that the sender needs. */
export interface ClaimedDelivery {
  endpoint: LockedEndpoint
  deliveryId: string
  eventId: string
  eventAt: Date
  trigger: DeliveryTrigger
  /** Before this one. */
  attemptsMade: number
  payload: string
  traceparent: string | null
}

/** By lane: the due time of the last delivery that was claimed; earlier ones are no longer looked for. */
export type ReachedDueAt = Partial<Record<Lane, Date>>

export interface ClaimResult {
  deliveries: ClaimedDelivery[]
  /** What was claimed last, by endpoint and lane. */
  progress: { subscriptionId: string; lane: Lane; dueAt: Date }[]
  /** Subscriptions of endpoints that had room and nothing due. */
  exhausted: string[]
}

/** A claimed delivery, or with nulls an endpoint that has room and of which nothing was claimed. */
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
 * Claims what is due at endpoints that the caller has locked: at most `limit` in all, and per endpoint no more than
 * leaves `endpointLimit`, or its own limit, in flight. A lane comes before the next one, and in it every endpoint's
 * first before any endpoint's second. Tests are claimed whatever slows the endpoint down, or stops its subscription; what
 * is sent by hand whatever slows it down, with the first attempts of other endpoints.
 * A claim lasts for `leaseMs` by the database's clock. `reached` spares it what was claimed before; what became due
 * earlier than that all the same is not found.
 */
export async function claimDue(
  trx: Writer,
  endpoints: readonly LockedEndpoint[],
  claim: { claimId: string; leaseMs: number; limit: number; endpointLimit: number },
  reached: (endpoint: EndpointKey) => ReachedDueAt = () => ({}),
): Promise<ClaimResult> {
  // Looking at ten of each of a hundred endpoints to choose a hundred would cost as much as ten claims.
  const share = Math.ceil((SHARES * claim.limit) / endpoints.length)
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
      ${roomOf(endpoints, claim.endpointLimit)}
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
    -- Not a join: the planner expects one row of each, and would go through all of the one for each of the other.
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
    // Where nothing was claimed although the limit left room for it.
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
