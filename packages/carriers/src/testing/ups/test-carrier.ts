/** Subject of the conformance suite for UPS. */
import { newId } from '@waybill/contracts/ids'
import { createUpsAdapter } from '../../adapters/ups/adapter.ts'
import { upsDescriptor } from '../../adapters/ups/descriptor.ts'
import type { BookRequest, CarrierAdapter, CarrierAddress, CarrierCall, QuoteRequest } from '../../carrier-adapter.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { toCanada } from '../declarations.ts'
import { UNSERVED_POST_CODE } from './bodies.ts'
import { startUpsServer, type UpsServer } from './server.ts'
import { accountNumberFor, upsMishaps } from './store.ts'

export const credentialsFor = (carrierAccountId: string) => ({
  client_id: `client-${carrierAccountId}`,
  client_secret: `secret-of-${carrierAccountId}`,
  account_number: accountNumberFor(carrierAccountId),
})

/** Makes the account known to the server, and returns its credentials. */
export function registerAccount(server: UpsServer, carrierAccountId: string) {
  const credentials = credentialsFor(carrierAccountId)
  const { client_id: clientId, client_secret: clientSecret, account_number: accountNumber } = credentials
  server.store.addAccount({ carrierAccountId, clientId, clientSecret, accountNumber })
  return credentials
}

export const inAtlanta = (overrides: Partial<CarrierAddress> = {}): CarrierAddress => ({
  name: 'Grace Miller',
  company: null,
  addressLine1: '55 Glenlake Parkway NE',
  addressLine2: null,
  town: null,
  city: 'Atlanta',
  province: 'GA',
  postCode: '30328',
  country: 'US',
  phone: '+1 404 555 0123',
  email: 'grace@example.com',
  latitude: null,
  longitude: null,
  ...overrides,
})

export const aParcel = { parcelId: null, title: 'Books', weightGrams: 2_268 }

export const aTransport = (overrides: Partial<QuoteRequest> = {}): QuoteRequest => ({
  pickup: inAtlanta({ name: null, company: 'Maiden Books', addressLine1: '12380 Morris Road', postCode: '30005' }),
  dropoff: inAtlanta(),
  parcels: [{ ...aParcel, lengthTenthMm: 2_540, widthTenthMm: 2_032, heightTenthMm: 1_016 }],
  readyAt: new Date(),
  ...overrides,
})

export function upsAdapterFor(server: UpsServer): CarrierAdapter {
  const http = createHttpClient({ trustedUrls: [server.url] })
  return readableDocuments(createUpsAdapter({ http, urls: { test: server.url, live: server.url } }))
}

export const upsTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: upsDescriptor,
  traits: { mishaps: upsMishaps, echoesReference: false, tracksParcels: true },
  async start() {
    const server = await startUpsServer()
    const adapter = withAccounts(upsAdapterFor(server), (account) => ({
      ...account,
      credentials: registerAccount(server, account.carrierAccountId),
    }))
    const notServed = aTransport({ dropoff: inAtlanta({ postCode: UNSERVED_POST_CODE }) })
    const served = aTransport()
    const several = { ...served, parcels: [...served.parcels, ...served.parcels] }
    const subject = { adapter, server, served, several, notServed, declared: toCanada(aTransport()) }
    return {
      url: server.url,
      subject: () => subject,
      addAccount: (carrierAccountId) => registerAccount(server, carrierAccountId),
      jobs: () =>
        server.store.shipments.map(({ numbers, references, isVoided }) => ({
          carrierJobId: numbers[0] ?? '',
          reference: references.find((reference) => reference.startsWith('att_')) ?? null,
          isLive: !isVoided,
        })),
      stop: () => server.stop(),
    }
  },
}

/** A call with a new account of the server, which reaches it by its endpoint. */
export function aUpsCall(server: UpsServer, overrides: Partial<CarrierCall> = {}): CarrierCall {
  const carrierAccountId = newId('cac')
  const credentials = registerAccount(server, carrierAccountId)
  return {
    account: { carrierAccountId, environmentId: 'env_1', livemode: false, credentials, endpoint: server.url },
    deadlineAt: new Date(Date.now() + 8_000),
    requestId: newId('req'),
    idempotencyKey: newId('att'),
    ...overrides,
  }
}

export const aBooking = (overrides: Partial<BookRequest> = {}): BookRequest => ({
  ...aTransport(),
  reference: newId('att'),
  merchantOrderRef: 'ORDER-1001',
  serviceCode: 'ups_ground',
  carrierOfferId: null,
  pickupInstructions: null,
  dropoffInstructions: null,
  callbackUrl: null,
  draftId: null,
  ...overrides,
})
