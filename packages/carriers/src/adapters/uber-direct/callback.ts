/** Call-backs about the status of a delivery, and about the courier's position. */
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import { bookedId, positionFact, reportedFacts } from './mapping/facts.ts'
import { describeForgery } from './signature.ts'
import { type WireDelivery, type WireEvent, wireDelivery, wireEvent } from './wire.ts'

/** Events that are about a status. Those about refunds or shopping say nothing about a delivery's progress. */
const STATUS_EVENTS = new Set(['event.delivery_status', 'event.delivery_return'])

export function parseCallback(input: CallbackInput): CallbackOutcome {
  const forgery = describeForgery(input)
  if (forgery !== null) return { kind: 'forged', reason: forgery }
  const read = readCallback(input.rawBody, wireEvent, 'the body is not an event')
  return read.kind === 'event' ? toOutcome(read.event) : read
}

function toOutcome(event: WireEvent): CallbackOutcome {
  const isStatus = STATUS_EVENTS.has(event.kind)
  const isPosition = event.kind === 'event.courier_update'
  if (!isStatus && !isPosition) return { kind: 'facts', facts: [] }
  const delivery = toDelivery(event)
  if (delivery === null) return { kind: 'malformed', reason: 'the event names no delivery, or no status' }
  // A return that does not name its delivery would count as another job.
  if (bookedId(delivery) === null) return { kind: 'facts', facts: [] }
  if (isStatus) return { kind: 'facts', facts: reportedFacts(delivery, event.created) }
  const at = event.created ?? delivery.updated
  const position = at && positionFact(delivery, event.location ?? delivery.courier?.location ?? null, at)
  return { kind: 'facts', facts: position ? [position] : [] }
}

/** The delivery as of the event, whose own id and status count. */
function toDelivery({ kind, delivery_id, status, data }: WireEvent): WireDelivery | null {
  const found = wireDelivery.safeParse({
    ...data,
    id: delivery_id ?? data?.id,
    status: status ?? data?.status ?? (kind === 'event.courier_update' ? 'unknown' : undefined),
  })
  return found.success ? found.data : null
}
