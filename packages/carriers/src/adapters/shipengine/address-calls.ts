/** Addresses that ShipEngine validates. Source: its OpenAPI document, `POST /v1/addresses/validate`. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { judgeAddress } from '../../mapping/checked-address.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { wireAddress } from './mapping/requests.ts'
import { wireValidations } from './wire.ts'

const { timeoutsMs } = shipengineDescriptor

/** `warning`: it was found, and should be looked at. `unverified`: it was not looked up, as of another country. */
const isDeliverable = (status: string | null): boolean | null =>
  status === 'verified' ? true : status === 'warning' || status === 'error' ? false : null

export const addressCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'checkAddress'>> => ({
  async checkAddress(address, call) {
    // The state is required, and may be empty.
    const body = [{ state_province: '', ...wireAddress(address, null) }]
    const outcome = await client.send(call, {
      operation: 'check_address',
      method: 'POST',
      path: '/v1/addresses/validate',
      body,
      timeoutMs: timeoutsMs.quote,
    })
    return client.read(outcome, wireValidations, ([first]) => {
      const found = first?.matched_address ?? null
      const known = isDeliverable(first?.status ?? null)
      const check = judgeAddress(address, {
        isDeliverable: known,
        found: found && {
          addressLine1: found.address_line1,
          addressLine2: found.address_line2,
          city: found.city_locality,
          province: found.state_province,
          postCode: found.postal_code,
        },
        residential: found?.address_residential_indicator ?? null,
        position: null,
        messages: (first?.messages ?? [])
          .filter(({ type }) => type === 'error' || (type === 'warning' && known !== true))
          .map(({ code, detail_code, message }) => ({
            code: detail_code ?? code ?? 'not_verified',
            message: message ?? 'ShipEngine does not know this address.',
          })),
      })
      return { kind: 'checked' as const, check }
    })
  },
})
