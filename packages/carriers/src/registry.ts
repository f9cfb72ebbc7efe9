import type { CarrierAccount, CarrierAdapter, CarrierFailure } from './carrier-adapter.ts'
import type { RecordExchange } from './exchange-log/exchange.ts'
import { createHttpClient } from './http/client.ts'
import { createSimulatedAdapter } from './simulated/adapter.ts'
import { simulatedDescriptors } from './simulated/descriptors.ts'
import { readableDocuments } from './wrappers/readable-documents.ts'
import { storableAnswers } from './wrappers/storable-answers.ts'

export interface CarriersOptions {
  /** Base URL of apps/simulator; null: there are no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Where every exchange with a carrier goes, to be kept for support. */
  record?: RecordExchange
}

export type Carriers = ReadonlyMap<string, CarrierAdapter>

/** Every carrier this installation knows, by carrier code. */
export function carriersFor({ simulatorUrl, simulatorKey, record }: CarriersOptions): Carriers {
  if (simulatorUrl === null) return new Map()
  const adapters = simulatedDescriptors.map((descriptor) =>
    fitToKeep(
      refusingLive(createSimulatedAdapter({ descriptor, simulatorUrl, simulatorKey, http: createHttpClient(record) })),
    ),
  )
  return new Map(adapters.map((adapter) => [adapter.descriptor.carrierCode, assertDrafts(adapter)]))
}

/** What services are given of any adapter: nothing in its answers that must not be stored. */
const fitToKeep = (adapter: CarrierAdapter): CarrierAdapter => storableAnswers(readableDocuments(adapter))

/** The adapter. Throws where it and its descriptor are not of one mind about drafts. */
export function assertDrafts(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, bookRecovery } = adapter.descriptor
  if ((bookRecovery.kind === 'prepared_id') === (adapter.draft !== undefined)) return adapter
  throw new TypeError(`${carrierCode}: an adapter has \`draft\` exactly where its bookRecovery is prepared_id`)
}

/** The carriers open to an environment: a live one never sees a simulated carrier. */
export const openCarriers = (carriers: Carriers, livemode: boolean): CarrierAdapter[] =>
  [...carriers.values()].filter(({ descriptor }) => !(livemode && descriptor.simulated))

/** The adapter with every call of a live environment refused before anything is sent. */
export function refusingLive(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode } = adapter.descriptor
  const code = 'simulated_carrier'
  const message = `${carrierCode} exists in the simulator only and is closed to live environments`
  const failure: CarrierFailure = { carrierCode, code, message, httpStatus: null, retryable: false, retryAfterMs: null }
  const isLive = ({ account }: { account: CarrierAccount }) => account.livemode
  const refused = { kind: 'refused', failure } as const
  const failed = { kind: 'failed', failure } as const
  const { draft } = adapter
  return {
    descriptor: adapter.descriptor,
    quote: async (request, call) =>
      isLive(call) ? { kind: 'not_served', code, message } : adapter.quote(request, call),
    ...(draft && { draft: async (request, call) => (isLive(call) ? refused : draft(request, call)) }),
    book: async (request, call) => (isLive(call) ? refused : adapter.book(request, call)),
    cancel: async (request, call) => (isLive(call) ? refused : adapter.cancel(request, call)),
    update: async (request, call) => (isLive(call) ? refused : adapter.update(request, call)),
    track: async (carrierJobId, call) => (isLive(call) ? failed : adapter.track(carrierJobId, call)),
    label: async (request, call) => (isLive(call) ? failed : adapter.label(request, call)),
    media: async (url, call) => (isLive(call) ? failed : adapter.media(url, call)),
    findJob: async (query, call) => (isLive(call) ? failed : adapter.findJob(query, call)),
    parseCallback: (input) => (isLive(input) ? { kind: 'forged', reason: message } : adapter.parseCallback(input)),
  }
}
