/** Labels, and the photos of proofs. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { notWritten } from './client.ts'

export const documentCalls = (_client: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  label: async () => ({ kind: 'failed', failure: notWritten('label') }),
  media: async () => ({ kind: 'failed', failure: notWritten('media') }),
})
