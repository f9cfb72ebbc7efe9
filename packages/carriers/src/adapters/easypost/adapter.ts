import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { refuseChanges } from '../../vendor/failures.ts'
import { accountCalls } from './account-calls.ts'
import { addressCalls } from './address-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { parseCallback } from './callback.ts'
import { createEasyPostClient, describeFailure, EASYPOST_URL } from './client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { manifestCalls } from './manifest-calls.ts'
import { pickupCalls } from './pickup-calls.ts'
import { quoteCalls } from './quote-calls.ts'

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
    ...addressCalls(client),
    ...pickupCalls(client),
    ...manifestCalls(client),
    update: refuseChanges(describeFailure),
    parseCallback,
  }
}
