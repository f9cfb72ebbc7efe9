/** Bookings, and how one is found again whose answer was lost. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { notWritten } from './client.ts'

export const bookingCalls = (_client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> => ({
  book: async () => ({ kind: 'refused', failure: notWritten('book') }),
  findJob: async () => ({ kind: 'failed', failure: notWritten('findJob') }),
})
