/** Call-backs of Uber Direct, signed with the key of the webhook. Their signature covers no time. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { bookedId, positionFact, reportedFacts } from './mapping/facts.ts'
import { type WireDelivery, type WireEvent, wireDelivery, wireEvent } from './wire.ts'

/** The second is older; both have the HMAC-SHA256 of the body in hex. */
const SIGNATURE_HEADERS = ['x-uber-signature', 'x-postmates-signature'] as const

/** Events that are about a status. Those about refunds or shopping say nothing about a delivery's progress. */
const STATUS_EVENTS = new Set(['event.delivery_status', 'event.delivery_return'])

export function signEvent(signingKey: string, rawBody: Buffer): string {
  return createHmac('sha256', signingKey).update(rawBody).digest('hex')
}

export function parseEvent({ headers, rawBody, account }: CallbackInput): CallbackOutcome {
  const signingKey = account.credentials.webhook_signing_key
  if (!signingKey) return { kind: 'forged', reason: 'the account has no webhook signing key' }
  const isGenuine = SIGNATURE_HEADERS.some((name) => isSignature(headers[name], signEvent(signingKey, rawBody)))
  if (!isGenuine) return { kind: 'forged', reason: 'the signature was not made with the signing key of this account' }
  let json: unknown
  try {
    json = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return { kind: 'malformed', reason: 'the body is not JSON' }
  }
  const event = wireEvent.safeParse(json)
  return event.success ? readEvent(event.data) : { kind: 'malformed', reason: 'the body is not an event' }
}

/** In constant time. */
function isSignature(header: string | string[] | undefined, expected: string): boolean {
  if (typeof header !== 'string') return false
  const [given, known] = [Buffer.from(header.trim().toLowerCase()), Buffer.from(expected)]
  return given.length === known.length && timingSafeEqual(given, known)
}

function readEvent(event: WireEvent): CallbackOutcome {
  const isStatus = STATUS_EVENTS.has(event.kind)
  const isPosition = event.kind === 'event.courier_update'
  if (!isStatus && !isPosition) return { kind: 'facts', facts: [] }
  const delivery = deliveryOf(event)
  if (delivery === null) return { kind: 'malformed', reason: 'the event names no delivery, or no status' }
  // A return that does not name its delivery would count as another job.
  if (bookedId(delivery) === null) return { kind: 'facts', facts: [] }
  if (isStatus) return { kind: 'facts', facts: reportedFacts(delivery, event.created) }
  const at = event.created ?? delivery.updated
  const position = at && positionFact(delivery, event.location ?? delivery.courier?.location ?? null, at)
  return { kind: 'facts', facts: position ? [position] : [] }
}

/** The delivery as of the event, whose own id and status count. */
function deliveryOf({ kind, delivery_id, status, data }: WireEvent): WireDelivery | null {
  const found = wireDelivery.safeParse({
    ...data,
    id: delivery_id ?? data?.id,
    status: status ?? data?.status ?? (kind === 'event.courier_update' ? 'unknown' : undefined),
  })
  return found.success ? found.data : null
}
