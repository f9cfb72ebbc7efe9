import { type Kysely, sql, type Transaction } from 'kysely'
import { type ChassisTables, chassisDb } from './chassis-tables.ts'
import { afterCommit } from './database.ts'
import { traceparentNow } from './trace-context.ts'

/** Something that has happened to a subject, as it travels from the service that owns the subject to the others. */
export interface DomainEvent {
  eventId: string
  type: string
  environmentId: string
  subjectType: string
  subjectId: string
  /** Counts up per subject without a hole; null for an event that stands outside its subject's order. */
  sequence: number | null
  occurredAt: Date
  /** The complete public envelope; null for an internal event. */
  public: object | null
  /** Facts for other services only. */
  internal: object | null
  traceparent?: string
}

/**
 * Writes events that the relay will publish once the transaction has committed, in the order given.
 * The caller holds the lock of each event's subject, so that positions rise in the order of commits.
 */
export async function appendOutbox<DB extends ChassisTables>(
  trx: Transaction<DB>,
  events: DomainEvent[],
): Promise<void> {
  if (events.length === 0) return
  const active = traceparentNow()
  await chassisDb(trx)
    .insertInto('outbox')
    .values(
      events.map((event) => ({
        event_id: event.eventId,
        environment_id: event.environmentId,
        type: event.type,
        subject_type: event.subjectType,
        subject_id: event.subjectId,
        sequence: event.sequence,
        occurred_at: event.occurredAt,
        public: event.public,
        internal: event.internal,
        traceparent: event.traceparent ?? active,
      })),
    )
    .execute()
}
