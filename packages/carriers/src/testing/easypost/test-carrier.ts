/** The conformance suite's view of EasyPost: accounts get keys and webhooks, and jobs are counted by their drafts. */
import { eventually } from '@waybill/testing/eventually'
import { createEasyPostAdapter } from '../../adapters/easypost/adapter.ts'
import { easypostDescriptor } from '../../adapters/easypost/descriptor.ts'
import type { CarrierAccount, CarrierAdapter, CarrierAddress, QuoteRequest } from '../../carrier-adapter.ts'
import type { ConformanceServer, ConformanceSubject, ConformanceTraits, Mishap } from '../../conformance/suite.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
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
}

const secretOf = (carrierAccountId: string): string => `wébhook secret of ${carrierAccountId}`

/** The account with its key and the secret of its call-backs. */
export const withCredentials = <Account extends CarrierAccount>(server: EasyPostServer, account: Account): Account => ({
  ...account,
  credentials: {
    api_key: server.keyOf(account.carrierAccountId),
    callback_secret: secretOf(account.carrierAccountId),
  },
})

/** An address in the United States. */
export const anAddress = (addressLine1: string): CarrierAddress => ({
  name: 'Ada Baker',
  company: null,
  addressLine1,
  addressLine2: null,
  town: null,
  city: 'San Francisco',
  province: 'CA',
  postCode: '94107',
  country: 'US',
  phone: '+14155550100',
  email: 'ada@example.com',
  latitude: null,
  longitude: null,
})

export const aTransport = (...weightsGrams: number[]): QuoteRequest => ({
  pickup: anAddress('388 Townsend St'),
  dropoff: { ...anAddress('179 N Harbor Dr'), name: 'Grace Miller', city: 'Redondo Beach', postCode: '90277' },
  parcels: weightsGrams.map((weightGrams) => ({
    parcelId: null,
    title: null,
    weightGrams,
    lengthTenthMm: 2_540,
    widthTenthMm: 2_032,
    heightTenthMm: 1_016,
  })),
  readyAt: new Date(),
})

function conformanceSubject(server: EasyPostServer, adapter: CarrierAdapter): ConformanceSubject {
  /** Drafts by our references, which EasyPost does not know. */
  const drafts = new Map<string, Set<string>>()
  const verified = new Map<string, Promise<unknown>>()

  /** Verifies each account once, which registers its call-backs. */
  async function connected(plain: CarrierAccount): Promise<CarrierAccount> {
    const { carrierAccountId } = plain
    const account = withCredentials(server, plain)
    const call = { account, deadlineAt: new Date(Date.now() + 10_000), requestId: `verify ${carrierAccountId}` }
    const verifying =
      verified.get(carrierAccountId) ?? adapter.verify?.({ callbackUrl: server.callbackUrl }, call) ?? unsupported()
    verified.set(carrierAccountId, verifying)
    await verifying
    return account
  }

  const connecting = withAccounts(adapter, connected)
  const subject: CarrierAdapter = {
    ...connecting,
    async draft(request, call) {
      const outcome = (await connecting.draft?.(request, call)) ?? unsupported()
      if (outcome.kind === 'drafted') {
        drafts.set(request.reference, (drafts.get(request.reference) ?? new Set()).add(outcome.draftId))
      }
      return outcome
    },
  }
  return {
    adapter: subject,
    server: serverOf(server, drafts),
    served: aTransport(436),
    notServed: aTransport(2_000_000),
  }
}

const unsupported = (): never => {
  throw new TypeError('the adapter of EasyPost makes drafts and verifies accounts')
}

const serverOf = (server: EasyPostServer, drafts: ReadonlyMap<string, Set<string>>): ConformanceServer => ({
  callbackUrl: server.callbackUrl,
  order: async (fault) => server.order(fault),
  async advance(jobId, to) {
    const from = sequence.findIndex(({ status }) => status === server.shipment(jobId).status)
    for (const news of sequence.slice(from + 1, sequence.indexOf(targets[to]) + 1)) server.report(jobId, news)
  },
  async meet(jobId, mishap) {
    for (const news of mishapNews.get(mishap) ?? []) server.report(jobId, news)
  },
  announce: async (jobId, status) => server.report(jobId, { status, detail: null, message: status }),
  countJobs: async (reference) =>
    [...(drafts.get(reference) ?? [])].filter((id) => server.shipment(id).postage_label !== null).length,
  callbacksOf: (jobId, atLeast) =>
    eventually(() => {
      const found = server.received.filter(({ rawBody }) => JSON.parse(rawBody.toString()).result.shipment_id === jobId)
      if (found.length < atLeast) throw new Error(`${found.length} callbacks of ${jobId} have arrived`)
      return found
    }),
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
      addAccount: (carrierAccountId) => ({ api_key: server.keyOf(carrierAccountId) }),
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
