import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { accountCalls } from './account-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { createNewCarrierClient, notWritten } from './client.ts'
import { newCarrierDescriptor, newCarrierUrl } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { quoteCalls } from './quote-calls.ts'

/** The adapter to New Carrier, for accounts of merchants. `baseUrl`: for accounts without an endpoint. */
export function createNewCarrierAdapter(options: { http: HttpClient; baseUrl?: string }): CarrierAdapter {
  const { http, baseUrl = newCarrierUrl } = options
  const client = createNewCarrierClient({ baseUrl, http })
  return {
    descriptor: newCarrierDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    // If the carrier sends call-backs, in callback.ts and signature.ts.
    parseCallback: async () => ({ kind: 'forged', reason: notWritten('parseCallback').message }),
  }
}
