/** New Carrier's API with the key of an account. */
import type { CarrierFailure } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { createFailures } from '../../vendor/failures.ts'
import { newCarrierDescriptor as descriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const describeFailure = createFailures(descriptor.carrierCode)

export const createNewCarrierClient = ({ baseUrl, http }: { baseUrl: string; http: HttpClient }): VendorClient =>
  createVendorClient({
    http,
    descriptor,
    problem: wireProblem,
    secrets: ['api_key'],
    rootUrl: ({ endpoint }) => endpoint ?? baseUrl,
    headers: ({ account: { credentials } }) => ({ authorization: `Bearer ${credentials.api_key ?? ''}` }),
  })

/** Delete it when all calls are written. */
export const notWritten = (method: string): CarrierFailure =>
  describeFailure('not_written', `Write ${method} of the adapter to ${descriptor.name}.`)
