import type { CarrierAccount, CarrierAdapter, CarrierFailure } from '../carrier-adapter.ts'

/** The adapter of a simulated carrier, with every call of a live environment refused before anything is sent. */
export function refuseLiveCalls(adapter: CarrierAdapter): CarrierAdapter {
  const { carrierCode } = adapter.descriptor
  const code = 'simulated_carrier'
  const message = `${carrierCode} is a simulated carrier and closed to live environments`
  const failure: CarrierFailure = { carrierCode, code, message, httpStatus: null, retryable: false, retryAfterMs: null }
  const isLive = ({ account }: { account: CarrierAccount }) => account.livemode
  const refused = { kind: 'refused', failure } as const
  const failed = { kind: 'failed', failure } as const
  const { draft, preparePickup, schedulePickup, findPickup, readPickup, cancelPickup } = adapter
  const { createManifest, findManifest, readManifest, manifestDocuments } = adapter
  return {
    descriptor: adapter.descriptor,
    quote: async (request, call) =>
      isLive(call) ? { kind: 'not_served', code, message } : adapter.quote(request, call),
    ...(draft && { draft: async (request, call) => (isLive(call) ? refused : draft(request, call)) }),
    book: async (request, call) => (isLive(call) ? refused : adapter.book(request, call)),
    cancel: async (request, call) => (isLive(call) ? refused : adapter.cancel(request, call)),
    update: async (request, call) => (isLive(call) ? refused : adapter.update(request, call)),
    track: async (carrierJobId, call, numbers) => (isLive(call) ? failed : adapter.track(carrierJobId, call, numbers)),
    label: async (request, call) => (isLive(call) ? failed : adapter.label(request, call)),
    media: async (url, call) => (isLive(call) ? failed : adapter.media(url, call)),
    findJob: async (query, call) => (isLive(call) ? failed : adapter.findJob(query, call)),
    ...(preparePickup && {
      preparePickup: async (request, call) => (isLive(call) ? refused : preparePickup(request, call)),
    }),
    ...(schedulePickup && {
      schedulePickup: async (request, call) => (isLive(call) ? refused : schedulePickup(request, call)),
    }),
    ...(findPickup && { findPickup: async (request, call) => (isLive(call) ? failed : findPickup(request, call)) }),
    ...(readPickup && { readPickup: async (query, call) => (isLive(call) ? failed : readPickup(query, call)) }),
    ...(cancelPickup && {
      cancelPickup: async (request, call) => (isLive(call) ? refused : cancelPickup(request, call)),
    }),
    ...(createManifest && {
      createManifest: async (request, call) =>
        isLive(call) ? { ...refused, jobs: [] } : createManifest(request, call),
    }),
    ...(findManifest && {
      findManifest: async (request, call) => (isLive(call) ? failed : findManifest(request, call)),
    }),
    ...(readManifest && {
      readManifest: async (query, call) => (isLive(call) ? failed : readManifest(query, call)),
    }),
    ...(manifestDocuments && {
      manifestDocuments: async (query, call) => (isLive(call) ? failed : manifestDocuments(query, call)),
    }),
    parseCallback: async (input) =>
      isLive(input) ? { kind: 'forged', reason: message } : adapter.parseCallback(input),
  }
}
