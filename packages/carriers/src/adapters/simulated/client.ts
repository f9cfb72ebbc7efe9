/** One simulated carrier's API. All its calls can be repeated, so that each is retried within its deadline. */
import type { CarrierAccount } from '../../carrier-adapter.ts'
import type { CarrierDescriptor } from '../../carrier-descriptor.ts'
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { ACCOUNT_HEADER, simulatedAccountSecret } from './signature.ts'
import { wireProblem } from './wire.ts'

export interface SimulatedAdapterOptions {
  descriptor: CarrierDescriptor
  simulatorUrl: string
  simulatorKey: string
  http: HttpClient
}

export interface SimulatorClient extends VendorClient {
  descriptor: CarrierDescriptor
}

export const createSimulatorClient = (options: SimulatedAdapterOptions): SimulatorClient => {
  const { http, descriptor, simulatorUrl, simulatorKey } = options
  const client = createVendorClient({
    http,
    descriptor,
    problem: wireProblem,
    secrets: ['secret'],
    rootUrl: ({ endpoint }) => `${endpoint ?? simulatorUrl}/${descriptor.carrierCode}`,
    headers: ({ account, requestId }) => ({
      authorization: `Bearer ${getAccountSecret(account, simulatorKey)}`,
      [ACCOUNT_HEADER]: account.carrierAccountId,
      'x-request-id': requestId,
    }),
  })
  return { ...client, descriptor }
}

/** The secret of the account, or the one that the simulator derives for it. */
export const getAccountSecret = (account: CarrierAccount, simulatorKey: string): string =>
  account.credentials.secret ?? simulatedAccountSecret(simulatorKey, account.carrierAccountId)

export const jobPath = (carrierJobId: string): string => `/jobs/${encodeURIComponent(carrierJobId)}`
