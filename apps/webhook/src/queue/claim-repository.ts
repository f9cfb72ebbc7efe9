/** Claims of due deliveries. */
import { sql } from 'kysely'
import type { Writer } from '../db.ts'
import type { DeliveryTrigger } from '../deliveries/delivery.ts'
import { type EndpointKey, environmentIds, subscriptionIds } from '../endpoints/endpoint-key.ts'
import { type Lane, lanes } from '../endpoints/lanes.ts'
import type { Candidate } from '../fairness/choice.ts'
import { freeSlotsByEndpoint } from './free-slots-repository.ts'
import type { LockedEndpoint } from './repository.ts'

/** Rows read per row claimed: some endpoints have less due than their share. */
const READS_PER_CLAIM = 2

/** Terms of a claim. */
export interface ClaimTerms {
  claimId: string
  /** Key of the dispatcher's session, while it has one. */
  claimedBy: number | null
  /** How long the claim lasts, by the database's clock. */
  leaseMs: number
  /** Most deliveries to claim. */
  limit: number
  /** Most deliveries in flight at an endpoint. */
  endpointLimit: (endpoint: EndpointKey) => number
  /** Chooses among due deliveries, in the order in which to send them. */
  choose: <C extends Candidate>(candidates: readonly C[], most: number) => C[]
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
  /** Whether a manual redelivery makes this attempt now; its trigger and its retry schedule stay. */
  isBroughtForward: boolean
  /** Whether others may wait for it, as the next of their subject. */
  isOrdered: boolean
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

/** A due delivery that its endpoint has a free slot for. */
interface DueDelivery extends Candidate {
  endpoint: LockedEndpoint
  deliveryId: string
  lane: Lane
  dueTime: Date
}

/**
 * Claims due deliveries at endpoints that the caller has locked: at most `limit` in total, and per endpoint only as many
 * as keep it within `endpointLimit` and its own send limit. `claim.choose` chooses among them. For it, lanes rank in
 * order, and manual redeliveries with first attempts; an endpoint's second delivery comes after every other's first. Tests
 * ignore pauses, the endpoint's own send limit and the subscription's status; manual redeliveries ignore pauses and that
 * limit.
 * `reached` lets the claim skip what was claimed before. A delivery that became due earlier than that is not found.
 */
export async function claimDue(
  trx: Writer,
  endpoints: readonly LockedEndpoint[],
  claim: ClaimTerms,
  reached: (endpoint: EndpointKey) => ReachedDueAt = () => ({}),
): Promise<ClaimResult> {
  const { due, exhausted } = await findDue(trx, endpoints, claim, reached)
  const chosen = claim.choose(due, claim.limit)
  const deliveries = chosen.length > 0 ? await claimChosen(trx, chosen, claim) : []
  const claimed = new Set(deliveries.map(({ deliveryId }) => deliveryId))
  return {
    deliveries,
    progress: chosen
      .filter(({ deliveryId }) => claimed.has(deliveryId))
      .map(({ endpoint: { subscriptionId }, lane, dueTime }) => ({ subscriptionId, lane, dueAt: dueTime })),
    exhausted,
  }
}

/** The first due deliveries of each endpoint, no more than it may have in flight. */
async function findDue(
  trx: Writer,
  endpoints: readonly LockedEndpoint[],
  claim: ClaimTerms,
  reached: (endpoint: EndpointKey) => ReachedDueAt,
): Promise<{ due: DueDelivery[]; exhausted: string[] }> {
  // Reading ten rows of each of 100 endpoints to choose 100 would cost as much as ten claims.
  const share = Math.ceil((READS_PER_CLAIM * claim.limit) / endpoints.length)
  const dueIn = (lane: Lane) => sql`
    (
      select environment_id, subscription_id, delivery_id, lane, due_at, trigger from delivery_queue as queued
      where queued.environment_id = room.environment_id and queued.subscription_id = room.subscription_id
        and claim_id is null and predecessor_id is null and lane = ${sql.lit(lanes[lane])} and due_at <= now()
        and due_at >= begin.${sql.ref(lane)} ${lane === 'test' ? sql`and (trigger = 'test' or is_active)` : sql``}
      order by due_at limit ${lane === 'test' ? sql`room.free_for_tests` : sql`least(room.free, ${share}::int)`}
    )`
  const from = (lane: Lane) => endpoints.map((endpoint) => reached(endpoint)[lane] ?? '-infinity')
  // An endpoint with free slots and nothing due has a row with nulls for the delivery.
  const { rows } = await sql<{
    subscription_id: string
    delivery_id: string | null
    lane: number
    due_at: Date
    trigger: DeliveryTrigger
    turn: number
  }>`
    with room as materialized (
      ${freeSlotsByEndpoint(endpoints, claim.endpointLimit)}
    ), begin as (
      select * from unnest(${environmentIds(endpoints)}::text[], ${subscriptionIds(endpoints)}::text[],
        ${from('test')}::timestamptz[], ${from('first')}::timestamptz[], ${from('retry')}::timestamptz[],
        ${from('replay')}::timestamptz[]) as begin (environment_id, subscription_id, test, first, retry, replay)
    ), due as (
      select room.subscription_id, found.delivery_id, found.lane, found.due_at, found.trigger, free, in_flight,
        row_number() over (partition by room.environment_id, room.subscription_id order by lane, due_at) as place
      from room join begin using (environment_id, subscription_id) left join lateral (
        ${dueIn('test')} union all ${dueIn('first')} union all ${dueIn('retry')} union all ${dueIn('replay')}
      ) as found on true
    )
    select subscription_id, delivery_id, lane, due_at, trigger, (in_flight + place)::int as turn
    from due where place <= free or lane = ${sql.lit(lanes.test)}`.execute(trx)
  const bySubscription = new Map(endpoints.map((endpoint) => [endpoint.subscriptionId, endpoint]))
  return {
    due: rows.flatMap(({ subscription_id, delivery_id, lane, due_at, trigger, turn }): DueDelivery[] => {
      const endpoint = bySubscription.get(subscription_id)
      if (delivery_id === null || endpoint === undefined) return []
      const { environmentId, origin } = endpoint
      const rank = trigger === 'test' ? lane : Math.max(lane, lanes.first)
      const candidate = { environmentId, origin, rank, turn, dueAt: due_at.getTime() }
      return [{ ...candidate, endpoint, deliveryId: delivery_id, lane: laneNames.get(lane) as Lane, dueTime: due_at }]
    }),
    exhausted: rows.filter(({ delivery_id }) => delivery_id === null).map(({ subscription_id }) => subscription_id),
  }
}

const laneNames = new Map(Object.entries(lanes).map(([name, lane]) => [lane as number, name as Lane]))

/** Claims these deliveries, except those that have left the queue since, and returns them in their order. */
async function claimChosen(
  trx: Writer,
  chosen: readonly DueDelivery[],
  { claimId, claimedBy, leaseMs }: ClaimTerms,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedRow>`
    with claimed as materialized (
      update delivery_queue as queued
      set claim_id = ${claimId}, claimed_by = ${claimedBy}, lease_until = now() + ${leaseMs} * interval '1 ms'
      from unnest(${environmentIds(chosen)}::text[], ${chosen.map(({ deliveryId }) => deliveryId)}::text[])
        as chosen (environment_id, delivery_id)
      where queued.environment_id = chosen.environment_id and queued.delivery_id = chosen.delivery_id
        and queued.claim_id is null
      returning queued.*
    )
    select delivery_id, event_id, event_at, trigger, attempts_made, event.payload, event.traceparent,
      lane = ${sql.lit(lanes.test)} and trigger not in ('test', 'manual') as is_brought_forward,
      ordered_subject is not null as is_ordered
    from claimed join event using (environment_id, event_id, event_at)`.execute(trx)
  const byId = new Map(rows.map((row) => [row.delivery_id, row]))
  return chosen.flatMap(({ deliveryId, endpoint }) => {
    const row = byId.get(deliveryId)
    return row ? [claimedDelivery(row, endpoint)] : []
  })
}

interface ClaimedRow {
  delivery_id: string
  event_id: string
  event_at: Date
  trigger: DeliveryTrigger
  attempts_made: number
  is_brought_forward: boolean
  is_ordered: boolean
  payload: string
  traceparent: string | null
}

const claimedDelivery = (row: ClaimedRow, endpoint: LockedEndpoint): ClaimedDelivery => ({
  endpoint,
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  eventAt: row.event_at,
  trigger: row.trigger,
  attemptsMade: row.attempts_made,
  isBroughtForward: row.is_brought_forward,
  isOrdered: row.is_ordered,
  payload: row.payload,
  traceparent: row.traceparent,
})
