/** The merchant's account: its credentials and its customer id. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { wireDeliveries } from './wire.ts'

export const accountCalls = ({ get, read }: VendorClient): Required<Pick<CarrierAdapter, 'verify'>> => ({
  /** Lists one delivery, which takes a token and the customer's id. */
  async verify(_request, call) {
    const outcome = await get(call, { operation: 'verify', path: '/deliveries?limit=1' })
    const found = read(outcome, wireDeliveries, () => ({ kind: 'verified' as const }))
    if (found.kind === 'verified') return found
    const { httpStatus, retryable } = found.failure
    return {
      kind: httpStatus !== null && httpStatus >= 400 && !retryable ? 'refused' : 'failed',
      failure: found.failure,
    }
  },
})
