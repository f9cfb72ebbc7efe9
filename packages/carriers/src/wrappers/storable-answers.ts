import { storable } from '@waybill/chassis/postgres/storable'
import type { CarrierAdapter } from '../carrier-adapter.ts'

/**
 * The adapter with texts that Postgres can store. One character that Postgres rejects must not leave a booking unresolved,
 * fail the offers of other carriers, or make a callback come back for ever.
 */
export function storableAnswers(adapter: CarrierAdapter): CarrierAdapter {
  const { draft } = adapter
  return {
    descriptor: adapter.descriptor,
    quote: async (request, call) => storable(await adapter.quote(request, call)),
    ...(draft && { draft: async (request, call) => storable(await draft(request, call)) }),
    book: async (request, call) => storable(await adapter.book(request, call)),
    cancel: async (request, call) => storable(await adapter.cancel(request, call)),
    update: async (request, call) => storable(await adapter.update(request, call)),
    track: async (carrierJobId, call) => storable(await adapter.track(carrierJobId, call)),
    label: async (request, call) => storable(await adapter.label(request, call)),
    media: async (url, call) => storable(await adapter.media(url, call)),
    findJob: async (query, call) => storable(await adapter.findJob(query, call)),
    parseCallback: (input) => storable(adapter.parseCallback(input)),
  }
}
