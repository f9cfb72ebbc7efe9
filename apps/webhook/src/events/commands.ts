/** Use case of events: append them to the log and create their deliveries. */
import type { EventEnvelope } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import type { ClaimedDelivery, ClaimTerms } from '../queue/claim-repository.ts'
import { queueInOrder } from '../queue/order-repository.ts'
import { type LockedEndpoint, lockEndpoints } from '../queue/repository.ts'
import { type CandidateSubscription, findCandidateSubscriptions } from '../subscriptions/repository.ts'
import { patternsFor } from './event-matching.ts'
import { type ArrivedEvent, insertEvents, type NewDelivery } from './repository.ts'
import { toStoredEvent } from './stored-event.ts'

/** Deliveries per statement, unless one event makes more. Keeps it well under the statement timeout of 10 s. */
const DELIVERIES_PER_STATEMENT = 5_000

export interface Ingested {
  /** Deliveries claimed for the caller, to be sent after the commit. */
  claimed: ClaimedDelivery[]
  /** Whether other deliveries are due. */
  isMoreDue: boolean
}

/**
 * Appends public events to the logs of their environments, in the order given, with a delivery for each subscription
 * that matches. For an inactive subscription the delivery is stored as `paused`, so that it can be replayed. Deliveries
 * that can be sent now are claimed as they are stored, which saves a claim from the queue.
 * Locks the endpoints that no other transaction holds, by id, then the environments' log positions.
 */
export async function ingestEvents(
  trx: Writer,
  events: readonly { event: EventEnvelope; traceparent: string | null }[],
  claim: ClaimTerms,
): Promise<Ingested> {
  const subscriptions = await findSubscriptionsFor(
    trx,
    events.map(({ event }) => event),
  )
  const arrived = events.map(({ event, traceparent }): ArrivedEvent => {
    const candidates = subscriptions.get(event.environment_id) ?? []
    return { ...toStoredEvent(event, traceparent), deliveries: newDeliveries(event, candidates) }
  })
  const endpoints = await lockSendableEndpoints(trx, arrived, claim)
  const bySubscription = new Map(endpoints.map((endpoint) => [endpoint.subscriptionId, endpoint]))
  const ingested: Ingested = { claimed: [], isMoreDue: false }
  for (const part of splitIntoStatements(arrived)) {
    const limit = claim.limit - ingested.claimed.length
    const { stored, claimed } = await insertEvents(trx, part, { ...claim, limit, endpoints })
    for (const event of part.filter(({ eventId }) => stored.has(eventId))) {
      const candidates = subscriptions.get(event.environmentId) ?? []
      await queueOrdered(trx, event, candidates)
      const waiting = event.deliveries.filter(({ status }) => status === 'pending')
      const sendable = waiting.filter(({ deliveryId }) => claimed.has(deliveryId))
      ingested.claimed.push(...sendable.flatMap((delivery) => claimedDelivery(event, delivery, bySubscription)))
      ingested.isMoreDue ||= sendable.length < waiting.length
    }
  }
  return ingested
}

/** By environment: subscriptions that any of its events may match, and ordered ones. */
async function findSubscriptionsFor(
  trx: Writer,
  events: readonly EventEnvelope[],
): Promise<Map<string, CandidateSubscription[]>> {
  const environmentIds = [...new Set(events.map((event) => event.environment_id))]
  const patterns = [...new Set(events.flatMap(({ type }) => patternsFor(type)))]
  const found = await findCandidateSubscriptions(trx, environmentIds, patterns)
  return Map.groupBy(found, ({ environmentId }) => environmentId)
}

function newDeliveries(event: EventEnvelope, candidates: readonly CandidateSubscription[]): NewDelivery[] {
  const patterns = patternsFor(event.type)
  return candidates
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

const isOrdered = ({ sequence }: { sequence: number | null }, { ordering }: CandidateSubscription) =>
  ordering === 'per_subject' && sequence !== null

/** Locks the endpoints of deliveries that may be sent now, except those that another transaction holds. */
async function lockSendableEndpoints(
  trx: Writer,
  events: readonly ArrivedEvent[],
  { limit }: ClaimTerms,
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

/** Queues deliveries to ordered subscriptions. */
async function queueOrdered(
  trx: Writer,
  event: ArrivedEvent,
  candidates: readonly CandidateSubscription[],
): Promise<void> {
  const { sequence } = event
  const ordered = candidates.filter((subscription) => isOrdered(event, subscription))
  if (sequence === null || ordered.length === 0) return
  const waiting = event.deliveries.filter(({ status, isQueued }) => status === 'pending' && !isQueued)
  const orderedIds = ordered.map(({ subscriptionId }) => subscriptionId)
  await queueInOrder(trx, { ...event, sequence }, waiting, { ordered: orderedIds })
}

/** Splits events, in the order given, so that one statement can store the deliveries of each part. */
function splitIntoStatements(events: readonly ArrivedEvent[]): ArrivedEvent[][] {
  const parts: ArrivedEvent[][] = []
  let deliveries = Number.POSITIVE_INFINITY
  for (const event of events) {
    deliveries += event.deliveries.length
    if (deliveries <= DELIVERIES_PER_STATEMENT) parts.at(-1)?.push(event)
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
