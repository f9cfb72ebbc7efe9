/** Charge for a change of a job, beside its price. Deterministic: the time comes in as data. */

import { roadDistanceM } from '../pricing/geography.ts'
import { calculatePrice, chargeableKg } from '../pricing/tariff.ts'
import type { JobBody } from '../wire/wire.ts'

/** The part of the price that a courier who has set out costs when cancelled. */
const FEE_SHARE = 0.3

/** A charge as it is stored and answered. Negative amounts are credits. */
export interface WireCharge {
  id: string
  type: 'weight_adjustment' | 'route_adjustment' | 'cancellation_fee'
  currency: string
  exponent: number
  amount_minor: number
  tax_minor: number
  reason: string
  at: string
}

interface Charged {
  jobId: string
  charges: WireCharge[]
}

/**
 * The charges of a job with what other parcels and another route cost, by the tariff: the price of the booking and all
 * charges are the price of the changed request. Both requests must be billed in one currency.
 */
export function chargesAfter(job: Charged & { request: JobBody }, request: JobBody, at: Date): WireCharge[] {
  const reweighed = { ...job.request, parcels: request.parcels }
  const kg = ({ service, parcels }: JobBody) => `${chargeableKg(service, parcels)} kg`
  const isSameWay = describeRoute(request) === describeRoute(job.request)
  const adjustments = [
    {
      type: 'weight_adjustment' as const,
      ...priceDifference(job.request, reweighed),
      reason: `The chargeable weight is ${kg(request)} instead of ${kg(job.request)}.`,
    },
    {
      type: 'route_adjustment' as const,
      ...priceDifference(reweighed, request),
      reason: `The route is ${describeRoute(request)}${isSameWay ? '' : ` instead of ${describeRoute(job.request)}`}.`,
    },
  ].filter(({ amount_minor, tax_minor }) => amount_minor !== 0 || tax_minor !== 0)
  return adjustments.reduce((charges, charge) => withCharge({ ...job, charges }, charge, at), job.charges)
}

/** The charges of a job with that of a courier who has set out and is cancelled. */
export function chargesAfterCancellation(job: Charged & { request: JobBody }, at: Date): WireCharge[] {
  const { currency, exponent, amountMinor, taxMinor } = calculatePrice(job.request.service, job.request)
  const fee = {
    type: 'cancellation_fee' as const,
    currency,
    exponent,
    amount_minor: Math.round(amountMinor * FEE_SHARE),
    tax_minor: Math.round(taxMinor * FEE_SHARE),
    reason: 'The courier was on the way.',
  }
  return withCharge(job, fee, at)
}

const withCharge = ({ jobId, charges }: Charged, charge: Omit<WireCharge, 'id' | 'at'>, at: Date): WireCharge[] => [
  ...charges,
  { id: `${jobId}-${charges.length + 1}`, ...charge, at: at.toISOString() },
]

function priceDifference(before: JobBody, after: JobBody) {
  const old = calculatePrice(before.service, before)
  const { currency, exponent, amountMinor, taxMinor } = calculatePrice(after.service, after)
  return { currency, exponent, amount_minor: amountMinor - old.amountMinor, tax_minor: taxMinor - old.taxMinor }
}

/** Kilometres by road as they are priced, and the countries if there are two. */
function describeRoute({ pickup, dropoff }: JobBody): string {
  const countries = pickup.country === dropoff.country ? pickup.country : `${pickup.country} to ${dropoff.country}`
  return `${Math.ceil(roadDistanceM(pickup, dropoff) / 1_000)} km by road (${countries})`
}
