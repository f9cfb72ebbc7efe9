/** Pure: failures that are not in UPS's words. */
import type { CarrierFailure } from '../../carrier-adapter.ts'
import { upsDescriptor } from './descriptor.ts'

/** A refusal of ours; `httpStatus`: what stands for UPS's answer. */
export const refusal = (code: string, message: string, httpStatus: number | null = null): CarrierFailure => ({
  carrierCode: upsDescriptor.carrierCode,
  code,
  message,
  httpStatus,
  retryable: false,
  retryAfterMs: null,
})
