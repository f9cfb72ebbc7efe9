import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { accountCalls } from './account-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { parseCallback } from './callback.ts'
import { createUberDirectClient, type UberDirectOptions } from './client.ts'
import { uberDirectDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { quoteCalls } from './quote-calls.ts'

/** The adapter to Uber Direct, for accounts of merchants. */
export function createUberDirectAdapter(options: UberDirectOptions): CarrierAdapter {
  const client = createUberDirectClient(options)
  return {
    descriptor: uberDirectDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    parseCallback: async (input) => parseCallback(input),
  }
}
