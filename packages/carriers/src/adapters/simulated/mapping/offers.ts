/** Pure: the simulator's offers as ours. */
import type { Offer, QuoteOutcome } from '../../../carrier-adapter.ts'
import type { WireOffer, WireOffers } from '../wire.ts'

const toOffer = (offer: WireOffer): Offer => ({
  carrierOfferId: offer.offer_id,
  serviceCode: offer.service,
  currency: offer.currency,
  exponent: offer.exponent,
  amountMinor: offer.amount_minor,
  taxMinor: offer.tax_minor,
  priceLines: offer.price_lines.map(({ type, amount_minor }) => ({ type, amountMinor: amount_minor })),
  etaFromAt: offer.eta_from,
  etaToAt: offer.eta_to,
  expiresAt: offer.expires_at,
  maxWeightGrams: offer.max_weight_grams,
})

/** The offers and why other services made none; not served if none made one. */
export function toQuoteOutcome({ offers, declined }: WireOffers): QuoteOutcome {
  const declines = declined.map(({ service, code, message, pointer }) => ({
    serviceCode: service,
    code,
    message,
    retryable: false,
    ...(pointer && { pointer }),
  }))
  const last = declines.at(-1)
  if (offers.length > 0 || last === undefined) return { kind: 'offers', offers: offers.map(toOffer), declines }
  const { code, message, pointer } = last
  return { kind: 'not_served', code, message, declines, ...(pointer && { pointer }) }
}
