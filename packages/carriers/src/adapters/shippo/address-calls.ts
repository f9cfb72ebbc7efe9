/** Addresses that Shippo validates while it stores them. Source: docs.goshippo.com, `POST /addresses` with `validate`. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { judgeAddress } from '../../mapping/checked-address.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { wireAddress } from './mapping/requests.ts'
import { wireValidatedAddress } from './wire.ts'

const { timeoutsMs } = shippoDescriptor

/** Beside a valid address, Shippo also tells what it has corrected and how exactly it was found. */
const isFault = ({ type }: { type: string | null }): boolean => type === 'address_error' || type === 'address_warning'

export const addressCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'checkAddress'>> => ({
  async checkAddress(address, call) {
    const outcome = await client.send(call, {
      operation: 'check_address',
      method: 'POST',
      path: '/addresses/',
      body: { ...wireAddress(address), validate: true },
      timeoutMs: timeoutsMs.quote,
    })
    return client.read(outcome, wireValidatedAddress, (found) => {
      const { is_valid: isValid, messages } = found.validation_results ?? { is_valid: null, messages: [] }
      const check = judgeAddress(address, {
        isDeliverable: isValid,
        found: {
          // Shippo keeps the house number apart in some countries.
          addressLine1: [found.street_no, found.street1].filter(Boolean).join(' ') || null,
          addressLine2: found.street2,
          city: found.city,
          province: found.state,
          postCode: found.zip,
        },
        residential: isValid === null ? null : found.is_residential,
        position: found.position,
        messages: messages
          .filter((message) => isValid === false || isFault(message))
          .map(({ code, text }) => ({
            code: code ?? 'not_verified',
            message: text ?? 'Shippo does not know this address.',
          })),
      })
      return { kind: 'checked' as const, check }
    })
  },
})
