/** Use case of events: append them to the log and create their deliveries. */
import { newId } from '@waybill/contracts/ids'
import type { Reader, Writer } from '../db.ts'
import { endpointKey } from '../endpoints/endpoint-key.ts'
import { isWanted } from '../event-log/event-matching.ts'
import type { StoredEvent } from '../event-log/stored-event.ts'
import type { ClaimedDelivery, ClaimTerms } from '../queue/claim-repository.ts'
import { queueInOrder } from '../queue/order-repository.ts'
import type { EnvironmentSubscriptions, IngestedSubscription } from '../subscriptions/ingestion-repository.ts'
import { type ArrivedEvent, type EnvironmentLog, insertEvents, type NewDelivery } from './repository.ts'
import { sendableDeliveries } from './sendable-deliveries.ts'

/** Deliveries per statement, unless one event makes more. Keeps it well under the statement timeout of 10 s. */
const DELIVERIES_PER_STATEMENT = 5_000

export interface Intake {
  claim: ClaimTerms
  /** Under which to record the events as received; null: they are recorded. */
  consumer: string | null
}

export interface Ingested {
  /** Keys (`environment event`) of the events that were not received before. */
  received: Set<string>
  /** Deliveries claimed for the caller, to be sent after the commit. */
  claimed: ClaimedDelivery[]
  /** Whether other deliveries are due. */
  isMoreDue: boolean
  /** The logs of their environments. */
  logs: EnvironmentLog[]
}

/**
 * Stores events with their deliveries, claims those that can be sent now, and queues those to ordered subscriptions, for
 * which `db` must be a transaction.
 */
export async function storeArrived(
  db: Reader,
  parts: readonly (readonly ArrivedEvent[])[],
  subscriptions: ReadonlyMap<string, EnvironmentSubscriptions>,
  { claim, consumer }: Intake,
): Promise<Ingested> {
  const sendable = claim.choose(sendableDeliveries(parts.flat(), claim), claim.limit)
  const places = new Map(sendable.map(({ deliveryId }, place) => [deliveryId, place]))
  const endpoints = [...new Map(sendable.map((delivery) => [delivery.subscriptionId, endpointKey(delivery)])).values()]
  const versions = [...subscriptions.values()]
  const served = new Map(versions.flatMap((each) => each.subscriptions.map((one) => [one.subscriptionId, one])))
  const ingested: Ingested = { received: new Set(), claimed: [], isMoreDue: false, logs: [] }
  for (const part of parts) {
    const limit = claim.limit - ingested.claimed.length
    const terms = { ...claim, limit, endpoints, sendable: places }
    const { received, stored, claimed, logs } = await insertEvents(db, part, terms, { consumer, versions })
    const behind = new Set(logs.flatMap((log) => log.behind))
    for (const key of received) ingested.received.add(key)
    for (const event of part.filter(({ eventId }) => stored.has(eventId))) {
      const candidates = subscriptions.get(event.environmentId)?.subscriptions ?? []
      await queueOrdered(
        db,
        event,
        candidates.filter(({ subscriptionId }) => !behind.has(subscriptionId)),
      )
      const waiting = event.deliveries.filter(
        ({ status, subscriptionId }) => status === 'pending' && !behind.has(subscriptionId),
      )
      const sent = waiting.filter(({ deliveryId }) => claimed.has(deliveryId))
      ingested.claimed.push(...sent.flatMap((delivery) => claimedDelivery(event, delivery, served)))
      ingested.isMoreDue ||= sent.length < waiting.length
    }
    ingested.logs.push(...logs)
  }
  const toPlace = ({ deliveryId }: ClaimedDelivery) => places.get(deliveryId) ?? places.size
  ingested.claimed.sort((one, other) => toPlace(one) - toPlace(other))
  return ingested
}

/** The deliveries of an event. */
export function newDeliveries(event: StoredEvent, candidates: readonly IngestedSubscription[]): NewDelivery[] {
  return candidates
    .filter((subscription) => isWanted(event, subscription))
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

export const isOrderedSubscription = ({ ordering }: Pick<IngestedSubscription, 'ordering'>) =>
  ordering === 'per_subject'

const isOrdered = ({ sequence }: { sequence: number | null }, subscription: IngestedSubscription) =>
  isOrderedSubscription(subscription) && sequence !== null

/** Queues deliveries to ordered subscriptions, if there are any: in a transaction. */
async function queueOrdered(
  db: Reader,
  event: ArrivedEvent,
  candidates: readonly IngestedSubscription[],
): Promise<void> {
  const { sequence } = event
  const ordered = candidates.filter((subscription) => isOrdered(event, subscription))
  if (sequence === null || ordered.length === 0) return
  const orderedIds = ordered.map(({ subscriptionId }) => subscriptionId)
  const waiting = event.deliveries.filter(
    ({ status, isQueued, subscriptionId }) => status === 'pending' && !isQueued && orderedIds.includes(subscriptionId),
  )
  await queueInOrder(db as Writer, { ...event, sequence }, waiting, { ordered: orderedIds })
}

/** Splits events, in the order given, so that one statement can store the deliveries of each part. */
export function splitIntoStatements(events: readonly ArrivedEvent[]): ArrivedEvent[][] {
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
  subscriptions: ReadonlyMap<string, IngestedSubscription>,
): ClaimedDelivery[] {
  const { eventId, eventAt, payload, traceparent } = event
  const subscription = subscriptions.get(subscriptionId)
  if (subscription === undefined) return []
  const { environmentId, url, origin } = subscription
  const secrets = subscription.secrets.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > Date.now())
  const endpoint = { environmentId, subscriptionId, isActive: true, url, origin, secrets }
  const first = { trigger: 'event', attemptsMade: 0, isBroughtForward: false, isOrdered: false } as const
  return [{ endpoint, deliveryId, eventId, eventAt, ...first, payload, traceparent }]
}
