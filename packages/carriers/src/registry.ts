import type { CarrierAdapter } from './carrier-adapter.ts'
import type { RecordExchange } from './exchange-log/exchange.ts'
import { createHttpClient } from './http/client.ts'
import { createSimulatedAdapter } from './simulated/adapter.ts'
import { simulatedDescriptors } from './simulated/descriptors.ts'
import { refuseLiveCalls } from './wrappers/live-guard.ts'
import { readableDocuments } from './wrappers/readable-documents.ts'
import { storableAnswers } from './wrappers/storable-answers.ts'

export interface CarriersOptions {
  /** Base URL of apps/simulator; null: no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Takes every exchange with a carrier, to be kept for support. */
  record?: RecordExchange
}

/** Adapters by carrier code. */
export type Carriers = ReadonlyMap<string, CarrierAdapter>

/** Every carrier of this installation. */
export function carriersFor({ simulatorUrl, simulatorKey, record }: CarriersOptions): Carriers {
  if (simulatorUrl === null) return new Map()
  const adapters = simulatedDescriptors.map((descriptor) =>
    wrapAdapter(
      refuseLiveCalls(
        createSimulatedAdapter({ descriptor, simulatorUrl, simulatorKey, http: createHttpClient(record) }),
      ),
    ),
  )
  return new Map(adapters.map((adapter) => [adapter.descriptor.carrierCode, assertDrafts(adapter)]))
}

/** What applies to the answers of every adapter: documents are what they claim to be, texts can be stored. */
const wrapAdapter = (adapter: CarrierAdapter): CarrierAdapter => storableAnswers(readableDocuments(adapter))

/** The adapter. Throws TypeError unless it has `draft` exactly if its descriptor says `prepared_id`. */
export function assertDrafts(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, bookRecovery } = adapter.descriptor
  if ((bookRecovery.kind === 'prepared_id') === (adapter.draft !== undefined)) return adapter
  throw new TypeError(`${carrierCode}: an adapter needs \`draft\` if and only if its bookRecovery is prepared_id`)
}

/** The carriers that an environment may use: a live one has no simulated carriers. */
export const openCarriers = (carriers: Carriers, livemode: boolean): CarrierAdapter[] =>
  [...carriers.values()].filter(({ descriptor }) => !(livemode && descriptor.simulated))
