/** Pure: Uber's quotes as offers. */
import { minorDigits } from '@waybill/contracts/values/money'
import type { Offer } from '../../../carrier-adapter.ts'
import { SERVICE_CODE, uberDirectDescriptor } from '../descriptor.ts'
import type { WireQuote } from '../wire.ts'

const [service] = uberDirectDescriptor.services
/** For a quote without an estimate. Uber publishes no longest transit. */
const LONGEST_TRANSIT_MS = 2 * 60 * 60_000

/**
 * Times that the quote lacks are counted from its creation. An arrival before the goods are ready is that of a pickup at once, and is
 * counted from the time that they are ready.
 */
export function toOffer(quote: WireQuote, { now, readyAt }: { now: Date; readyAt: Date }): Offer {
  const createdMs = (quote.created ?? now).getTime()
  const durationMs = quote.duration === null ? LONGEST_TRANSIT_MS : quote.duration * 60_000
  const isEstimated = quote.dropoff_eta !== null || quote.duration !== null
  const statedAt = quote.dropoff_eta ?? new Date(createdMs + durationMs)
  const etaAt = statedAt > readyAt ? statedAt : new Date(readyAt.getTime() + durationMs)
  return {
    carrierOfferId: quote.id,
    serviceCode: SERVICE_CODE,
    currency: quote.currency,
    exponent: minorDigits(quote.currency),
    amountMinor: quote.fee,
    // Uber states one fee and no tax.
    taxMinor: 0,
    etaFromAt: etaAt,
    etaToAt: etaAt,
    ...(!isEstimated && { etaPrecision: 'table' as const }),
    expiresAt: quote.expires ?? new Date(createdMs + service.quoteValidityMs),
    maxWeightGrams: service.maxWeightGrams,
  }
}
