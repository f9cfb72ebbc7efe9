/** Pure: DoorDash's quotes and deliveries as offers and jobs. */
import { minorDigits } from '@waybill/contracts/values/money'
import type { CarrierCharge, CarrierJob, Offer, QuoteRequest } from '../../../carrier-adapter.ts'
import { currencyCode } from '../../../mapping/wire-fields.ts'
import { doordashDriveDescriptor, SERVICE_CODE } from '../descriptor.ts'
import type { WireDelivery, WireQuote } from '../wire.ts'
import { currentFact, toDriver } from './facts.ts'

const [service] = doordashDriveDescriptor.services
/** For a quote without an estimate. DoorDash publishes no longest transit. */
const LONGEST_TRANSIT_MS = 2 * 60 * 60_000

const currencies = new Map([
  ['US', 'USD'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['NZ', 'NZD'],
])

/** What is charged in all, in minor units. DoorDash states taxes beside the fee, in Canada. */
export const totalOf = ({ fee, tax }: WireQuote): number => fee + taxOf({ tax })

const taxOf = ({ tax }: Pick<WireQuote, 'tax'>): number => (tax !== null && tax > 0 ? Math.round(tax) : 0)

/** Quotes are valid for 5 minutes, which are counted from when the quote was asked for. */
export function toOffer(
  quote: WireQuote,
  { request, now, carrierOfferId }: { request: QuoteRequest; now: Date; carrierOfferId: string },
): Offer {
  const currency = quote.currency ?? currencies.get(request.pickup.country) ?? 'USD'
  const readyMs = Math.max(now.getTime(), request.readyAt.getTime())
  const etaAt = quote.dropoff_time_estimated ?? new Date(readyMs + LONGEST_TRANSIT_MS)
  return {
    carrierOfferId,
    serviceCode: SERVICE_CODE,
    currency,
    exponent: minorDigits(currency),
    amountMinor: quote.fee,
    taxMinor: taxOf(quote),
    priceLines: priceLinesOf(quote),
    etaFromAt: etaAt,
    etaToAt: etaAt,
    ...(quote.dropoff_time_estimated === null && { etaPrecision: 'table' as const }),
    expiresAt: new Date(now.getTime() + service.quoteValidityMs),
    maxWeightGrams: service.maxWeightGrams,
  }
}

/** The components of the fee; none unless they are whole and sum to it. */
function priceLinesOf({ fee, fee_components }: WireQuote): NonNullable<Offer['priceLines']> {
  const lines = fee_components.map(({ type, amount }) => ({ type, amountMinor: amount ?? Number.NaN }))
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0)
  return sum === fee && lines.every(({ amountMinor }) => Number.isSafeInteger(amountMinor)) ? lines : []
}

/** Whether the quote has been accepted, and is a delivery. */
export const isAccepted = ({ delivery_status }: WireDelivery): boolean => delivery_status.toLowerCase() !== 'quote'

/** `carrierJobId`: the name under which DoorDash knows the delivery. */
export const toJob = (carrierJobId: string, delivery: WireDelivery): CarrierJob => ({
  carrierJobId,
  trackingNumber: null,
  trackingUrl: delivery.tracking_url,
  // An accepted quote whose answer still says so is booked.
  status: isAccepted(delivery) ? currentFact(carrierJobId, delivery, new Date(0)).status : 'assigned',
  driver: toDriver(delivery),
  label: null,
  etaFromAt: delivery.dropoff_time_estimated,
  etaToAt: delivery.dropoff_time_estimated,
})

/** DoorDash keeps the fee of a delivery that is cancelled once a courier has confirmed; before that, nothing is due. */
export function toCharges(carrierJobId: string, delivery: WireDelivery, now: Date): CarrierCharge[] {
  const { fee, currency, updated_at } = delivery
  const code = currencyCode(currency)
  if (toDriver(delivery) === null || fee === null || fee <= 0 || code === null) return []
  return [
    {
      chargeId: `${carrierJobId}/cancellation`,
      type: 'cancellation_fee',
      currency: code,
      exponent: minorDigits(code),
      amountMinor: Math.round(fee),
      taxMinor: 0,
      reason: 'A courier had already confirmed.',
      at: updated_at ?? now,
    },
  ]
}
