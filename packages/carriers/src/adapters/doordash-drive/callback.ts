/** Call-backs about the progress of a delivery. */
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import { eventFacts } from './mapping/facts.ts'
import { describeForgery } from './signature.ts'
import { wireEvent } from './wire.ts'

export async function parseCallback(input: CallbackInput): Promise<CallbackOutcome> {
  const forgery = describeForgery(input)
  if (forgery !== null) return { kind: 'forged', reason: forgery }
  const read = readCallback(input.rawBody, wireEvent, 'the body names no delivery')
  return read.kind === 'event' ? { kind: 'facts', facts: eventFacts(read.event, input.receivedAt) } : read
}
