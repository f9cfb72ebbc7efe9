import type { DomainEvent } from './outbox/outbox.ts'

/** The event as JSON text, for the broker and the parking table. */
export const encodeEvent = (event: DomainEvent): string => JSON.stringify(event)

/** An event from its JSON text, or from the value already parsed. Throws a TypeError that names what is wrong. */
export function decodeEvent(json: string | object): DomainEvent {
  const value = (typeof json === 'string' ? JSON.parse(json) : json) as Record<string, unknown> | null
  if (typeof value !== 'object' || value === null) throw new TypeError('invalid event: expected an object')
  const occurredAt = new Date(text(value, 'occurredAt'))
  if (Number.isNaN(occurredAt.getTime())) throw new TypeError('invalid event: occurredAt must be a time')
  return {
    eventId: text(value, 'eventId'),
    type: text(value, 'type'),
    environmentId: text(value, 'environmentId'),
    subjectType: text(value, 'subjectType'),
    subjectId: text(value, 'subjectId'),
    sequence: sequence(value.sequence),
    occurredAt,
    public: objectOrNull(value, 'public'),
    internal: objectOrNull(value, 'internal'),
    ...(typeof value.traceparent === 'string' && { traceparent: value.traceparent }),
  }
}

function text(value: Record<string, unknown>, field: string): string {
  const found = value[field]
  if (typeof found !== 'string' || found === '')
    throw new TypeError(`invalid event: ${field} must be a non-empty string`)
  return found
}

function sequence(value: unknown): number | null {
  if (value === null || (Number.isSafeInteger(value) && (value as number) > 0)) return value as number | null
  throw new TypeError('invalid event: sequence must be null or a positive integer')
}

function objectOrNull(value: Record<string, unknown>, field: string): object | null {
  const found = value[field]
  if (typeof found !== 'object') throw new TypeError(`invalid event: ${field} must be an object or null`)
  return found
}
