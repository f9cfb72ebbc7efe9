/** The conformance suite's view of ShipEngine: accounts get keys and webhooks. */
import { createShipEngineAdapter } from '../../adapters/shipengine/adapter.ts'
import { shipengineDescriptor } from '../../adapters/shipengine/descriptor.ts'
import type { CarrierAccount, CarrierAdapter } from '../../carrier-adapter.ts'
import type { ConformanceServer, ConformanceSubject, ConformanceTraits, Mishap } from '../../conformance/suite.ts'
import type { RunningVendor, TestCarrier } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { toCanada } from '../declarations.ts'
import { aParcelTransport } from '../transports.ts'
import { withVerifiedAccounts } from '../verified-accounts.ts'
import type { News } from './bodies.ts'
import { type ShipEngineServer, startShipEngineServer } from './server.ts'

const accepted: News = { status: 'IT', detail: 'IN_TRANSIT', description: 'Accepted at USPS Origin Facility' }
const onVehicle: News = { status: 'IT', detail: 'OUT_FOR_DELIVERY', description: 'Out for Delivery' }
const delivered: News = { status: 'DE', detail: 'DELIVERED', description: 'Delivered, Front Door', signer: 'J TESTER' }
const sequence: readonly News[] = [accepted, onVehicle, delivered]
const targets = { picked_up: accepted, en_route_to_dropoff: onVehicle, delivered }

/** ShipEngine has no drivers. */
const mishapNews = new Map<Mishap, readonly News[]>([
  [
    'failed_attempt',
    [accepted, onVehicle, { status: 'AT', detail: 'ATTEMPTED_DELIVERY', description: 'Nobody at home' }],
  ],
  [
    'return',
    [
      accepted,
      onVehicle,
      { status: 'EX', detail: 'REFUSED_BY_CUSTOMER', description: 'Refused' },
      { status: 'DE', detail: 'DELIVERED', description: 'Delivered, To Original Sender' },
    ],
  ],
  ['loss', [accepted, { status: 'EX', detail: 'PARCEL_LOST', description: 'Lost' }]],
])

const traits: Partial<ConformanceTraits> = { mishaps: [...mishapNews.keys()], tracksParcels: true }

/** The account with its production key and the secret of its call-backs. */
export const withCredentials = <Account extends CarrierAccount>(
  server: ShipEngineServer,
  account: Account,
): Account => ({
  ...account,
  credentials: {
    api_key: server.keyFor(account.carrierAccountId),
    callback_secret: `secret of ${account.carrierAccountId}`,
  },
})

const conformanceSubject = (server: ShipEngineServer, adapter: CarrierAdapter): ConformanceSubject => ({
  adapter: withVerifiedAccounts(adapter, server.callbackUrl, (account) => withCredentials(server, account)),
  server: conformanceServer(server),
  served: aParcelTransport(436),
  several: aParcelTransport(436, 436),
  declared: toCanada(aParcelTransport(436)),
  notServed: aParcelTransport(2_000_000),
})

const conformanceServer = (server: ShipEngineServer): ConformanceServer => ({
  callbackUrl: server.callbackUrl,
  order: async (fault) => server.order(fault),
  async advance(jobId, to) {
    const { length } = server.listEvents(jobId).filter(({ status_code }) => status_code === 'IT')
    for (const news of sequence.slice(length, sequence.indexOf(targets[to]) + 1)) server.reportNews(jobId, news)
    for (const { tracking_number } of server.label(jobId).packages.slice(1)) {
      for (const news of sequence.slice(0, sequence.indexOf(targets[to]) + 1))
        server.reportNews(jobId, news, tracking_number)
    }
  },
  async deliverFirstParcel(jobId) {
    for (const news of sequence) server.reportNews(jobId, news)
  },
  async meet(jobId, mishap) {
    for (const news of mishapNews.get(mishap) ?? []) server.reportNews(jobId, news)
  },
  announce: async (jobId, status) => server.reportNews(jobId, { status, description: status }),
  countJobs: async (reference) =>
    server.labels().filter(({ external_shipment_id }) => external_shipment_id === reference).length,
  countPickups: async (carrierAccountId) => server.countPickups(carrierAccountId),
  countManifests: async (carrierAccountId) => server.countManifests(carrierAccountId),
  listCallbacks(jobId, atLeast) {
    const { tracking_number } = server.label(jobId)
    const isOfJob = ({ data }: { data: { tracking_number: string } }) => data.tracking_number === tracking_number
    return server.callbacksWhere(isOfJob, atLeast)
  },
})

export const shipengineTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: shipengineDescriptor,
  traits,
  async start() {
    const server = await startShipEngineServer()
    const http = createHttpClient({ trustedUrls: [server.url] })
    const adapter = readableDocuments(createShipEngineAdapter({ http, baseUrl: server.url }))
    return {
      url: server.url,
      subject: () => conformanceSubject(server, adapter),
      // Environments of tests take keys of the sandbox only.
      addAccount: (carrierAccountId, mode) => ({
        api_key: server.keyFor(carrierAccountId, mode === 'live' ? 'production' : 'sandbox'),
      }),
      jobs: () =>
        server.labels().map(({ label_id: carrierJobId, external_shipment_id: reference, voided }) => ({
          carrierJobId,
          reference,
          isLive: !voided,
        })),
      stop: () => server.stop(),
    }
  },
}
