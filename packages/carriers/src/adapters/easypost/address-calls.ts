/** Addresses that EasyPost verifies. Source: docs.easypost.com/docs/addresses, "Verify an address". */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { judgeAddress } from '../../mapping/checked-address.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { easypostDescriptor } from './descriptor.ts'
import { wireAddress } from './mapping/requests.ts'
import { wireVerifiedAddress } from './wire.ts'

const { timeoutsMs } = easypostDescriptor

export const addressCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'checkAddress'>> => ({
  async checkAddress(address, call) {
    const outcome = await client.send(call, {
      operation: 'check_address',
      method: 'POST',
      path: '/addresses',
      body: { address: wireAddress(address), verify: true },
      timeoutMs: timeoutsMs.quote,
    })
    return client.read(outcome, wireVerifiedAddress, (found) => {
      const { delivery } = found.verifications
      const check = judgeAddress(address, {
        isDeliverable: delivery?.success ?? null,
        found: delivery?.success
          ? {
              addressLine1: found.street1,
              addressLine2: found.street2,
              city: found.city,
              province: found.state,
              postCode: found.zip,
            }
          : null,
        residential: found.residential,
        position: delivery?.details ?? null,
        messages: (delivery?.errors ?? []).map(({ code, message }) => ({
          code: code ?? 'not_verified',
          message: message ?? 'EasyPost does not know this address.',
        })),
      })
      return { kind: 'checked' as const, check }
    })
  },
})
