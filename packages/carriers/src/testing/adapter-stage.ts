/** An adapter at a running server of its vendor, with another account for each test, and the calls that tests make. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BookRequest, CarrierAccount, CarrierAdapter, CarrierCall, QuoteRequest } from '../carrier-adapter.ts'
import { createHttpClient, type HttpClient } from '../http/client.ts'
import { readableDocuments } from '../wrappers/readable-documents.ts'
import { aParcelTransport } from './transports.ts'
import type { VendorServer } from './vendor-server.ts'

interface StagedVendor<Server> {
  start(): Promise<Server>
  createAdapter(options: { http: HttpClient; baseUrl: string }): CarrierAdapter
  /** The account with its credentials and endpoint at the server. */
  connect(server: Server, account: CarrierAccount): CarrierAccount
  /** The service that is booked unless a test names another one. */
  serviceCode: string
  pickupInstructions?: string
}

export const one = aParcelTransport(436)
export const two = aParcelTransport(436, 1_000)

/** Registers hooks of the test file: `stage` is complete when its tests run. */
export function stageAdapter<Server extends VendorServer>(vendor: StagedVendor<Server>) {
  const stage = {} as { server: Server; adapter: CarrierAdapter; account: CarrierAccount }
  let count = 0
  beforeAll(async () => {
    stage.server = await vendor.start()
    const http = createHttpClient({ trustedUrls: [stage.server.url] })
    // Every call uses the address of the account.
    stage.adapter = readableDocuments(vendor.createAdapter({ http, baseUrl: 'https://vendor.invalid' }))
  })
  afterAll(() => stage.server?.stop())
  beforeEach(() => {
    const plain = { carrierAccountId: `cac_${count++}`, environmentId: 'env_1', livemode: false, credentials: {} }
    stage.account = vendor.connect(stage.server, { ...plain, endpoint: null })
  })

  const aCall = ({ account = stage.account, deadlineMs = 15_000 } = {}): CarrierCall => ({
    account,
    deadlineAt: new Date(Date.now() + deadlineMs),
    idempotencyKey: 'att_1',
    requestId: 'req_1',
  })

  async function readOffers(request: QuoteRequest) {
    const outcome = await stage.adapter.quote(request, aCall())
    return outcome.kind === 'offers' ? outcome : expect.fail(JSON.stringify(outcome))
  }

  /** A request for an offer, drafted if the vendor has drafts. */
  async function aBooking(request = one, serviceCode = vendor.serviceCode): Promise<BookRequest> {
    const { offers } = await readOffers(request)
    const offer = offers.find((each) => each.serviceCode === serviceCode) ?? expect.fail(serviceCode)
    const draftRequest = {
      ...request,
      reference: `att_${count}`,
      merchantOrderRef: 'ORDER-1001',
      serviceCode,
      carrierOfferId: offer.carrierOfferId,
      pickupInstructions: vendor.pickupInstructions ?? null,
      dropoffInstructions: null,
      callbackUrl: null,
    }
    if (!stage.adapter.draft) return { ...draftRequest, draftId: null }
    const draft = await stage.adapter.draft(draftRequest, aCall())
    return draft.kind === 'drafted' ? { ...draftRequest, draftId: draft.draftId } : expect.fail(JSON.stringify(draft))
  }

  async function aJob(request = one, serviceCode?: string): Promise<string> {
    const outcome = await stage.adapter.book(await aBooking(request, serviceCode), aCall())
    return outcome.kind === 'booked' ? outcome.job.carrierJobId : expect.fail(JSON.stringify(outcome))
  }

  const sentTo = (path: RegExp) => stage.server.requests.filter((request) => path.test(request.path))
  return {
    stage,
    aCall,
    readOffers,
    aBooking,
    aJob,
    sentTo,
    lastBody: (path: RegExp) => JSON.parse(sentTo(path).at(-1)?.rawBody.toString() ?? 'null'),
    cancel: (carrierJobId: string) => stage.adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, aCall()),
  }
}
