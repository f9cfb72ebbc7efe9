/** What an event does here: it is logged and delivered. */
import type { PublicEvent } from '@waybill/contracts/event'
import { newId } from '@waybill/contracts/ids'
import type { Writer } from '../db.ts'
import { patternsFor } from '../event-matching.ts'
import { payloadText } from '../payload.ts'
import { insertEventWithDeliveries, type StoredEvent } from '../repository/deliveries.ts'
import { findMatchingSubscriptions } from '../repository/subscriptions.ts'

/**
 * Appends a public event to its environment's log, with a delivery for each subscription that wants it; `paused` where
 * the subscription is not active, so that it can be replayed. Answers how many are to be sent.
 */
export async function ingestEvent(trx: Writer, event: PublicEvent, traceparent: string | null): Promise<number> {
  const subscriptions = await findMatchingSubscriptions(trx, event.environment_id, patternsFor(event.type))
  const deliveries = subscriptions.map(({ subscriptionId, status }) => ({
    deliveryId: newId('whd'),
    subscriptionId,
    status: status === 'active' ? ('pending' as const) : ('paused' as const),
  }))
  await insertEventWithDeliveries(trx, storedEvent(event, traceparent), deliveries)
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
