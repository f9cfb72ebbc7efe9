import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { bookingCalls } from './booking-calls.ts'
import { parseCallback } from './callback.ts'
import { createSimulatorClient, getAccountSecret, type SimulatedAdapterOptions } from './client.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { manifestCalls } from './manifest-calls.ts'
import { pickupCalls } from './pickup-calls.ts'
import { quoteCalls } from './quote-calls.ts'

/** An adapter to one carrier of apps/simulator. */
export function createSimulatedAdapter(options: SimulatedAdapterOptions): CarrierAdapter {
  const client = createSimulatorClient(options)
  return {
    descriptor: options.descriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...pickupCalls(client),
    ...manifestCalls(client),
    parseCallback: async (input) => parseCallback(input, getAccountSecret(input.account, options.simulatorKey)),
  }
}
