import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { DomainEvent } from './outbox.ts'

/** The domain event of a public event that has no internal facts. */
export const toDomainEvent = (event: PublicEvent): DomainEvent => ({
  eventId: event.id,
  type: event.type,
  environmentId: event.environment_id,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  sequence: event.sequence,
  occurredAt: new Date(event.timestamp),
  public: event,
  internal: null,
})
