import type { DomainEvent } from './outbox/outbox.ts'

type Payloads = { public: string | null; internal: string | null }

const storedPayloads = new WeakMap<DomainEvent, Payloads>()

/**
 * An event whose payloads are JSON text, as the outbox has them. They are sent to the broker as they are, and parsed only for
 * a consumer in the process.
 */
export function storedEvent(head: Omit<DomainEvent, keyof Payloads>, payloads: Payloads): DomainEvent {
  const parsed: Partial<Record<keyof Payloads, object | null>> = {}
  const read = (name: keyof Payloads): object | null => {
    const text = payloads[name]
    if (parsed[name] === undefined) parsed[name] = text === null ? null : (JSON.parse(text) as object)
    return parsed[name]
  }
  const event: DomainEvent = {
    ...head,
    get public() {
      return read('public')
    },
    get internal() {
      return read('internal')
    },
  }
  storedPayloads.set(event, payloads)
  return event
}

/** The event as JSON text, for the broker and the parking table. */
export function encodeEvent(event: DomainEvent): string {
  const payloads = storedPayloads.get(event)
  if (payloads === undefined) return JSON.stringify(event)
  const { eventId, type, environmentId, subjectType, subjectId, sequence, occurredAt, traceparent } = event
  const head = { eventId, type, environmentId, subjectType, subjectId, sequence, occurredAt, traceparent }
  return `${JSON.stringify(head).slice(0, -1)},"public":${payloads.public},"internal":${payloads.internal}}`
}

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
