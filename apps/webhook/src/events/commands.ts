/** What events do here: they are logged and delivered. */
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import type { ClaimedDelivery } from '../queue/claim-repository.ts'
import { queueInOrder } from '../queue/order-repository.ts'
import { type LockedEndpoint, lockEndpoints } from '../queue/repository.ts'
import { type ConcernedSubscription, findConcernedSubscriptions } from '../subscriptions/repository.ts'
import type { StoredEvent } from '../subscriptions/test-delivery-repository.ts'
import { patternsFor } from './event-matching.ts'
import { payloadText } from './payload.ts'
import { type ArrivedEvent, type ClaimOnArrival, insertEvents, type NewDelivery } from './repository.ts'

/** Deliveries that one statement stores at most, unless a single event makes more: it has 10 s. */
const MOST_DELIVERIES = 5_000

/** What may be claimed for the caller of what comes in. */
export type ClaimOffer = Omit<ClaimOnArrival, 'endpoints'>

export interface Ingested {
  /** Claimed under the offer, to be sent once the transaction has committed. */
  claimed: ClaimedDelivery[]
  /** Whether there is more to be sent. */
  isMoreDue: boolean
}

/**
 * Appends public events to the logs of their environments, in the order given, with a delivery for each subscription
 * that wants it; `paused` where the subscription is not active, so that it can be replayed. What can be sent at once is
 * claimed as it is stored, which spares it the way through the queue.
 * Locks endpoints that nobody else holds, by id, then the environments' places in the log.
 */
export async function ingestEvents(
  trx: Writer,
  events: readonly { event: PublicEvent; traceparent: string | null }[],
  offer: ClaimOffer,
): Promise<Ingested> {
  const subscriptions = await subscriptionsFor(
    trx,
    events.map(({ event }) => event),
  )
  const arrived = events.map(({ event, traceparent }): ArrivedEvent => {
    const concerned = subscriptions.get(event.environment_id) ?? []
    return { ...storedEvent(event, traceparent), deliveries: deliveriesOf(event, concerned) }
  })
  const endpoints = await lockReachable(trx, arrived, offer)
  const bySubscription = new Map(endpoints.map((endpoint) => [endpoint.subscriptionId, endpoint]))
  const ingested: Ingested = { claimed: [], isMoreDue: false }
  for (const part of inParts(arrived)) {
    const limit = offer.limit - ingested.claimed.length
    const { stored, claimed } = await insertEvents(trx, part, { ...offer, limit, endpoints })
    for (const event of part.filter(({ eventId }) => stored.has(eventId))) {
      const concerned = subscriptions.get(event.environmentId) ?? []
      await queueBehindOthers(trx, event, concerned)
      const waiting = event.deliveries.filter(({ status }) => status === 'pending')
      const sendable = waiting.filter(({ deliveryId }) => claimed.has(deliveryId))
      ingested.claimed.push(...sendable.flatMap((delivery) => claimedDelivery(event, delivery, bySubscription)))
      ingested.isMoreDue ||= sendable.length < waiting.length
    }
  }
  return ingested
}

/** By environment: what any of its events concerns. */
async function subscriptionsFor(
  trx: Writer,
  events: readonly PublicEvent[],
): Promise<Map<string, ConcernedSubscription[]>> {
  const environmentIds = [...new Set(events.map((event) => event.environment_id))]
  const patterns = [...new Set(events.flatMap(({ type }) => patternsFor(type)))]
  const found = await findConcernedSubscriptions(trx, environmentIds, patterns)
  return Map.groupBy(found, ({ environmentId }) => environmentId)
}

function deliveriesOf(event: PublicEvent, concerned: readonly ConcernedSubscription[]): NewDelivery[] {
  const patterns = patternsFor(event.type)
  return concerned
    .filter(({ events }) => patterns.some((pattern) => events.includes(pattern)))
    .map((subscription) => {
      const isActive = subscription.status === 'active'
      return {
        deliveryId: newId('whd'),
        subscriptionId: subscription.subscriptionId,
        status: isActive ? 'pending' : 'paused',
        isQueued: isActive && !isOrdered(event, subscription),
      }
    })
}

const isOrdered = ({ sequence }: { sequence: number | null }, { ordering }: ConcernedSubscription) =>
  ordering === 'per_subject' && sequence !== null

/** Locks the endpoints of what is to be sent at once, those that nobody else holds. */
async function lockReachable(
  trx: Writer,
  events: readonly ArrivedEvent[],
  { limit }: ClaimOffer,
): Promise<LockedEndpoint[]> {
  if (limit === 0) return []
  const wanted = events.flatMap(({ environmentId, deliveries }) =>
    deliveries
      .filter(({ isQueued }) => isQueued)
      .map(({ subscriptionId }) => [`${environmentId} ${subscriptionId}`, { environmentId, subscriptionId }] as const),
  )
  if (wanted.length === 0) return []
  return await lockEndpoints(trx, [...new Map(wanted).values()])
}

/** Queues what has to wait for its subject's order. */
async function queueBehindOthers(
  trx: Writer,
  event: ArrivedEvent,
  concerned: readonly ConcernedSubscription[],
): Promise<void> {
  const { sequence } = event
  const ordered = concerned.filter((subscription) => isOrdered(event, subscription))
  if (sequence === null || ordered.length === 0) return
  const waiting = event.deliveries.filter(({ status, isQueued }) => status === 'pending' && !isQueued)
  const orderedIds = ordered.map(({ subscriptionId }) => subscriptionId)
  await queueInOrder(trx, { ...event, sequence }, waiting, { ordered: orderedIds })
}

/** Parts in the order given, none with many more deliveries than one statement can store. */
function inParts(events: readonly ArrivedEvent[]): ArrivedEvent[][] {
  const parts: ArrivedEvent[][] = []
  let deliveries = Number.POSITIVE_INFINITY
  for (const event of events) {
    deliveries += event.deliveries.length
    if (deliveries <= MOST_DELIVERIES) parts.at(-1)?.push(event)
    else {
      parts.push([event])
      deliveries = event.deliveries.length
    }
  }
  return parts
}

function claimedDelivery(
  event: ArrivedEvent,
  { deliveryId, subscriptionId }: NewDelivery,
  endpoints: ReadonlyMap<string, LockedEndpoint>,
): ClaimedDelivery[] {
  const { eventId, eventAt, payload, traceparent } = event
  const endpoint = endpoints.get(subscriptionId)
  if (endpoint === undefined) return []
  return [{ endpoint, deliveryId, eventId, eventAt, trigger: 'event', attemptsMade: 0, payload, traceparent }]
}

/** An event as it is kept and sent. Throws a TypeError on one whose time is none. */
export function storedEvent(event: PublicEvent, traceparent: string | null): StoredEvent {
  const eventAt = new Date(event.timestamp)
  if (Number.isNaN(eventAt.getTime())) throw new TypeError(`the timestamp of the event ${event.id} is no time`)
  return {
    environmentId: event.environment_id,
    eventId: event.id,
    eventAt,
    type: event.type,
    subjectType: event.subject.type,
    subjectId: event.subject.id,
    sequence: event.sequence,
    payload: payloadText(event),
    traceparent,
  }
}
