import { createDoorDashDriveAdapter } from './adapters/doordash-drive/adapter.ts'
import { doordashDriveDescriptor } from './adapters/doordash-drive/descriptor.ts'
import { createEasyPostAdapter } from './adapters/easypost/adapter.ts'
import { easypostDescriptor } from './adapters/easypost/descriptor.ts'
import { ownFleetDescriptor } from './adapters/own-fleet/descriptor.ts'
import { createShipEngineAdapter } from './adapters/shipengine/adapter.ts'
import { shipengineDescriptor } from './adapters/shipengine/descriptor.ts'
import { createShippoAdapter } from './adapters/shippo/adapter.ts'
import { shippoDescriptor } from './adapters/shippo/descriptor.ts'
import { createSimulatedAdapter } from './adapters/simulated/adapter.ts'
import { simulatedDescriptors } from './adapters/simulated/descriptor.ts'
import { createUberDirectAdapter } from './adapters/uber-direct/adapter.ts'
import { uberDirectDescriptor } from './adapters/uber-direct/descriptor.ts'
import { createUpsAdapter } from './adapters/ups/adapter.ts'
import { upsDescriptor } from './adapters/ups/descriptor.ts'
import type { CarrierAdapter } from './carrier-adapter.ts'
import { type AccountForm, type CarrierDescriptor, LONGEST_CARRIER_CALL_MS } from './carrier-descriptor.ts'
import type { RecordExchange } from './exchange-log/exchange.ts'
import { createHttpClient, type HttpClient } from './http/client.ts'
import type { TrustedUrls } from './http/connector.ts'
import { refuseLiveCalls } from './wrappers/live-guard.ts'
import { refuseUnsupportedOptions } from './wrappers/option-guard.ts'
import { readableDocuments } from './wrappers/readable-documents.ts'
import { storableAnswers } from './wrappers/storable-answers.ts'

interface CarriersOptions {
  /** Base URL of apps/simulator; null: no simulated carriers. */
  simulatorUrl: string | null
  simulatorKey: string
  /** Base URLs at which accounts may reach a test server of their carrier, over http and at private addresses. */
  trustedUrls?: TrustedUrls
  /** Takes every exchange with a carrier, to be kept for support. */
  record?: RecordExchange
}

interface RealCarrier {
  descriptor: CarrierDescriptor
  create(options: { http: HttpClient }): CarrierAdapter
}

/** The carriers of every installation. An adapter is registered by its line here. */
const realCarriers: readonly RealCarrier[] = [
  { descriptor: doordashDriveDescriptor, create: createDoorDashDriveAdapter },
  { descriptor: easypostDescriptor, create: createEasyPostAdapter },
  { descriptor: shipengineDescriptor, create: createShipEngineAdapter },
  { descriptor: shippoDescriptor, create: createShippoAdapter },
  { descriptor: uberDirectDescriptor, create: createUberDirectAdapter },
  { descriptor: upsDescriptor, create: createUpsAdapter },
]

/** Adapters by carrier code. */
export type Carriers = ReadonlyMap<string, CarrierAdapter>

/** Every carrier of this installation: real ones always, simulated ones beside a simulator. */
export function carriersFor({ simulatorUrl, simulatorKey, trustedUrls = [], record }: CarriersOptions): Carriers {
  const real = realCarriers.map(({ create }) => create({ http: createHttpClient({ trustedUrls, record }) }))
  const simulated =
    simulatorUrl === null
      ? []
      : simulatedDescriptors.map((descriptor) => {
          const http = createHttpClient({ trustedUrls: [simulatorUrl], record })
          return refuseLiveCalls(createSimulatedAdapter({ descriptor, simulatorUrl, simulatorKey, http }))
        })
  return new Map(
    [...simulated, ...real].map((adapter) => [
      adapter.descriptor.carrierCode,
      assertTimeouts(
        assertDrafts(assertAccount(assertAddressChecks(assertManifests(assertPickups(wrapAdapter(adapter)))))),
      ),
    ]),
  )
}

/** Descriptors of the carriers of `carriersFor` and of the merchant's own drivers, for a process that does not call them. */
export const descriptorsFor = ({
  simulatorUrl = null,
}: Partial<Pick<CarriersOptions, 'simulatorUrl'>>): readonly CarrierDescriptor[] => [
  ...(simulatorUrl === null ? [] : simulatedDescriptors),
  ...realCarriers.map(({ descriptor }) => descriptor),
  ownFleetDescriptor,
]

/** Wrapper around every adapter: documents are what they claim to be, texts can be stored, options are those it takes. */
const wrapAdapter = (adapter: CarrierAdapter): CarrierAdapter =>
  refuseUnsupportedOptions(storableAnswers(readableDocuments(adapter)))

/** The adapter. Throws TypeError unless it has `draft` exactly if its descriptor says `prepared_id`. */
export function assertDrafts(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, bookRecovery } = adapter.descriptor
  if ((bookRecovery.kind === 'prepared_id') === (adapter.draft !== undefined)) return adapter
  throw new TypeError(`${carrierCode}: an adapter needs \`draft\` if and only if its bookRecovery is prepared_id`)
}

/** The adapter. Throws TypeError unless it has `verify` exactly if merchants have accounts with it. */
function assertAccount(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, account } = adapter.descriptor
  if ((account !== undefined) === (adapter.verify !== undefined)) return adapter
  throw new TypeError(`${carrierCode}: an adapter needs \`verify\` if and only if its descriptor has \`account\``)
}

/** The adapter. Throws TypeError unless it checks addresses exactly if its descriptor names countries. */
function assertAddressChecks(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, checksAddressesIn } = adapter.descriptor
  if ((checksAddressesIn !== undefined) === (adapter.checkAddress !== undefined)) return adapter
  throw new TypeError(
    `${carrierCode}: an adapter needs \`checkAddress\` if and only if its descriptor has \`checksAddressesIn\``,
  )
}

/** The adapter. Throws TypeError unless it has exactly the calls about pickups that its descriptor says. */
function assertPickups(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, pickups } = adapter.descriptor
  const { preparePickup, schedulePickup, findPickup, readPickup, cancelPickup } = adapter
  const isRight = [
    [schedulePickup, pickups !== undefined],
    [preparePickup, pickups?.drafts === true],
    [findPickup, pickups?.recovery.kind === 'find'],
    [readPickup, pickups?.reports === true],
    [cancelPickup, pickups?.cancels === true],
  ].every(([call, expected]) => (call !== undefined) === expected)
  if (isRight) return adapter
  throw new TypeError(`${carrierCode}: an adapter needs exactly the calls about pickups that its descriptor says`)
}

/** The adapter. Throws TypeError unless it has exactly the calls about manifests that its descriptor says. */
function assertManifests(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, manifests } = adapter.descriptor
  const { createManifest, findManifest, readManifest, manifestDocuments } = adapter
  const isRight = [
    [createManifest, manifests !== undefined],
    [readManifest, manifests !== undefined],
    [manifestDocuments, manifests !== undefined],
    [findManifest, manifests?.recovery.kind === 'find'],
  ].every(([call, expected]) => (call !== undefined) === expected)
  if (isRight) return adapter
  throw new TypeError(`${carrierCode}: an adapter needs exactly the calls about manifests that its descriptor says`)
}

/** The adapter. Throws RangeError if one of its timeouts is longer than a process that stops can wait. */
export function assertTimeouts(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode, timeoutsMs } = adapter.descriptor
  if (Math.max(...Object.values(timeoutsMs)) <= LONGEST_CARRIER_CALL_MS) return adapter
  throw new RangeError(`${carrierCode}: a timeout of an adapter must not exceed ${LONGEST_CARRIER_CALL_MS} ms`)
}

/**
 * The carriers that an environment may use without an account: a live one has no simulated carriers. Carriers at which merchants
 * have accounts are called with their credentials only.
 */
export const openCarriers = (carriers: Carriers, livemode: boolean): CarrierAdapter[] =>
  [...carriers.values()].filter(
    ({ descriptor }) => descriptor.account === undefined && !(livemode && descriptor.simulated),
  )

/** The carriers at which merchants of an environment have accounts. */
export const accountCarriers = (carriers: Carriers, livemode: boolean): AccountAdapter[] =>
  [...carriers.values()].filter(hasAccounts).filter(({ descriptor }) => !(livemode && descriptor.simulated))

/** An adapter with which merchants have accounts. */
export type AccountAdapter = CarrierAdapter & { descriptor: { account: AccountForm } }

const hasAccounts = (adapter: CarrierAdapter): adapter is AccountAdapter => adapter.descriptor.account !== undefined
