import { z } from 'zod'
import type { CallbackInput, CallbackOutcome, CarrierAdapter } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { accountCalls } from './account-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { createEasyPostClient, EASYPOST_URL } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { toFacts, zoneOfTracker } from './mapping/facts.ts'
import { quoteCalls } from './quote-calls.ts'
import { SIGNATURE_HEADER, signatureForgery } from './signature.ts'
import { wireEvent, wireTracker } from './wire.ts'

/** An adapter to EasyPost. `baseUrl` replaces its address, for tests. */
export function createEasyPostAdapter({ http, baseUrl }: { http: HttpClient; baseUrl?: string }): CarrierAdapter {
  const client = createEasyPostClient({ baseUrl: baseUrl ?? EASYPOST_URL, http })
  return {
    descriptor: easypostDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    update: async () => ({ kind: 'refused', failure: unchangeable }),
    parseCallback,
  }
}

const unchangeable = {
  carrierCode: easypostDescriptor.carrierCode,
  code: 'not_offered',
  message: 'A bought label cannot be changed. Cancel the booking and book again.',
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
}

const TRACKER_EVENT = /^tracker\./

async function parseCallback({ headers, rawBody, account }: CallbackInput): Promise<CallbackOutcome> {
  const forgery = signatureForgery(account.credentials.callback_secret, headers[SIGNATURE_HEADER], rawBody)
  if (forgery) return { kind: 'forged', reason: forgery }
  try {
    const { description, result } = wireEvent.parse(JSON.parse(rawBody.toString('utf8')))
    // A webhook gets events of every kind: batches, payments, reports.
    if (!TRACKER_EVENT.test(description)) return { kind: 'facts', facts: [] }
    const tracker = wireTracker.parse(result)
    // A tracker of no shipment was made by hand.
    if (tracker.shipment_id === null) return { kind: 'facts', facts: [] }
    const context = { carrierJobId: tracker.shipment_id, timeZone: zoneOfTracker(tracker) }
    return { kind: 'facts', facts: toFacts(tracker, context) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'the body is not an event of EasyPost' : 'the body is not JSON'
    return { kind: 'malformed', reason }
  }
}
