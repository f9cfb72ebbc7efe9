/** Use cases of subscriptions that are behind: to continue from the event log, and to leave it. */
import { newId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { isWanted } from '../event-log/event-matching.ts'
import { queueInOrder } from '../queue/order-repository.ts'
import { batchSize } from './backlog-share.ts'
import { findLoggedEvents, findTimeAfter, insertLoggedDeliveries, type LoggedEvent } from './log-repository.ts'
import { recordMissed } from './missed-repository.ts'
import { type BehindSubscription, endBehind, lockNextBehind, readLastPosition, updateBehind } from './repository.ts'

/** With at most this many events left, the last batch holds back ingestion until it has read them all. */
const LAST_STRETCH = 100

/** Result of a batch. */
interface CaughtUp extends EndpointKey {
  queued: number
  /** Since when it was behind, if it no longer is; otherwise null. */
  endedSince: Date | null
}

/**
 * Makes the deliveries of the next events of the log for one subscription of an environment that is behind, and stores
 * how far it has come in the same transaction. The last batch locks the environment's position, so that no event arrives
 * between its end and the moment from which ingestion serves the subscription again. Returns undefined if none can
 * continue. Events are matched with what the subscription wants now.
 */
export async function catchUp(trx: Writer, environmentId: string, share: number): Promise<CaughtUp | undefined> {
  const behind = await lockNextBehind(trx, environmentId, share)
  if (behind === undefined) return undefined
  const limit = batchSize(share, behind.ordering === 'per_subject')
  let end = await readLastPosition(trx, environmentId, { lock: false })
  const isLastStretch = end - behind.position <= Math.min(limit, LAST_STRETCH)
  if (isLastStretch) end = await readLastPosition(trx, environmentId, { lock: true })
  const events = await findLoggedEvents(trx, environmentId, { after: behind.position, until: end, limit })
  const queued = await deliverLogged(trx, behind, events)
  const isAtEnd = events.length < limit || events.at(-1)?.position === end
  const hasEnded = isLastStretch && isAtEnd
  if (hasEnded) await endBehind(trx, behind)
  else await updateBehind(trx, behind, isAtEnd ? end : (events.at(-1)?.position ?? end))
  const { subscriptionId, since } = behind
  return { environmentId, subscriptionId, queued, endedSince: hasEnded ? since : null }
}

/** Returns the number of new deliveries. */
async function deliverLogged(trx: Writer, behind: BehindSubscription, events: readonly LoggedEvent[]): Promise<number> {
  const isInOrder = ({ sequence }: LoggedEvent) => behind.ordering === 'per_subject' && sequence !== null
  const wanted = events
    .filter((event) => isWanted(event, behind))
    .map((event) => ({ ...event, deliveryId: newId('whd'), isQueued: !isInOrder(event) }))
  const made = wanted.length > 0 ? await insertLoggedDeliveries(trx, behind, wanted) : new Set()
  const { subscriptionId } = behind
  const bySequence = new Map(wanted.map(({ eventId, deliveryId }) => [eventId, deliveryId]))
  for (const event of events.filter(isInOrder)) {
    const deliveryId = bySequence.get(event.eventId)
    const deliveries = deliveryId !== undefined && made.has(deliveryId) ? [{ deliveryId, subscriptionId }] : []
    await queueInOrder(trx, { ...event, sequence: event.sequence as number }, deliveries, {
      ordered: [subscriptionId],
      knownUntil: event.position,
    })
  }
  return made.size
}

/**
 * A subscription that becomes active again gets new events at once. If it is behind, the events of the log that it has
 * not reached are like its `paused` deliveries: sent by a replay only. Their period is recorded.
 */
export async function skipBacklog(trx: Writer, key: EndpointKey, at: Date): Promise<void> {
  const position = await endBehind(trx, key)
  if (position === undefined) return
  const since = await findTimeAfter(trx, key.environmentId, position)
  if (since !== undefined) await recordMissed(trx, key, { reason: 'paused', since, until: at, eventCount: null })
}
