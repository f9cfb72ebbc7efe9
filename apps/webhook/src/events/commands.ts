/** Use case of events: append them to the log and create their deliveries. */
import { patternsFor } from '@waybill/contracts/events/event-patterns'
import type { EventEnvelope } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import { dueGroups } from '../catch-up/backlog-share.ts'
import { putBehind, putFullBehind } from '../catch-up/repository.ts'
import type { Writer } from '../db.ts'
import { type EndpointKey, endpointKey } from '../endpoints/endpoint-key.ts'
import { isWanted } from '../event-log/event-matching.ts'
import { type StoredEvent, toStoredEvent } from '../event-log/stored-event.ts'
import type { ClaimedDelivery, ClaimTerms } from '../queue/claim-repository.ts'
import { queueInOrder } from '../queue/order-repository.ts'
import { type LockedEndpoint, lockEndpoints } from '../queue/repository.ts'
import { type CandidateSubscription, findCandidateSubscriptions } from '../subscriptions/repository.ts'
import { type ArrivedEvent, type EnvironmentLog, insertEvents, type NewDelivery } from './repository.ts'
import { type SendableDelivery, sendableDeliveries } from './sendable-deliveries.ts'

/** Deliveries per statement, unless one event makes more. Keeps it well under the statement timeout of 10 s. */
const DELIVERIES_PER_STATEMENT = 5_000

interface Ingested {
  /** Deliveries claimed for the caller, to be sent after the commit. */
  claimed: ClaimedDelivery[]
  /** Whether other deliveries are due. */
  isMoreDue: boolean
  /** Subscriptions that have more than their share of the backlog since these events. */
  putBehind: EndpointKey[]
}

/**
 * Appends public events to the logs of their environments, in the order given, with a delivery for each subscription
 * that matches. For an inactive subscription the delivery is stored as `paused`, so that it can be replayed. Deliveries
 * that can be sent now are claimed as they are stored, which saves a claim from the queue. A subscription with more than
 * its `share` of the backlog gets no deliveries: `catchUp` makes them of the log.
 * Locks the endpoints that no other transaction holds, by id, then the environments' log positions.
 */
export async function ingestEvents(
  trx: Writer,
  events: readonly { event: EventEnvelope; traceparent: string | null; detailedBy?: readonly string[] }[],
  claim: ClaimTerms,
  share: number,
): Promise<Ingested> {
  const subscriptions = await findSubscriptionsFor(
    trx,
    events.map(({ event }) => event),
  )
  const arrived = events.map(({ event, traceparent, detailedBy }): ArrivedEvent => {
    const candidates = subscriptions.get(event.environment_id) ?? []
    const stored = toStoredEvent(event, traceparent, detailedBy)
    return { ...stored, deliveries: newDeliveries(stored, candidates) }
  })
  const sendable = claim.choose(sendableDeliveries(arrived, claim), claim.limit)
  const places = new Map(sendable.map(({ deliveryId }, place) => [deliveryId, place]))
  const endpoints = await lockSendableEndpoints(trx, sendable)
  const bySubscription = new Map(endpoints.map((endpoint) => [endpoint.subscriptionId, endpoint]))
  const ingested: Ingested = { claimed: [], isMoreDue: false, putBehind: [] }
  for (const part of splitIntoStatements(arrived)) {
    const limit = claim.limit - ingested.claimed.length
    const { stored, claimed, logs } = await insertEvents(trx, part, { ...claim, limit, endpoints, sendable: places })
    const behind = new Set(logs.flatMap((log) => log.behind))
    for (const event of part.filter(({ eventId }) => stored.has(eventId))) {
      const candidates = subscriptions.get(event.environmentId) ?? []
      const served = candidates.filter(({ isBehind, subscriptionId }) => !isBehind && !behind.has(subscriptionId))
      await queueOrdered(trx, event, served)
      const waiting = event.deliveries.filter(
        ({ status, subscriptionId }) => status === 'pending' && !behind.has(subscriptionId),
      )
      const sent = waiting.filter(({ deliveryId }) => claimed.has(deliveryId))
      ingested.claimed.push(...sent.flatMap((delivery) => claimedDelivery(event, delivery, bySubscription)))
      ingested.isMoreDue ||= sent.length < waiting.length
    }
    for (const log of logs) {
      ingested.putBehind.push(...(await checkBacklog(trx, log, subscriptions.get(log.environmentId) ?? [], share)))
    }
  }
  const toPlace = ({ deliveryId }: ClaimedDelivery) => places.get(deliveryId) ?? places.size
  ingested.claimed.sort((one, other) => toPlace(one) - toPlace(other))
  return ingested
}

/**
 * Puts subscriptions behind whose backlog is over their share. Each is counted once in as many events as a share. Puts one behind again
 * that got no deliveries of these events, because it was behind when it was read, and that caught up in between.
 */
async function checkBacklog(
  trx: Writer,
  { environmentId, position, events, behind }: EnvironmentLog,
  candidates: readonly CandidateSubscription[],
  share: number,
): Promise<EndpointKey[]> {
  const passedOver = candidates
    .filter(({ isBehind, subscriptionId }) => isBehind && !behind.includes(subscriptionId))
    .map(({ subscriptionId }) => subscriptionId)
  if (passedOver.length > 0) {
    await putBehind(trx, environmentId, { subscriptionIds: passedOver, position: position - events })
  }
  const groups = dueGroups(position, { events, share })
  if (groups.length === 0) return []
  const full = await putFullBehind(trx, environmentId, { position, share, groups })
  return full.map((subscriptionId) => ({ environmentId, subscriptionId }))
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

function newDeliveries(event: StoredEvent, candidates: readonly CandidateSubscription[]): NewDelivery[] {
  return candidates
    .filter((subscription) => !subscription.isBehind && isWanted(event, subscription))
    .map((subscription) => {
      const isActive = subscription.status === 'active'
      return {
        deliveryId: newId('whd'),
        subscriptionId: subscription.subscriptionId,
        origin: subscription.origin,
        status: isActive ? 'pending' : 'paused',
        isQueued: isActive && !isOrdered(event, subscription),
      }
    })
}

const isOrdered = ({ sequence }: { sequence: number | null }, { ordering }: CandidateSubscription) =>
  ordering === 'per_subject' && sequence !== null

/** Locks the endpoints of deliveries that may be sent now, except those that another transaction holds. */
async function lockSendableEndpoints(trx: Writer, sendable: readonly SendableDelivery[]): Promise<LockedEndpoint[]> {
  const wanted = new Map(sendable.map((delivery) => [delivery.subscriptionId, endpointKey(delivery)]))
  return wanted.size > 0 ? await lockEndpoints(trx, [...wanted.values()]) : []
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
  const orderedIds = ordered.map(({ subscriptionId }) => subscriptionId)
  const waiting = event.deliveries.filter(
    ({ status, isQueued, subscriptionId }) => status === 'pending' && !isQueued && orderedIds.includes(subscriptionId),
  )
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
  const first = { trigger: 'event', attemptsMade: 0, isBroughtForward: false } as const
  return [{ endpoint, deliveryId, eventId, eventAt, ...first, payload, traceparent }]
}
