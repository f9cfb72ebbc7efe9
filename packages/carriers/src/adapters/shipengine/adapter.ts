import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { refuseChanges } from '../../vendor/failures.ts'
import { accountCalls } from './account-calls.ts'
import { addressCalls } from './address-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { callbackCalls } from './callback.ts'
import { createShipEngineClient, describeFailure, SHIPENGINE_URL } from './client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { manifestCalls } from './manifest-calls.ts'
import { pickupCalls } from './pickup-calls.ts'
import { quoteCalls } from './quote-calls.ts'
import { createSigningKeys } from './signing-keys.ts'

/** An adapter to ShipEngine. `baseUrl` replaces its address, and `now` the clock of its cached keys, for tests. */
export function createShipEngineAdapter(options: {
  http: HttpClient
  baseUrl?: string
  now?: () => number
}): CarrierAdapter {
  const { http, baseUrl = SHIPENGINE_URL, now } = options
  const client = createShipEngineClient({ baseUrl, http })
  return {
    descriptor: shipengineDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    ...addressCalls(client),
    ...manifestCalls(client),
    ...pickupCalls(client),
    ...callbackCalls(client, createSigningKeys(client, now)),
    update: refuseChanges(describeFailure),
  }
}
