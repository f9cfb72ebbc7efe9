/** The conformance suite's view of EasyPost: accounts get keys and webhooks, and jobs are counted by their drafts. */
import { createEasyPostAdapter } from '../../adapters/easypost/adapter.ts'
import { easypostDescriptor } from '../../adapters/easypost/descriptor.ts'
import type { CarrierAccount, CarrierAdapter } from '../../carrier-adapter.ts'
import type { ConformanceServer, ConformanceSubject, ConformanceTraits, Mishap } from '../../conformance/suite.ts'
import type { RunningVendor, TestCarrier } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { toCanada } from '../declarations.ts'
import { aParcelTransport } from '../transports.ts'
import { withVerifiedAccounts } from '../verified-accounts.ts'
import { type EasyPostServer, type News, startEasyPostServer } from './server.ts'

const accepted: News = { status: 'in_transit', detail: 'received_at_origin_facility', message: 'USPS in possession' }
const onVehicle: News = { status: 'out_for_delivery', detail: 'out_for_delivery', message: 'Out for Delivery' }
const delivered: News = {
  status: 'delivered',
  detail: 'arrived_at_destination',
  message: 'Delivered, Front Door',
  signedBy: 'John Tester',
}
const sequence: readonly News[] = [accepted, onVehicle, delivered]
const targets = { picked_up: accepted, en_route_to_dropoff: onVehicle, delivered }

/** EasyPost has no drivers, and no code for a recipient who is not at home. */
const mishapNews = new Map<Mishap, readonly News[]>([
  [
    'return',
    [
      accepted,
      onVehicle,
      { status: 'return_to_sender', detail: 'refused', message: 'Refused' },
      { status: 'delivered', detail: 'arrived_at_destination', message: 'Delivered, To Original Sender' },
    ],
  ],
  ['loss', [accepted, { status: 'failure', detail: 'lost', message: 'Lost' }]],
])

const traits: Partial<ConformanceTraits> = {
  mishaps: [...mishapNews.keys()],
  signsTime: false,
  draftsByCall: false,
  echoesReference: false,
  tracksParcels: true,
}

const callbackSecret = (carrierAccountId: string): string => `wébhook secret of ${carrierAccountId}`

/** The account with its key and the secret of its call-backs. */
export const withCredentials = <Account extends CarrierAccount>(server: EasyPostServer, account: Account): Account => ({
  ...account,
  credentials: {
    api_key: server.keyFor(account.carrierAccountId),
    callback_secret: callbackSecret(account.carrierAccountId),
  },
})

function conformanceSubject(server: EasyPostServer, plain: CarrierAdapter): ConformanceSubject {
  /** Drafts by our references, which EasyPost does not know. */
  const drafts = new Map<string, Set<string>>()
  const adapter = withVerifiedAccounts(plain, server.callbackUrl, (account) => withCredentials(server, account))
  const { draft } = adapter
  if (draft === undefined) throw new TypeError('the adapter of EasyPost makes drafts')
  return {
    adapter: {
      ...adapter,
      async draft(request, call) {
        const outcome = await draft(request, call)
        if (outcome.kind === 'drafted') {
          drafts.set(request.reference, (drafts.get(request.reference) ?? new Set()).add(outcome.draftId))
        }
        return outcome
      },
    },
    server: conformanceServer(server, drafts),
    served: aParcelTransport(436),
    several: aParcelTransport(436, 436),
    declared: toCanada(aParcelTransport(436)),
    notServed: aParcelTransport(2_000_000),
  }
}

const conformanceServer = (server: EasyPostServer, drafts: ReadonlyMap<string, Set<string>>): ConformanceServer => ({
  callbackUrl: server.callbackUrl,
  order: async (fault) => server.order(fault),
  async advance(jobId, to) {
    for (const id of server.listParcels(jobId)) {
      const from = sequence.findIndex(({ status }) => status === server.shipment(id).status)
      for (const news of sequence.slice(from + 1, sequence.indexOf(targets[to]) + 1)) server.reportNews(id, news)
    }
  },
  async deliverFirstParcel(jobId) {
    const [first = ''] = server.listParcels(jobId)
    for (const news of sequence) server.reportNews(first, news)
  },
  async meet(jobId, mishap) {
    for (const news of mishapNews.get(mishap) ?? []) server.reportNews(jobId, news)
  },
  announce: async (jobId, status) => server.reportNews(jobId, { status, detail: null, message: status }),
  countJobs: async (reference) =>
    [...(drafts.get(reference) ?? [])].filter((id) => server.shipment(id).postage_label !== null).length,
  countPickups: async (carrierAccountId) => server.countPickups(carrierAccountId),
  countManifests: async (carrierAccountId) => server.countManifests(carrierAccountId),
  listCallbacks: (jobId, atLeast) =>
    server.callbacksWhere(({ result }: { result: { shipment_id: string } }) => result.shipment_id === jobId, atLeast),
})

export const easypostTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: easypostDescriptor,
  traits,
  async start() {
    const server = await startEasyPostServer()
    const http = createHttpClient({ trustedUrls: [server.url] })
    const adapter = readableDocuments(createEasyPostAdapter({ http, baseUrl: server.url }))
    return {
      url: server.url,
      subject: () => conformanceSubject(server, adapter),
      addAccount: (carrierAccountId) => ({ api_key: server.keyFor(carrierAccountId) }),
      jobs: () =>
        server.purchases().map(({ id, refund_status }) => ({
          carrierJobId: id,
          reference: null,
          isLive: refund_status === null || refund_status === 'rejected',
        })),
      stop: () => server.stop(),
    }
  },
}
