/** Pure: offers of a merchant's own drivers, from rate cards. */
import { type FleetServiceCode, fleetServiceCodes, type RateCard } from '@waybill/contracts/fleet/rate-card'
import type { PriceLine } from '@waybill/contracts/quotes/quote-option'
import { type Area, canonicalPrefix, isInArea } from '@waybill/contracts/values/area'
import { distanceM } from '@waybill/contracts/values/distance'
import { toMoney } from '@waybill/contracts/values/money'
import type { CarrierAddress, Decline, Offer, QuoteOutcome, QuoteRequest } from '../../../carrier-adapter.ts'
import { ownFleetDescriptor } from '../descriptor.ts'

const MINUTE_MS = 60_000

type Reason = Omit<Decline, 'serviceCode' | 'retryable'>

/** The services for which the environment has a card. */
export const listServices = (cards: readonly RateCard[]): FleetServiceCode[] =>
  fleetServiceCodes.filter((code) => cards.some(({ document }) => document.service_code === code))

/** One offer of each service, by its first card that matches; `not_served` if no card does. `cards`: the enabled ones, oldest first. */
export function fleetOffers(cards: readonly RateCard[], request: QuoteRequest, now: Date): QuoteOutcome {
  const offers: Offer[] = []
  const declines: Decline[] = []
  for (const serviceCode of listServices(cards)) {
    const ofService = cards.filter(({ document }) => document.service_code === serviceCode)
    const prices = ofService.map((card) => ({ card, price: priceByCard(card, request) }))
    const match = prices.find(({ price }) => Array.isArray(price))
    if (match && Array.isArray(match.price)) offers.push(toOffer(match.card, match.price, request, now))
    else {
      const reasons = prices.flatMap(({ price }) => (Array.isArray(price) ? [] : [price]))
      // A card that holds for the pickup says more than one for another place.
      const reason = reasons.find(({ code }) => code !== 'no_coverage') ?? reasons[0]
      if (reason) declines.push({ ...reason, serviceCode, retryable: false })
    }
  }
  const [first] = declines
  if (offers.length > 0 || first === undefined) return { kind: 'offers', offers, declines }
  const { code, message, pointer } = first
  return { kind: 'not_served', code, message, declines, ...(pointer && { pointer }) }
}

/** The parts of the price before tax, or why the card holds no price. */
function priceByCard({ document: card }: RateCard, { pickup, dropoff, parcels }: QuoteRequest): PriceLine[] | Reason {
  if (!isInArea(pickup, { country: card.pickup_country, post_code_prefix: card.pickup_post_code_prefix }))
    return { code: 'no_coverage', message: 'No rate card applies to this pickup.' }
  if (parcels.length > card.max_parcels) {
    const message = `Takes at most ${card.max_parcels} parcels; there are ${parcels.length}.`
    return { code: 'too_many_parcels', message }
  }
  const weightKg = parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0) / 1_000
  if (weightKg > card.max_weight_kg)
    return { code: 'too_heavy', message: `Takes at most ${card.max_weight_kg} kg in all; there are ${weightKg} kg.` }
  const metres = distanceM(pickup, dropoff)
  if (metres === null && (card.max_distance_km !== null || card.distance_price !== null))
    return noCoordinates(pickup, dropoff)
  const km = (metres ?? 0) / 1_000
  if (card.max_distance_km !== null && km > card.max_distance_km) {
    const message = `Goes at most ${card.max_distance_km} km; it is ${Math.ceil(km)} km as the crow flies.`
    return { code: 'too_far', message }
  }
  const minor = (amount: number, units = 1) => Math.round(toMoney(amount, card.currency).amountMinor * units)
  const { distance_price: price } = card
  if (price !== null) {
    const beyondKg = Math.max(0, weightKg - price.included_weight_kg)
    const lines = [
      { type: 'base', amountMinor: minor(price.base_amount) },
      { type: 'distance', amountMinor: minor(price.per_km_amount, km) },
      { type: 'weight', amountMinor: minor(price.per_kg_amount, beyondKg) },
    ]
    return lines.filter(({ type, amountMinor }) => type === 'base' || amountMinor > 0)
  }
  const zone = (card.zones ?? [])
    .filter((one) => isInArea(dropoff, one))
    .sort((a, b) => measureLength(b) - measureLength(a))[0]
  if (zone === undefined) return { code: 'no_coverage', message: "The drop-off is outside the rate card's zones." }
  return [{ type: 'base', amountMinor: minor(zone.amount) }]
}

/** Without the country's sign, which `LV-10` has. */
const measureLength = ({ country, post_code_prefix: prefix }: Area): number =>
  canonicalPrefix(country, prefix ?? '').length

/** `pointer` is to the first of the addresses without coordinates; the message names both. */
function noCoordinates(pickup: CarrierAddress, dropoff: CarrierAddress): Reason {
  const places = [
    ...(hasCoordinates(pickup) ? [] : ['pickup_address']),
    ...(hasCoordinates(dropoff) ? [] : ['dropoff_address']),
  ]
  const what = places.length > 1 ? `${places.join(' and ')} have` : `${places[0]} has`
  const message = `The distance is not known: ${what} no coordinates. Send latitude and longitude of ${places.length > 1 ? 'both' : 'it'}.`
  return { code: 'no_coordinates', message, pointer: `/${places[0]}/latitude` }
}

const hasCoordinates = ({ latitude, longitude }: CarrierAddress): boolean => latitude !== null && longitude !== null

function toOffer(
  { rateCardId, document: card }: RateCard,
  priceLines: PriceLine[],
  request: QuoteRequest,
  now: Date,
): Offer {
  const { currency, exponent } = toMoney(0, card.currency)
  const amountMinor = priceLines.reduce((sum, line) => sum + line.amountMinor, 0)
  return {
    carrierOfferId: rateCardId,
    serviceCode: card.service_code,
    currency,
    exponent,
    amountMinor,
    priceLines,
    taxMinor: Math.round((amountMinor * card.tax_rate_percent) / 100),
    etaFromAt: request.readyAt,
    etaToAt: new Date(request.readyAt.getTime() + card.delivery_minutes * MINUTE_MS),
    // The merchant's own promise, not an estimate for this route.
    etaPrecision: 'table',
    expiresAt: new Date(now.getTime() + ownFleetDescriptor.services[0].quoteValidityMs),
    maxWeightGrams: Math.round(card.max_weight_kg * 1_000),
  }
}
