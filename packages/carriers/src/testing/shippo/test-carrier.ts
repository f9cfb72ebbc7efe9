/** The conformance suite's view of Shippo: accounts get tokens, a secret for signed call-backs, and webhooks. */
import { createShippoAdapter } from '../../adapters/shippo/adapter.ts'
import { shippoDescriptor } from '../../adapters/shippo/descriptor.ts'
import { parseTag } from '../../adapters/shippo/mapping/requests.ts'
import type { CarrierAccount, CarrierAdapter } from '../../carrier-adapter.ts'
import type { ConformanceServer, ConformanceSubject, ConformanceTraits, Mishap } from '../../conformance/suite.ts'
import type { RunningVendor, TestCarrier } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { toCanada } from '../declarations.ts'
import { aParcelTransport } from '../transports.ts'
import { withVerifiedAccounts } from '../verified-accounts.ts'
import type { News, TransactionObject } from './bodies.ts'
import { type ShippoServer, startShippoServer } from './server.ts'

const accepted: News = { status: 'TRANSIT', substatus: 'package_accepted', details: 'Accepted at USPS Origin Facility' }
const onVehicle: News = { status: 'TRANSIT', substatus: 'out_for_delivery', details: 'Out for Delivery' }
const delivered: News = { status: 'DELIVERED', substatus: 'delivered', details: 'Delivered, Front Door' }
const sequence: readonly News[] = [accepted, onVehicle, delivered]
const targets = { picked_up: accepted, en_route_to_dropoff: onVehicle, delivered }

/** Shippo has no drivers, and no code for a recipient who refuses. */
const mishapNews = new Map<Mishap, readonly News[]>([
  [
    'failed_attempt',
    [accepted, onVehicle, { status: 'TRANSIT', substatus: 'delivery_attempted', details: 'Nobody at home' }],
  ],
  ['loss', [accepted, { status: 'FAILURE', substatus: 'package_lost', details: 'Lost' }]],
])

const traits: Partial<ConformanceTraits> = { mishaps: [...mishapNews.keys()], tracksParcels: true }

/** The account with its live token and the secrets of its call-backs. */
export const withCredentials = <Account extends CarrierAccount>(server: ShippoServer, account: Account): Account => ({
  ...account,
  credentials: {
    api_key: server.keyFor(account.carrierAccountId),
    webhook_secret: server.secretFor(account.carrierAccountId),
    callback_secret: `secret of ${account.carrierAccountId}`,
  },
})

const conformanceSubject = (server: ShippoServer, adapter: CarrierAdapter): ConformanceSubject => ({
  adapter: withVerifiedAccounts(adapter, server.callbackUrl, (account) => withCredentials(server, account)),
  server: conformanceServer(server),
  served: aParcelTransport(436),
  several: aParcelTransport(436, 436),
  declared: toCanada(aParcelTransport(436)),
  notServed: aParcelTransport(2_000_000),
})

const readReference = ({ metadata }: TransactionObject): string | null => parseTag(metadata)?.reference ?? null

const conformanceServer = (server: ShippoServer): ConformanceServer => ({
  callbackUrl: server.callbackUrl,
  order: async (fault) => server.order(fault),
  async advance(jobId, to) {
    const { rate } = server.transaction(jobId)
    for (const { object_id: id } of server.transactions().filter((each) => each.rate === rate)) {
      const reported = new Set(server.listEvents(id).map(({ status_details }) => status_details))
      const { length } = sequence.filter(({ details }) => reported.has(details))
      for (const news of sequence.slice(length, sequence.indexOf(targets[to]) + 1)) server.reportNews(id, news)
    }
  },
  async deliverFirstParcel(jobId) {
    for (const news of sequence) server.reportNews(jobId, news)
  },
  async meet(jobId, mishap) {
    for (const news of mishapNews.get(mishap) ?? []) server.reportNews(jobId, news)
  },
  announce: async (jobId, status) => server.reportNews(jobId, { status, details: status }),
  countJobs: async (reference) => server.transactions().filter((each) => readReference(each) === reference).length,
  countPickups: async (carrierAccountId) => server.countPickups(carrierAccountId),
  countManifests: async (carrierAccountId) => server.countManifests(carrierAccountId),
  listCallbacks: (jobId, atLeast) =>
    server.callbacksWhere(({ data }: { data: { transaction?: string } }) => data.transaction === jobId, atLeast),
})

export const shippoTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: shippoDescriptor,
  traits,
  async start() {
    const server = await startShippoServer()
    const http = createHttpClient({ trustedUrls: [server.url] })
    const adapter = readableDocuments(createShippoAdapter({ http, baseUrl: server.url }))
    return {
      url: server.url,
      subject: () => conformanceSubject(server, adapter),
      // Environments of tests take test tokens only.
      addAccount: (carrierAccountId, mode = 'test') => ({ api_key: server.keyFor(carrierAccountId, mode) }),
      jobs: () =>
        server.transactions().map((transaction) => ({
          carrierJobId: transaction.object_id,
          reference: readReference(transaction),
          isLive: transaction.status === 'SUCCESS' || transaction.status === 'REFUNDREJECTED',
        })),
      stop: () => server.stop(),
    }
  },
}
