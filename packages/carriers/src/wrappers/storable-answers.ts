import { sanitizeStrings } from '@waybill/chassis/postgres/sanitized-text'
import type { CarrierAdapter } from '../carrier-adapter.ts'

/**
 * The adapter with texts that Postgres can store. One character that Postgres rejects must not leave a booking unresolved,
 * fail the offers of other carriers, or make a callback come back for ever.
 */
export function storableAnswers(adapter: CarrierAdapter): CarrierAdapter {
  const { draft, verify, unregister, checkAddress, getMode, callsBack } = adapter
  const { preparePickup, schedulePickup, findPickup, readPickup, cancelPickup } = adapter
  const { createManifest, findManifest, readManifest, manifestDocuments } = adapter
  return {
    descriptor: adapter.descriptor,
    quote: async (request, call) => sanitizeStrings(await adapter.quote(request, call)),
    ...(draft && { draft: async (request, call) => sanitizeStrings(await draft(request, call)) }),
    book: async (request, call) => sanitizeStrings(await adapter.book(request, call)),
    cancel: async (request, call) => sanitizeStrings(await adapter.cancel(request, call)),
    update: async (request, call) => sanitizeStrings(await adapter.update(request, call)),
    track: async (carrierJobId, call, numbers) => sanitizeStrings(await adapter.track(carrierJobId, call, numbers)),
    label: async (request, call) => sanitizeStrings(await adapter.label(request, call)),
    media: async (url, call) => sanitizeStrings(await adapter.media(url, call)),
    findJob: async (query, call) => sanitizeStrings(await adapter.findJob(query, call)),
    parseCallback: async (input) => sanitizeStrings(await adapter.parseCallback(input)),
    ...(verify && { verify: async (request, call) => sanitizeStrings(await verify(request, call)) }),
    ...(unregister && { unregister: async (request, call) => sanitizeStrings(await unregister(request, call)) }),
    ...(checkAddress && { checkAddress: async (address, call) => sanitizeStrings(await checkAddress(address, call)) }),
    ...(preparePickup && {
      preparePickup: async (request, call) => sanitizeStrings(await preparePickup(request, call)),
    }),
    ...(schedulePickup && {
      schedulePickup: async (request, call) => sanitizeStrings(await schedulePickup(request, call)),
    }),
    ...(findPickup && { findPickup: async (request, call) => sanitizeStrings(await findPickup(request, call)) }),
    ...(readPickup && { readPickup: async (query, call) => sanitizeStrings(await readPickup(query, call)) }),
    ...(cancelPickup && { cancelPickup: async (request, call) => sanitizeStrings(await cancelPickup(request, call)) }),
    ...(createManifest && {
      createManifest: async (request, call) => sanitizeStrings(await createManifest(request, call)),
    }),
    ...(findManifest && { findManifest: async (request, call) => sanitizeStrings(await findManifest(request, call)) }),
    ...(readManifest && { readManifest: async (query, call) => sanitizeStrings(await readManifest(query, call)) }),
    ...(manifestDocuments && {
      manifestDocuments: async (query, call) => sanitizeStrings(await manifestDocuments(query, call)),
    }),
    ...(getMode && { getMode }),
    ...(callsBack && { callsBack }),
  }
}
