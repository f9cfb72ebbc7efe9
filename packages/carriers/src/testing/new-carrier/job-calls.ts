/** Calls about a booked job: cancel, update, track. `track` shows how a call is made. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { notWritten } from './client.ts'
import { toFact } from './mapping/facts.ts'
import { wireEvents } from './wire.ts'

export const jobCalls = ({ get, read }: VendorClient): Pick<CarrierAdapter, 'cancel' | 'update' | 'track'> => ({
  cancel: async () => ({ kind: 'refused', failure: notWritten('cancel') }),
  update: async () => ({ kind: 'refused', failure: notWritten('update') }),
  async track(carrierJobId, call) {
    const path = `/shipments/${encodeURIComponent(carrierJobId)}/events`
    const outcome = await get(call, { operation: 'track', path, reference: carrierJobId })
    return read(outcome, wireEvents, ({ events }) => ({ kind: 'facts' as const, facts: events.map(toFact) }))
  },
})
