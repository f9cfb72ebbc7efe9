import { z } from 'zod'
import type { CallbackInput, CallbackOutcome, CarrierAdapter } from '../../carrier-adapter.ts'
import { bookingCalls } from './booking-calls.ts'
import { createSimulatorClient, getAccountSecret, type SimulatedAdapterOptions } from './client.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { toFact } from './mapping/facts.ts'
import { quoteCalls } from './quote-calls.ts'
import { callbackForgery, SIGNATURE_HEADER } from './signature.ts'
import { wireFact } from './wire.ts'

/** An adapter to one carrier of apps/simulator. */
export function createSimulatedAdapter(options: SimulatedAdapterOptions): CarrierAdapter {
  const client = createSimulatorClient(options)
  return {
    descriptor: options.descriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    parseCallback: async (input) => parseCallback(input, getAccountSecret(input.account, options.simulatorKey)),
  }
}

function parseCallback({ headers, rawBody, receivedAt }: CallbackInput, secret: string): CallbackOutcome {
  const forgery = callbackForgery(secret, headers[SIGNATURE_HEADER], rawBody, receivedAt)
  if (forgery) return { kind: 'forged', reason: forgery }
  try {
    return { kind: 'facts', facts: [toFact(wireFact.parse(JSON.parse(rawBody.toString('utf8'))))] }
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'the body is not an event' : 'the body is not JSON'
    return { kind: 'malformed', reason }
  }
}
