/**
 * Call-backs of DoorDash Drive. They are not signed: DoorDash sends the value of the `Authorization` header that the merchant has
 * entered with the address (developer.doordash.com, "How to: Set up webhooks").
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { eventFacts } from './mapping/facts.ts'
import { wireEvent } from './wire.ts'

/** Merchants enter the value with its scheme or without. */
const SCHEME = /^(basic|bearer)\s+/i

/** Digests have one length, so that the comparison takes the same time for every value. */
const digestOf = (value: string): Buffer => createHash('sha256').update(value.trim().replace(SCHEME, '')).digest()

export async function parseEvent({ headers, rawBody, account, receivedAt }: CallbackInput): Promise<CallbackOutcome> {
  const expected = account.credentials.webhook_authorization
  if (!expected) return { kind: 'forged', reason: 'the account has no webhook authorization' }
  const given = headers.authorization
  if (typeof given !== 'string') return { kind: 'forged', reason: 'the Authorization header is missing' }
  if (!timingSafeEqual(digestOf(given), digestOf(expected))) {
    return { kind: 'forged', reason: 'the Authorization header is not the one of this account' }
  }
  let json: unknown
  try {
    json = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return { kind: 'malformed', reason: 'the body is not JSON' }
  }
  const event = wireEvent.safeParse(json)
  if (!event.success) return { kind: 'malformed', reason: 'the body names no delivery' }
  return { kind: 'facts', facts: eventFacts(event.data, receivedAt) }
}
