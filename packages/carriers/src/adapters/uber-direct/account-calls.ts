/** The merchant's account: its credentials and its customer id. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { UberDirectClient } from './client.ts'
import { uberDirectDescriptor } from './descriptor.ts'
import { wireDeliveries } from './wire.ts'

export const accountCalls = ({ send, read }: UberDirectClient): Required<Pick<CarrierAdapter, 'verify'>> => ({
  /** Lists one delivery, which takes a token and the customer's id. */
  async verify(_request, call) {
    const exchange = { operation: 'verify', method: 'GET', path: '/deliveries?limit=1', reference: null } as const
    const outcome = await send(call, { ...exchange, timeoutMs: uberDirectDescriptor.timeoutsMs.track })
    const found = read(outcome, wireDeliveries, () => ({ kind: 'verified' as const }))
    if (found.kind === 'verified') return found
    const { httpStatus, retryable } = found.failure
    return {
      kind: httpStatus !== null && httpStatus >= 400 && !retryable ? 'refused' : 'failed',
      failure: found.failure,
    }
  },
})
