import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { refuseChanges } from '../../vendor/failures.ts'
import { accountCalls } from './account-calls.ts'
import { addressCalls } from './address-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { callbackCalls } from './callback.ts'
import { createShippoClient, describeFailure, SHIPPO_URL } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { manifestCalls } from './manifest-calls.ts'
import { pickupCalls } from './pickup-calls.ts'
import { quoteCalls } from './quote-calls.ts'

/** An adapter to Shippo. `baseUrl` replaces its address, for tests. */
export function createShippoAdapter({
  http,
  baseUrl = SHIPPO_URL,
}: {
  http: HttpClient
  baseUrl?: string
}): CarrierAdapter {
  const client = createShippoClient({ baseUrl, http })
  return {
    descriptor: shippoDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    ...addressCalls(client),
    ...manifestCalls(client),
    ...pickupCalls(client),
    ...callbackCalls(client),
    update: refuseChanges(describeFailure),
  }
}
