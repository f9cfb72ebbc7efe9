import type { CarrierAdapter, CarrierCall, VerifyOutcome } from '../../carrier-adapter.ts'
import { bookingCalls } from './booking-calls.ts'
import { parseEvent } from './callback.ts'
import { createUberDirectClient, type UberDirectClient, type UberDirectOptions } from './client.ts'
import { uberDirectDescriptor } from './descriptor.ts'
import { jobCalls } from './job-calls.ts'
import { wireDeliveries } from './wire.ts'

/** The adapter to Uber Direct, for accounts of merchants. */
export function createUberDirectAdapter(options: UberDirectOptions): CarrierAdapter {
  const client = createUberDirectClient(options)
  return {
    descriptor: uberDirectDescriptor,
    ...bookingCalls(client),
    ...jobCalls(client),
    parseCallback: async (input) => parseEvent(input),
    verify: (_request, call) => verify(client, call),
  }
}

/** Lists one delivery, which takes a token and the customer's id. */
async function verify({ send, read }: UberDirectClient, call: CarrierCall): Promise<VerifyOutcome> {
  const exchange = { operation: 'verify', method: 'GET', path: '/deliveries?limit=1', reference: null } as const
  const outcome = await send(call, { ...exchange, timeoutMs: uberDirectDescriptor.timeoutsMs.track })
  const found = read(outcome, wireDeliveries, () => ({ kind: 'verified' as const }))
  if (found.kind === 'verified') return found
  const { httpStatus, retryable } = found.failure
  return { kind: httpStatus !== null && httpStatus >= 400 && !retryable ? 'refused' : 'failed', failure: found.failure }
}
