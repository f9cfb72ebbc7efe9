/** Subject of the conformance suite for New Carrier. */
import type { CarrierAddress, QuoteRequest } from '../../carrier-adapter.ts'
import type { ConformanceTraits } from '../../conformance/suite.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { createNewCarrierAdapter } from './adapter.ts'
import { newCarrierDescriptor } from './descriptor.ts'
import { startNewCarrier } from './server.ts'

/** Limits of the carrier beyond its descriptor: docs/carriers.md, section 8. */
const traits: Partial<ConformanceTraits> = {}

const credentialsFor = (carrierAccountId: string) => ({ api_key: `key-of-${carrierAccountId}` })

/** An address that the carrier serves. */
const anAddress = (overrides: Partial<CarrierAddress> = {}): CarrierAddress => ({
  name: 'Grace Miller',
  company: null,
  addressLine1: '7 River Road',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: 'N1 9GU',
  country: 'GB',
  phone: '+442079460001',
  email: 'grace@example.com',
  latitude: 51.5308,
  longitude: -0.0973,
  ...overrides,
})

const aTransport = (overrides: Partial<QuoteRequest> = {}): QuoteRequest => ({
  pickup: anAddress({ name: 'Corner Bakery', addressLine1: '12 Market Street', postCode: 'NW1 8AB' }),
  dropoff: anAddress(),
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
  ...overrides,
})

export const newCarrierTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: newCarrierDescriptor,
  traits,
  async start() {
    const server = await startNewCarrier()
    const http = createHttpClient({ trustedUrls: [server.url] })
    const addAccount = (carrierAccountId: string) => {
      const credentials = credentialsFor(carrierAccountId)
      server.addAccount(carrierAccountId, credentials.api_key)
      return credentials
    }
    const adapter = withAccounts(
      readableDocuments(createNewCarrierAdapter({ http, baseUrl: server.url })),
      (account) => ({ ...account, credentials: addAccount(account.carrierAccountId) }),
    )
    // One that the carrier refuses, such as an address that it does not serve.
    const notServed = aTransport({ dropoff: anAddress({ postCode: 'XX0 0XX' }) })
    const subject = { adapter, server, served: aTransport(), notServed }
    return {
      url: server.url,
      subject: () => subject,
      addAccount,
      stop: server.stop,
      jobs: () =>
        server.jobs.map(({ id, reference, isCancelled }) => ({ carrierJobId: id, reference, isLive: !isCancelled })),
    }
  },
}
