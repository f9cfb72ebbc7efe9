/** The conformance suite's view of Shippo: accounts get tokens, a secret for signed call-backs, and webhooks. */
import { createShippoAdapter } from '../../adapters/shippo/adapter.ts'
import { shippoDescriptor } from '../../adapters/shippo/descriptor.ts'
import { tagOf } from '../../adapters/shippo/mapping/requests.ts'
import type { CarrierAccount, CarrierAdapter } from '../../carrier-adapter.ts'
import type { ConformanceServer, ConformanceSubject, ConformanceTraits, Mishap } from '../../conformance/suite.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { aTransport } from '../easypost/test-carrier.ts'
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

const traits: Partial<ConformanceTraits> = { mishaps: [...mishapNews.keys()] }

/** The account with its live token and the secrets of its call-backs. */
export const withCredentials = <Account extends CarrierAccount>(server: ShippoServer, account: Account): Account => ({
  ...account,
  credentials: {
    api_key: server.keyOf(account.carrierAccountId),
    webhook_secret: server.secretOf(account.carrierAccountId),
    callback_secret: `secret of ${account.carrierAccountId}`,
  },
})

function conformanceSubject(server: ShippoServer, adapter: CarrierAdapter): ConformanceSubject {
  const verified = new Map<string, Promise<unknown>>()

  /** Verifies each account once, which registers its call-backs. */
  async function connected(plain: CarrierAccount): Promise<CarrierAccount> {
    const { carrierAccountId } = plain
    const account = withCredentials(server, plain)
    const call = {
      account: { ...account, endpoint: null },
      deadlineAt: new Date(Date.now() + 10_000),
      requestId: `verify ${carrierAccountId}`,
    }
    const verifying =
      verified.get(carrierAccountId) ??
      adapter.verify?.({ callbackUrl: server.callbackUrl }, call) ??
      expectVerify(adapter)
    verified.set(carrierAccountId, verifying)
    await verifying
    return account
  }

  return {
    adapter: withAccounts(adapter, connected),
    server: serverOf(server),
    served: aTransport(436),
    notServed: aTransport(2_000_000),
  }
}

const expectVerify = ({ descriptor }: CarrierAdapter): never => {
  throw new TypeError(`the adapter of ${descriptor.name} verifies accounts`)
}

const referenceOf = ({ metadata }: TransactionObject): string | null => tagOf(metadata)?.reference ?? null

const serverOf = (server: ShippoServer): ConformanceServer => ({
  callbackUrl: server.callbackUrl,
  order: async (fault) => server.order(fault),
  async advance(jobId, to) {
    const reported = new Set(server.eventsOf(jobId).map(({ status_details }) => status_details))
    const { length } = sequence.filter(({ details }) => reported.has(details))
    for (const news of sequence.slice(length, sequence.indexOf(targets[to]) + 1)) server.reportNews(jobId, news)
  },
  async meet(jobId, mishap) {
    for (const news of mishapNews.get(mishap) ?? []) server.reportNews(jobId, news)
  },
  announce: async (jobId, status) => server.reportNews(jobId, { status, details: status }),
  countJobs: async (reference) => server.transactions().filter((each) => referenceOf(each) === reference).length,
  callbacksOf: (jobId, atLeast) =>
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
      addAccount: (carrierAccountId) => ({ api_key: server.keyOf(carrierAccountId, 'test') }),
      jobs: () =>
        server.transactions().map((transaction) => ({
          carrierJobId: transaction.object_id,
          reference: referenceOf(transaction),
          isLive: transaction.status === 'SUCCESS' || transaction.status === 'REFUNDREJECTED',
        })),
      stop: () => server.stop(),
    }
  },
}
