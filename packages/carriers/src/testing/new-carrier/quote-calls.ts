/** Quotes. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { notWritten } from './client.ts'

export const quoteCalls = (_client: VendorClient): Pick<CarrierAdapter, 'quote'> => ({
  quote: async () => ({ kind: 'failed', failure: notWritten('quote') }),
})
