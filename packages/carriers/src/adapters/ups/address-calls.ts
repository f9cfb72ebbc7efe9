/** Addresses of the United States and Puerto Rico, compared with those of the postal service. Source: UPS, AddressValidation.yaml. */
import type { AddressCheck, CarrierAccount, CarrierAdapter, CarrierAddress } from '../../carrier-adapter.ts'
import { judgeAddress } from '../../mapping/checked-address.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { upsDescriptor } from './descriptor.ts'
import { toKeyFormat } from './mapping/addresses.ts'
import { type WireCandidate, wireAddressCheck } from './wire.ts'

const { timeoutsMs } = upsDescriptor
/** Validation and classification. */
const VALIDATION = '/addressvalidation/v2/3'
/** The Customer Integration Environment knows addresses of these states alone. */
const STATES_OF_TESTS = new Set(['NY', 'CA'])

const isUnknownToTests = ({ livemode, endpoint }: CarrierAccount, state: string | undefined): boolean =>
  !livemode && endpoint === null && !STATES_OF_TESTS.has(state ?? '')

const unknown: AddressCheck = {
  status: 'unknown',
  suggestion: {},
  residential: null,
  position: null,
  messages: [{ code: 'test_environment', message: 'The test environment of UPS knows addresses of NY and CA alone.' }],
}

export const addressCalls = (client: VendorClient): Required<Pick<CarrierAdapter, 'checkAddress'>> => ({
  async checkAddress(address, call) {
    const key = toKeyFormat(address)
    if (isUnknownToTests(call.account, key.PoliticalDivision1)) return { kind: 'checked', check: unknown }
    const outcome = await client.send(call, {
      operation: 'check_address',
      method: 'POST',
      path: VALIDATION,
      body: { XAVRequest: { AddressKeyFormat: key } },
      timeoutMs: timeoutsMs.quote,
    })
    return client.read(outcome, wireAddressCheck, ({ isValid, isAmbiguous, candidates, classification }) => {
      const [first, ...others] = candidates
      const check = judgeAddress(address, {
        isDeliverable: isValid,
        // No candidate is more likely than the others.
        found: first !== undefined && others.length === 0 ? toFound(first) : null,
        residential: isValid ? toResidential(first?.classification ?? classification) : null,
        position: null,
        messages: isValid ? [] : [describeDoubt(isAmbiguous, candidates.length)],
      })
      return { kind: 'checked' as const, check }
    })
  },
})

const describeDoubt = (isAmbiguous: boolean, count: number) =>
  isAmbiguous
    ? { code: 'ambiguous_address', message: `UPS knows ${count} addresses like this one. Is a flat or suite missing?` }
    : { code: 'address_not_found', message: 'UPS does not know this address.' }

const toFound = ({ lines, city, state, postCode }: WireCandidate) => ({
  addressLine1: lines[0] ?? null,
  addressLine2: lines.slice(1).join(', ') || null,
  city,
  province: state,
  postCode,
})

/** 1: commercial, 2: residential, 0: not classified. */
const toResidential = (code: string | null): CarrierAddress['residential'] & (boolean | null) =>
  code === '2' ? true : code === '1' ? false : null
