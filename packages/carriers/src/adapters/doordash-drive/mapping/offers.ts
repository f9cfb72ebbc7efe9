/** Pure: DoorDash's quotes as offers, and the ids under which it knows quotes and deliveries, which are ours. */
import { minorDigits } from '@waybill/contracts/values/money'
import type { Offer, QuoteRequest } from '../../../carrier-adapter.ts'
import { doordashDriveDescriptor, SERVICE_CODE } from '../descriptor.ts'
import type { WireQuote } from '../wire.ts'

const [service] = doordashDriveDescriptor.services
/** For a quote without an estimate. DoorDash publishes no longest transit. */
const LONGEST_TRANSIT_MS = 2 * 60 * 60_000

const currencies = new Map([
  ['US', 'USD'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['NZ', 'NZD'],
])

/** The currency of DoorDash's prices in the country of the pickup. */
export const getCurrency = (country: string): string => currencies.get(country) ?? 'USD'

/** Total charge in minor units. DoorDash states taxes beside the fee, in Canada. */
export const computeTotal = ({ fee, tax }: WireQuote): number => fee + readTax({ tax })

const readTax = ({ tax }: Pick<WireQuote, 'tax'>): number => (tax !== null && tax > 0 ? Math.round(tax) : 0)

/** Quotes are valid for 5 minutes, which are counted from when the quote was asked for. */
export function toOffer(
  quote: WireQuote,
  { request, now, carrierOfferId }: { request: QuoteRequest; now: Date; carrierOfferId: string },
): Offer {
  const currency = quote.currency ?? getCurrency(request.pickup.country)
  const readyMs = Math.max(now.getTime(), request.readyAt.getTime())
  const etaAt = quote.dropoff_time_estimated ?? new Date(readyMs + LONGEST_TRANSIT_MS)
  return {
    carrierOfferId,
    serviceCode: SERVICE_CODE,
    currency,
    exponent: minorDigits(currency),
    amountMinor: quote.fee,
    taxMinor: readTax(quote),
    priceLines: toPriceLines(quote),
    etaFromAt: etaAt,
    etaToAt: etaAt,
    ...(quote.dropoff_time_estimated === null && { etaPrecision: 'table' as const }),
    expiresAt: new Date(now.getTime() + service.quoteValidityMs),
    maxWeightGrams: service.maxWeightGrams,
  }
}

/** The components of the fee; none unless they are whole and sum to it. */
function toPriceLines({ fee, fee_components }: WireQuote): NonNullable<Offer['priceLines']> {
  const lines = fee_components.map(({ type, amount }) => ({ type, amountMinor: amount ?? Number.NaN }))
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0)
  return sum === fee && lines.every(({ amountMinor }) => Number.isSafeInteger(amountMinor)) ? lines : []
}

/** The id of an offer: the quote's id, and its total in minor units, by which a later quote for the same job is judged. */
export const createOfferId = (externalDeliveryId: string, totalMinor: number): string =>
  `${externalDeliveryId}/${totalMinor}`

/** Price of the offer in minor units; null: the id does not say. */
export function totalOfOffer(carrierOfferId: string | null): number | null {
  const [, total] = /\/(\d{1,12})$/.exec(carrierOfferId ?? '') ?? []
  return total === undefined ? null : Number(total)
}

/** A name for a draft of the job. Each draft has another one: DoorDash refuses a name that it knows. */
export const createDraftId = (reference: string, unique: string): string =>
  `${reference.replaceAll(/[^A-Za-z0-9\-._~]/g, '-')}.${unique}`

/** The reference of the job from the name of its draft; null: DoorDash got the name from elsewhere. */
export function parseReference(externalDeliveryId: string): string | null {
  const end = externalDeliveryId.lastIndexOf('.')
  return end <= 0 ? null : externalDeliveryId.slice(0, end)
}
