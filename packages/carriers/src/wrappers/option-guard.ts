import type { CarrierAdapter, DraftRequest, Refused } from '../carrier-adapter.ts'
import { findUnsupportedOption } from '../carrier-options.ts'

/** The adapter, with drafts and bookings refused that ask for options which its descriptor does not list. */
export function refuseUnsupportedOptions(adapter: CarrierAdapter): CarrierAdapter {
  const { descriptor, draft } = adapter
  const { carrierCode } = descriptor
  function refuse(request: DraftRequest): Refused | null {
    const unsupported = findUnsupportedOption(descriptor, request)
    if (unsupported === null) return null
    const { code, message } = unsupported
    return {
      kind: 'refused',
      failure: { carrierCode, code, message, httpStatus: null, retryable: false, retryAfterMs: null },
    }
  }
  if (draft) return { ...adapter, draft: async (request, call) => refuse(request) ?? draft(request, call) }
  return { ...adapter, book: async (request, call) => refuse(request) ?? adapter.book(request, call) }
}
