/** Pure: phone numbers for couriers, who call at both ends. */
import { parsePhone } from '@waybill/contracts/values/phones/phone'
import type { CarrierAddress, QuoteRequest } from '../carrier-adapter.ts'
import type { CarrierProblem } from '../http/outcome.ts'

type Contact = Pick<CarrierAddress, 'phone' | 'country'>

/** The phone number in international form (E.164), without its extension; null: it is none. */
export const toE164 = ({ phone, country }: Contact): string | null => parsePhone(phone, country)?.e164 ?? null

/** For carriers that take any form. A stored text from before phones were read is sent as it is. */
export const wirePhone = (contact: Contact): string | null => toE164(contact) ?? contact.phone

/** For carriers without a field for the extension: instructions that begin with it. */
export function withExtension(instructions: string | null, { phone, country }: Contact): string | null {
  const extension = parsePhone(phone, country)?.extension ?? null
  if (extension === null) return instructions
  return [`Phone extension ${extension}.`, instructions?.trim()].filter(Boolean).join(' ')
}

/** Why a carrier that needs a phone number at both ends cannot be asked for this transport. Null: it can. */
export function phoneProblem(
  request: Pick<QuoteRequest, 'pickup' | 'dropoff'>,
  carrierName: string,
): (CarrierProblem & { pointer: string }) | null {
  for (const side of ['pickup', 'dropoff'] as const) {
    const { phone } = request[side]
    if (toE164(request[side]) !== null) continue
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
