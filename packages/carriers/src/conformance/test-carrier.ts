/** A carrier that is started for tests: its adapter, beside a server that stands for the carrier's. */
import type { CarrierAccount, CarrierAdapter } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { ConformanceSubject, ConformanceTraits } from './conformance-case.ts'

export interface TestCarrier<Running extends RunningTestCarrier = RunningTestCarrier> {
  descriptor: CarrierDescriptor
  /** Absent: the carrier's reports and changes can do everything. */
  traits?: Partial<ConformanceTraits>
  /** Starts the server. One serves any number of accounts. */
  start(): Promise<Running>
}

export interface RunningTestCarrier {
  subject(): ConformanceSubject
  stop(): Promise<void> | void
}

/** A job that was bought at the vendor. */
export interface VendorJob {
  carrierJobId: string
  /** Ours; null: the vendor keeps none. */
  reference: string | null
  /** Neither cancelled nor refunded. */
  isLive: boolean
}

/** A carrier at which merchants have accounts. */
export interface RunningVendor extends RunningTestCarrier {
  /** Base URL for the `endpoint` of accounts. */
  url: string
  /**
   * Makes an account known to the vendor, and returns what a merchant enters for it. The server orders faults by this id.
   * The mode is `test` by default.
   */
  addAccount(carrierAccountId: string, mode?: 'test' | 'live'): Readonly<Record<string, string>>
  /** All that were bought. */
  jobs(): readonly VendorJob[]
}

/**
 * The adapter, for accounts without credentials, as those of the conformance suite are. `prepare` makes the account known to
 * the server and returns it with its credentials. It is called for every call, so a repetition must have no effect.
 */
export function withAccounts(
  adapter: CarrierAdapter,
  prepare: (account: CarrierAccount) => CarrierAccount | Promise<CarrierAccount>,
): CarrierAdapter {
  const { draft, verify, checkAddress, preparePickup, schedulePickup, findPickup, readPickup, cancelPickup } = adapter
  const { createManifest, findManifest, readManifest, manifestDocuments } = adapter
  const prepared = async <Given extends { account: CarrierAccount }>(given: Given): Promise<Given> => ({
    ...given,
    account: await prepare(given.account),
  })
  return {
    ...adapter,
    quote: async (request, call) => adapter.quote(request, await prepared(call)),
    ...(draft && { draft: async (request, call) => draft(request, await prepared(call)) }),
    book: async (request, call) => adapter.book(request, await prepared(call)),
    cancel: async (request, call) => adapter.cancel(request, await prepared(call)),
    update: async (request, call) => adapter.update(request, await prepared(call)),
    track: async (carrierJobId, call, numbers) => adapter.track(carrierJobId, await prepared(call), numbers),
    label: async (request, call) => adapter.label(request, await prepared(call)),
    media: async (url, call) => adapter.media(url, await prepared(call)),
    findJob: async (query, call) => adapter.findJob(query, await prepared(call)),
    parseCallback: async (input) => adapter.parseCallback(await prepared(input)),
    ...(verify && { verify: async (request, call) => verify(request, await prepared(call)) }),
    ...(checkAddress && { checkAddress: async (address, call) => checkAddress(address, await prepared(call)) }),
    ...(preparePickup && { preparePickup: async (request, call) => preparePickup(request, await prepared(call)) }),
    ...(schedulePickup && { schedulePickup: async (request, call) => schedulePickup(request, await prepared(call)) }),
    ...(findPickup && { findPickup: async (request, call) => findPickup(request, await prepared(call)) }),
    ...(readPickup && { readPickup: async (query, call) => readPickup(query, await prepared(call)) }),
    ...(cancelPickup && { cancelPickup: async (request, call) => cancelPickup(request, await prepared(call)) }),
    ...(createManifest && { createManifest: async (request, call) => createManifest(request, await prepared(call)) }),
    ...(findManifest && { findManifest: async (request, call) => findManifest(request, await prepared(call)) }),
    ...(readManifest && { readManifest: async (query, call) => readManifest(query, await prepared(call)) }),
    ...(manifestDocuments && {
      manifestDocuments: async (query, call) => manifestDocuments(query, await prepared(call)),
    }),
  }
}
