/** The merchant's account: its credentials and its shipper number. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { upsDescriptor } from './descriptor.ts'
import { probe } from './mapping/requests.ts'
import { RATING } from './quote-calls.ts'
import { wireRates } from './wire.ts'

const { timeoutsMs } = upsDescriptor

export const accountCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'verify'>> => ({
  async verify(_request, call) {
    const exchange = { operation: 'verify', method: 'POST', reference: null, timeoutMs: timeoutsMs.quote } as const
    const outcome = await client.send(call, { ...exchange, path: `${RATING}/Rate`, body: probe })
    const found = client.read(outcome, wireRates, () => ({ kind: 'verified' as const }))
    if (found.kind === 'verified') return found
    const { httpStatus, retryable } = found.failure
    const isRefused = httpStatus !== null && httpStatus >= 400 && !retryable
    return { kind: isRefused ? 'refused' : 'failed', failure: found.failure }
  },
})
