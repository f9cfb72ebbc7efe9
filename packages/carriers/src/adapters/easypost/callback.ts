/** Call-backs about trackers. */
import type { CallbackInput, CallbackOutcome } from '../../carrier-adapter.ts'
import { readCallback } from '../../vendor/callback-body.ts'
import { findTimeZone, toFacts } from './mapping/facts.ts'
import { describeForgery, SIGNATURE_HEADER } from './signature.ts'
import { wireEvent, wireTracker } from './wire.ts'

const TRACKER_EVENT = /^tracker\./
const MISMATCH = 'the body is not an event of EasyPost'

export async function parseCallback({ headers, rawBody, account }: CallbackInput): Promise<CallbackOutcome> {
  const forgery = describeForgery(account.credentials.callback_secret, headers[SIGNATURE_HEADER], rawBody)
  if (forgery !== null) return { kind: 'forged', reason: forgery }
  const read = readCallback(rawBody, wireEvent, MISMATCH)
  if (read.kind === 'malformed') return read
  const { description, result } = read.event
  // A webhook gets events of every kind: batches, payments, reports.
  if (!TRACKER_EVENT.test(description)) return { kind: 'facts', facts: [] }
  const { success, data: tracker } = wireTracker.safeParse(result)
  if (!success) return { kind: 'malformed', reason: MISMATCH }
  // A tracker of no shipment was made by hand.
  if (tracker.shipment_id === null) return { kind: 'facts', facts: [] }
  const context = { carrierJobId: tracker.shipment_id, timeZone: findTimeZone(tracker) }
  return { kind: 'facts', facts: toFacts(tracker, context) }
}
