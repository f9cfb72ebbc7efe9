/** Pure: money that couriers are sent beside the price: tips, and the value of the goods. */
import { type Money, minorDigits } from '@waybill/contracts/values/money'
import type { CarrierParcel, Offer, QuoteRequest } from '../carrier-adapter.ts'
import { type OptionDecline, optionDecline } from '../carrier-options.ts'

type Priced = Pick<Offer, 'currency' | 'exponent' | 'amountMinor' | 'priceLines'>

/** Why a tip cannot be paid with a price in this currency; null: it can, or there is none. */
export function tipDecline(
  { options }: Pick<QuoteRequest, 'options'>,
  carrierName: string,
  currency: string,
): OptionDecline | null {
  const tip = options?.tip ?? null
  if (tip === null || tip.currency === currency) return null
  return optionDecline('tip', `${carrierName} pays tips in the currency of its price, which is ${currency}.`)
}

/** The tip in the minor unit of its currency; null: there is none. */
export function tipMinor({ options }: Pick<QuoteRequest, 'options'>): number | null {
  const tip = options?.tip ?? null
  return tip === null ? null : tip.amountMinor * 10 ** (minorDigits(tip.currency) - tip.exponent)
}

/** The offer with the tip in its price, as a line. */
export function withTip<Given extends Priced>(offer: Given, request: Pick<QuoteRequest, 'options'>): Given {
  const tip = tipMinor(request)
  if (tip === null) return offer
  const lines = offer.priceLines?.length ? offer.priceLines : [{ type: 'base', amountMinor: offer.amountMinor }]
  return { ...offer, amountMinor: offer.amountMinor + tip, priceLines: [...lines, { type: 'tip', amountMinor: tip }] }
}

/** The value of all parcels; null: none has one, or not all are in this currency. */
export function sumDeclaredValues(
  parcels: readonly Pick<CarrierParcel, 'declaredValue'>[],
  currency: string,
): number | null {
  const values = parcels.flatMap(({ declaredValue }): Money[] => (declaredValue ? [declaredValue] : []))
  if (values.length === 0 || values.some((value) => value.currency !== currency)) return null
  return values.reduce((sum, value) => sum + value.amountMinor, 0)
}
