/** Pure: an event as it is stored and sent. */
import type { EventEnvelope } from '@waybill/contracts/events/internal-events'
import { payloadText } from './payload.ts'

export interface StoredEvent {
  environmentId: string
  eventId: string
  /** The event's own time, not that of its arrival. Partition key of the event, its deliveries and their attempts. */
  eventAt: Date
  type: string
  subjectType: string
  subjectId: string
  sequence: number | null
  payload: string
  traceparent: string | null
  /** Types of the more specific events of the same change. */
  detailedBy: readonly string[]
}

/** Throws a TypeError if the event's timestamp is invalid. */
export function toStoredEvent(
  event: EventEnvelope,
  traceparent: string | null,
  detailedBy: readonly string[] = [],
): StoredEvent {
  const eventAt = new Date(event.timestamp)
  if (Number.isNaN(eventAt.getTime())) {
    throw new TypeError(`invalid timestamp ${JSON.stringify(event.timestamp)} of event ${event.id}`)
  }
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
    detailedBy,
  }
}
