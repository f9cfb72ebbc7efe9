import type { CarrierAdapter, CarrierCall } from '../carrier-adapter.ts'
import { isUnauthorized } from '../http/outcome.ts'
import type { Carriers } from '../registry.ts'

type Operation =
  | 'quote'
  | 'draft'
  | 'book'
  | 'cancel'
  | 'update'
  | 'track'
  | 'label'
  | 'media'
  | 'find'
  | Account
  | Pickup
  | Manifest
type Account = 'verify' | 'unregister' | 'check_address'
type Pickup = 'prepare_pickup' | 'schedule_pickup' | 'find_pickup' | 'read_pickup' | 'cancel_pickup'
type Manifest = 'create_manifest' | 'find_manifest' | 'read_manifest' | 'manifest_documents'

interface Outcome {
  kind: string
  failure?: { code: string; httpStatus: number | null }
}

type Write = (fields: object, message: string) => void

/** The service's log, its histogram of `carrierCallDuration` and its counter of `carrierUnauthorized`. */
interface CarrierObserver {
  log: { info: Write; warn: Write; error: Write }
  duration: { observe(labels: Record<'carrier_code' | 'operation' | 'outcome', string>, seconds: number): void }
  unauthorized: { inc(labels: Record<'carrier_code' | 'operation', string>): void }
}

/** Definition of the histogram. Label `outcome` is the kind of the outcome, or `crashed`. */
export const carrierCallDuration = {
  name: 'carrier_call_duration_seconds',
  help: 'Duration of a carrier call, retries of the adapter included, by operation and outcome.',
  labels: ['carrier_code', 'operation', 'outcome'],
} as const

/** Definition of the counter. */
export const carrierUnauthorized = {
  name: 'carrier_unauthorized_total',
  help: 'Calls that a carrier answered with 401 or 403: it rejects the credentials of the account.',
  labels: ['carrier_code', 'operation'],
} as const

/** The carriers, with one observation and one log line per call. */
export const observeCarriers = (carriers: Carriers, observer: CarrierObserver): Carriers =>
  new Map([...carriers].map(([code, adapter]) => [code, observeCarrier(adapter, observer)]))

function observeCarrier(adapter: CarrierAdapter, { log, duration, unauthorized }: CarrierObserver): CarrierAdapter {
  const { carrierCode } = adapter.descriptor

  async function observe<T extends Outcome>(
    operation: Operation,
    { account, requestId }: CarrierCall,
    send: () => Promise<T>,
    ids: { carrierJobId?: string } = {},
  ): Promise<T> {
    const startedAt = performance.now()
    const note = (outcome: string, fields: object, level: 'info' | 'warn' | 'error') => {
      const durationMs = performance.now() - startedAt
      duration.observe({ carrier_code: carrierCode, operation, outcome }, durationMs / 1_000)
      const { environmentId } = account
      const call = { carrierCode, operation, outcome, durationMs: Math.round(durationMs), requestId, environmentId }
      log[level]({ ...call, ...ids, ...fields }, 'carrier.called')
    }
    try {
      const outcome = await send()
      const { kind, failure } = outcome
      // A refusal is a normal answer; other failures are a degradation.
      const level = failure && kind !== 'refused' ? 'warn' : 'info'
      if (failure && isUnauthorized(failure)) {
        unauthorized.inc({ carrier_code: carrierCode, operation })
        const { environmentId, carrierAccountId } = account
        const { code, httpStatus } = failure
        log.warn({ environmentId, carrierAccountId, carrierCode, operation, code, httpStatus }, 'carrier.unauthorized')
      }
      note(kind, failure ? { code: failure.code, httpStatus: failure.httpStatus } : {}, level)
      return outcome
    } catch (error) {
      note('crashed', { err: error }, 'error')
      throw error
    }
  }

  const { draft, verify, unregister, checkAddress, getMode, callsBack } = adapter
  const { preparePickup, schedulePickup, findPickup, readPickup, cancelPickup } = adapter
  const { createManifest, findManifest, readManifest, manifestDocuments } = adapter
  return {
    descriptor: adapter.descriptor,
    quote: (request, call) => observe('quote', call, () => adapter.quote(request, call)),
    ...(draft && { draft: (request, call) => observe('draft', call, () => draft(request, call)) }),
    book: (request, call) => observe('book', call, () => adapter.book(request, call)),
    cancel: (request, call) => observe('cancel', call, () => adapter.cancel(request, call), pickJobId(request)),
    update: (request, call) => observe('update', call, () => adapter.update(request, call), pickJobId(request)),
    track: (carrierJobId, call, numbers) =>
      observe('track', call, () => adapter.track(carrierJobId, call, numbers), { carrierJobId }),
    label: (request, call) => observe('label', call, () => adapter.label(request, call), pickJobId(request)),
    media: (url, call) => observe('media', call, () => adapter.media(url, call)),
    findJob: (query, call) => observe('find', call, () => adapter.findJob(query, call)),
    parseCallback: (input) => adapter.parseCallback(input),
    ...(verify && { verify: (request, call) => observe('verify', call, () => verify(request, call)) }),
    ...(unregister && { unregister: (request, call) => observe('unregister', call, () => unregister(request, call)) }),
    ...(checkAddress && {
      checkAddress: (address, call) => observe('check_address', call, () => checkAddress(address, call)),
    }),
    ...(preparePickup && {
      preparePickup: (request, call) => observe('prepare_pickup', call, () => preparePickup(request, call)),
    }),
    ...(schedulePickup && {
      schedulePickup: (request, call) => observe('schedule_pickup', call, () => schedulePickup(request, call)),
    }),
    ...(findPickup && {
      findPickup: (request, call) => observe('find_pickup', call, () => findPickup(request, call)),
    }),
    ...(readPickup && {
      readPickup: (query, call) => observe('read_pickup', call, () => readPickup(query, call)),
    }),
    ...(cancelPickup && {
      cancelPickup: (request, call) => observe('cancel_pickup', call, () => cancelPickup(request, call)),
    }),
    ...(createManifest && {
      createManifest: (request, call) => observe('create_manifest', call, () => createManifest(request, call)),
    }),
    ...(findManifest && {
      findManifest: (request, call) => observe('find_manifest', call, () => findManifest(request, call)),
    }),
    ...(readManifest && {
      readManifest: (query, call) => observe('read_manifest', call, () => readManifest(query, call)),
    }),
    ...(manifestDocuments && {
      manifestDocuments: (query, call) => observe('manifest_documents', call, () => manifestDocuments(query, call)),
    }),
    ...(getMode && { getMode }),
    ...(callsBack && { callsBack }),
  }
}

const pickJobId = ({ carrierJobId }: { carrierJobId: string }) => ({ carrierJobId })
