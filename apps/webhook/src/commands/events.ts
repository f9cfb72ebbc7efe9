/** What an event does here: it is logged and delivered. */
import type { PublicEvent } from '@waybill/contracts/event'
import { newId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import { patternsFor } from '../event-matching.ts'
import { payloadText } from '../payload.ts'
import { insertEventWithDeliveries, type StoredEvent } from '../repository/deliveries.ts'
import { queueInOrder } from '../repository/order.ts'
import { type ConcernedSubscription, findConcernedSubscriptions } from '../repository/subscriptions.ts'

/**
 * Appends a public event to its environment's log, with a delivery for each subscription that wants it; `paused` where
 * the subscription is not active, so that it can be replayed. Answers how many are to be sent.
 */
export async function ingestEvent(trx: Writer, event: PublicEvent, traceparent: string | null): Promise<number> {
  const subscriptions = await findConcernedSubscriptions(trx, event.environment_id, patternsFor(event.type))
  const stored = storedEvent(event, traceparent)
  const { sequence } = stored
  const isOrdered = ({ ordering }: ConcernedSubscription) => ordering === 'per_subject' && sequence !== null
  const deliveries = subscriptions
    .filter(({ isMatching }) => isMatching)
    .map((subscription) => {
      const { subscriptionId, status } = subscription
      const isActive = status === 'active'
      return {
        deliveryId: newId('whd'),
        subscriptionId,
        status: isActive ? ('pending' as const) : ('paused' as const),
        isQueued: isActive && !isOrdered(subscription),
      }
    })
  if (!(await insertEventWithDeliveries(trx, stored, deliveries))) return 0
  const ordered = subscriptions.filter(isOrdered).map(({ subscriptionId }) => subscriptionId)
  const waiting = deliveries.filter(({ status, isQueued }) => status === 'pending' && !isQueued)
  if (sequence !== null && ordered.length > 0) await queueInOrder(trx, { ...stored, sequence }, waiting, { ordered })
  return deliveries.filter(({ status }) => status === 'pending').length
}

/** An event as it is kept and sent. */
export const storedEvent = (event: PublicEvent, traceparent: string | null): StoredEvent => ({
  environmentId: event.environment_id,
  eventId: event.id,
  eventAt: new Date(event.timestamp),
  type: event.type,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  sequence: event.sequence,
  payload: payloadText(event),
  traceparent,
})
