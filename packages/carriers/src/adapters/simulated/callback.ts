/** Call-backs: one event each. */
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import { toFact } from './mapping/facts.ts'
import { callbackForgery, SIGNATURE_HEADER } from './signature.ts'
import { wireFact } from './wire.ts'

export function parseCallback({ headers, rawBody, receivedAt }: CallbackInput, secret: string): CallbackOutcome {
  const forgery = callbackForgery(secret, headers[SIGNATURE_HEADER], rawBody, receivedAt)
  if (forgery !== null) return { kind: 'forged', reason: forgery }
  const read = readCallback(rawBody, wireFact, 'the body is not an event')
  return read.kind === 'event' ? { kind: 'facts', facts: [toFact(read.event)] } : read
}
