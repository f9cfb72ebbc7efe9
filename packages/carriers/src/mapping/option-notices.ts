/** Pure: what is said beside offers about options of a shipment. */
import type { CarrierOptions, Notice, Offer } from '../carrier-adapter.ts'
import { noOptions, type OptionDecline, optionDecline } from '../carrier-options.ts'
import { isAboutOffer } from './notices.ts'

/**
 * Longest text of each line that a carrier behind an aggregator prints.
 * Source: ShipEngine's reference, label_messages; the carriers' own limits are the same behind every aggregator.
 */
const LINE_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  usps: [60, 60],
  stamps_com: [60, 60],
  fedex: [35, 30],
  ups: [35, 35],
  ontrac: [25, 25],
}

interface Quoted {
  request: { options?: CarrierOptions }
  offers: readonly Pick<Offer, 'serviceCode'>[]
}

/** Texts that carriers with offers print a part of. */
export const referenceNotices = ({ request: { options = noOptions }, offers }: Quoted): Notice[] =>
  Object.entries(LINE_LENGTHS)
    .filter(([carrier]) => isAboutOffer(carrier, offers))
    .flatMap(([carrier, lengths]) =>
      options.labelReferences.flatMap((text, index) => {
        const maximum = lengths[index] ?? 0
        if (text.length <= maximum) return []
        const pointer = `/service_options/label_references/${index}`
        const message = `${pointer} has ${text.length} characters, and the carrier prints ${maximum}. The rest is left out.`
        return [{ serviceCode: carrier, code: 'text_shortened' as const, message, pointer }]
      }),
    )

/** An aggregator passes Saturday delivery to the carriers that know it, and does not say which of them do. */
export const saturdayNotices = ({ options }: { options?: CarrierOptions }, aggregator: string): Notice[] =>
  options?.saturdayDelivery
    ? [
        {
          serviceCode: null,
          code: 'option_unconfirmed',
          message: `${aggregator} asks for Saturday delivery where a carrier has it, and does not confirm it. Compare eta_to.`,
          pointer: '/service_options/saturday_delivery',
        },
      ]
    : []

const QR = '/return_terms/label'

/** An aggregator asks its carriers for the code of a return, and does not say which of them make some. */
export const codeNotices = ({ options }: { options?: CarrierOptions }, aggregator: string): Notice[] =>
  options?.returns?.label === 'qr'
    ? [
        {
          serviceCode: null,
          code: 'option_unconfirmed',
          message: `${aggregator} asks for a QR code where a carrier makes one, and does not confirm it. There is a label to print in any case.`,
          pointer: QR,
        },
      ]
    : []

/** The services that take an option, by their codes; absent: all. */
interface OptionTakers {
  dangerousGoods?: RegExp
  billTo?: RegExp
  returns?: RegExp
  codes?: RegExp
}

/** The option that an aggregator would ignore with this service; null: none. */
export function ignoredOption(
  serviceCode: string,
  { dangerousGoods, billTo, returns }: CarrierOptions,
  takers: OptionTakers,
): OptionDecline | null {
  if (dangerousGoods && takers.dangerousGoods?.test(serviceCode) === false)
    return optionDecline('dangerous_goods', `This carrier takes no ${dangerousGoods} here.`)
  if (billTo && takers.billTo?.test(serviceCode) === false)
    return optionDecline('bill_to', 'This carrier bills the account only.')
  if (returns && takers.returns?.test(serviceCode) === false)
    return { code: 'option_not_supported', message: 'This carrier takes no returns here.', pointer: '/direction' }
  if (returns?.label === 'qr' && takers.codes?.test(serviceCode) === false)
    return { code: 'option_not_supported', message: 'This carrier makes no codes here.', pointer: QR }
  return null
}
