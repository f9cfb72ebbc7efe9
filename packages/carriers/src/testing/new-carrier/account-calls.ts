/** The merchant's account: its key. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { refuseCredentials } from '../../vendor/webhooks.ts'
import { wireAccount } from './wire.ts'

export const accountCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'verify'>> => ({
  async verify(_request, call) {
    const outcome = await client.get(call, { operation: 'verify', path: '/account' })
    return (
      refuseCredentials(client, outcome) ?? client.read(outcome, wireAccount, () => ({ kind: 'verified' as const }))
    )
  },
})
