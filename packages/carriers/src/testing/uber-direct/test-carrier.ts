/** What the conformance suite is given for Uber Direct. */
import { createUberDirectAdapter } from '../../adapters/uber-direct/adapter.ts'
import { uberDirectDescriptor } from '../../adapters/uber-direct/descriptor.ts'
import type { CarrierAdapter, CarrierAddress, QuoteRequest } from '../../carrier-adapter.ts'
import type { ConformanceTraits } from '../../conformance/suite.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { customerIdOf, startUberDirect, type UberDirectServer } from './server.ts'
import { UNSERVED_ZIP } from './store.ts'

/** Uber replaces a courier without a word, makes one attempt only, and keeps no history. */
const traits: Partial<ConformanceTraits> = {
  mishaps: ['return', 'loss'],
  signsTime: false,
  keepsHistory: false,
  changes: 'instructions',
}

export const credentialsOf = (carrierAccountId: string) => ({
  customer_id: customerIdOf(carrierAccountId),
  client_id: `client-${carrierAccountId}`,
  client_secret: `secret-of-${carrierAccountId}`,
  webhook_signing_key: `key-of-${carrierAccountId}`,
})

/** Makes the account known to the server. */
export function registerAccount(server: UberDirectServer, carrierAccountId: string): void {
  const { customer_id, client_id, client_secret, webhook_signing_key } = credentialsOf(carrierAccountId)
  const ids = { customerId: customer_id, clientId: client_id }
  server.addAccount({ ...ids, clientSecret: client_secret, signingKey: webhook_signing_key })
}

export const newYork = (overrides: Partial<CarrierAddress> = {}): CarrierAddress => ({
  name: 'Gordon Shumway',
  company: null,
  addressLine1: '30 Lincoln Center Plaza',
  addressLine2: null,
  town: null,
  city: 'New York',
  province: 'NY',
  postCode: '10023',
  country: 'US',
  phone: '+1 415 555 0123',
  email: null,
  latitude: 40.7727076,
  longitude: -73.9839082,
  ...overrides,
})

export const aTransport = (postCode = '10023'): QuoteRequest => ({
  pickup: newYork({ name: null, company: 'Maiden Books', addressLine1: '100 Maiden Ln', postCode: '10038' }),
  dropoff: newYork({ postCode }),
  parcels: [
    {
      parcelId: null,
      title: 'Books',
      weightGrams: 1_500,
      lengthTenthMm: 3_000,
      widthTenthMm: 2_000,
      heightTenthMm: 1_000,
    },
  ],
  readyAt: new Date(),
})

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
      return { ...account, credentials: credentialsOf(account.carrierAccountId) }
    })
    const subject = { adapter, server, served: aTransport(), notServed: aTransport(UNSERVED_ZIP) }
    return {
      url: server.url,
      subject: () => subject,
      addAccount(carrierAccountId) {
        registerAccount(server, carrierAccountId)
        return credentialsOf(carrierAccountId)
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
