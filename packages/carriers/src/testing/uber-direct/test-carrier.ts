/** Subject of the conformance suite for Uber Direct. */
import { createUberDirectAdapter } from '../../adapters/uber-direct/adapter.ts'
import { uberDirectDescriptor } from '../../adapters/uber-direct/descriptor.ts'
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { ConformanceTraits } from '../../conformance/suite.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { aCourierTransport } from '../transports.ts'
import { customerId, startUberDirect, type UberDirectServer } from './server.ts'
import { UNSERVED_ZIP } from './store.ts'

/** Uber replaces a courier without a word, makes one attempt only, and keeps no history. */
const traits: Partial<ConformanceTraits> = {
  mishaps: ['return', 'loss'],
  signsTime: false,
  keepsHistory: false,
  changes: 'instructions',
}

export const credentialsFor = (carrierAccountId: string) => ({
  customer_id: customerId(carrierAccountId),
  client_id: `client-${carrierAccountId}`,
  client_secret: `secret-of-${carrierAccountId}`,
  webhook_signing_key: `key-of-${carrierAccountId}`,
})

/** Makes the account known to the server. */
export function registerAccount(server: UberDirectServer, carrierAccountId: string): void {
  const { customer_id, client_id, client_secret, webhook_signing_key } = credentialsFor(carrierAccountId)
  const ids = { customerId: customer_id, clientId: client_id }
  server.addAccount({ ...ids, clientSecret: client_secret, signingKey: webhook_signing_key })
}

export function uberDirectAdapterFor(server: UberDirectServer): CarrierAdapter {
  const http = createHttpClient({ trustedUrls: [server.url] })
  return createUberDirectAdapter({ http, urls: { api: server.url, login: server.url } })
}

export const uberDirectTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: uberDirectDescriptor,
  traits,
  async start() {
    const server = await startUberDirect()
    const adapter = withAccounts(uberDirectAdapterFor(server), (account) => {
      registerAccount(server, account.carrierAccountId)
      return { ...account, credentials: credentialsFor(account.carrierAccountId) }
    })
    const subject = { adapter, server, served: aCourierTransport(), notServed: aCourierTransport(UNSERVED_ZIP) }
    return {
      url: server.url,
      subject: () => subject,
      addAccount(carrierAccountId) {
        registerAccount(server, carrierAccountId)
        return credentialsFor(carrierAccountId)
      },
      jobs: () =>
        server.store.deliveries.map(({ id, status, request: { external_id = null } }) => ({
          carrierJobId: id,
          reference: external_id,
          isLive: status !== 'canceled',
        })),
      stop: () => server.stop(),
    }
  },
}
