/** Pure: phone numbers for couriers, who call at both ends. */
import type { QuoteRequest } from '../carrier-adapter.ts'
import type { CarrierProblem } from '../http/outcome.ts'

/** A phone number in international form (E.164); null: it is none. */
export function toE164(phone: string | null): string | null {
  const digits = phone?.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+') ?? ''
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null
}

/** Why a carrier that needs a phone number at both ends cannot be asked for this transport. Null: it can. */
export function phoneProblem(
  request: Pick<QuoteRequest, 'pickup' | 'dropoff'>,
  carrierName: string,
): (CarrierProblem & { pointer: string }) | null {
  for (const side of ['pickup', 'dropoff'] as const) {
    const { phone } = request[side]
    if (toE164(phone) !== null) continue
    const pointer = `/${side}_address/phone`
    return phone === null || phone.trim() === ''
      ? {
          code: 'phone_required',
          message: `${pointer} is missing: ${carrierName} needs a phone number at both ends.`,
          pointer,
        }
      : {
          code: 'phone_invalid',
          message: `${pointer} must be in international form, such as +14155550123, for ${carrierName}.`,
          pointer,
        }
  }
  return null
}
