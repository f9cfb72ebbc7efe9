/** Pure: which offers the merchant's limits leave to a dispatch, and why the others are declined. */
import { type Dispatch, maxTotal, mayBook } from '@waybill/contracts/dispatch'
import type { CarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import { type Money, moneyText } from '@waybill/contracts/values/money'
import type { BookingRecord } from '../bookings/booking.ts'

/** Why a service that may be booked is not booked, as the shipment's timeline shows it. */
export interface Decline {
  carrierCode: string
  /** Null: every service of the carrier. */
  serviceCode: string | null
  reason: string
  description: string
  /** The carrier may offer or accept it in a later round. */
  retryable: boolean
}

/** Carriers, limits and earlier bookings that a round considers. */
export interface Screening {
  dispatch: Dispatch
  /** Services of the connected carriers. */
  services: readonly { carrierCode: string; serviceCode: string; onDemand: boolean; carriedBy?: string | null }[]
  /** Cost of the shipment's earlier bookings: cancellation fees, tax included. */
  spent: readonly Money[]
  /** Services that have refused a booking for good, or whose booking was cancelled, as `serviceKey` or `offerKey` names them. */
  refused: readonly string[]
}

/** Names a service of a carrier. */
export const serviceKey = ({ carrierCode, serviceCode }: { carrierCode: string; serviceCode: string }): string =>
  `${carrierCode}/${serviceCode}`

/** Names a service of a carrier with one of the merchant's accounts. */
export const offerKey = ({
  carrierAccountId,
  serviceCode,
}: {
  carrierAccountId: string
  serviceCode: string
}): string => `${carrierAccountId}/${serviceCode}`

/**
 * The options within the limits, in their order, and why each other service that may be booked is left out. Services that
 * may not be booked are not mentioned: they are not asked to come.
 */
export function screenOffers(
  options: readonly QuoteOption[],
  messages: readonly Pick<CarrierMessage, 'carrierCode' | 'serviceCode' | 'code' | 'message' | 'retryable'>[],
  screening: Screening,
): { candidates: QuoteOption[]; declined: Decline[] } {
  const { dispatch, services, refused } = screening
  const allowed = services.filter((service) => mayBook(dispatch, service))
  const isAllowed = (of: { carrierCode: string; serviceCode: string | null }) =>
    allowed.some(
      ({ carrierCode, serviceCode }) =>
        carrierCode === of.carrierCode && (of.serviceCode === null || of.serviceCode === serviceCode),
    )
  const considered = options.filter(
    (option) => isAllowed(option) && !refused.includes(serviceKey(option)) && !refused.includes(offerKey(option)),
  )
  const judged = considered.map((option) => ({ option, fault: limitFault(option, screening) }))
  return {
    candidates: judged.filter(({ fault }) => fault === null).map(({ option }) => option),
    declined: [
      ...messages.filter(isAllowed).map(({ carrierCode, serviceCode, code, message, retryable }) => ({
        carrierCode,
        serviceCode,
        retryable,
        reason: code,
        description: message,
      })),
      ...judged.flatMap(({ option: { carrierCode, serviceCode }, fault }) =>
        fault === null ? [] : { carrierCode, serviceCode, ...fault, retryable: false },
      ),
    ],
  }
}

/** The limit that the offer does not keep; null: it keeps all. */
function limitFault(
  option: QuoteOption,
  { dispatch, spent }: Screening,
): Pick<Decline, 'reason' | 'description'> | null {
  if (dispatch.deliver_by !== null && option.etaTo > new Date(dispatch.deliver_by)) {
    const description = `Delivers until ${option.etaTo.toISOString()}; deliver_by is ${dispatch.deliver_by}.`
    return { reason: 'too_late', description }
  }
  const most = maxTotal(dispatch)
  if (most === null) return null
  const total = { ...option, amountMinor: option.amountMinor + option.taxMinor }
  if (option.currency !== most.currency) {
    const description = `Offers ${moneyText(total)} ${option.currency}; max_total_amount is in ${most.currency}.`
    return { reason: 'other_currency', description }
  }
  const fees = spent.filter(({ currency }) => currency === most.currency)
  const exponent = Math.max(...[most, total, ...fees].map((money) => money.exponent))
  const inExponent = (money: Money) => money.amountMinor * 10 ** (exponent - money.exponent)
  const feesMinor = fees.reduce((sum, fee) => sum + inExponent(fee), 0)
  if (inExponent(total) + feesMinor <= inExponent(most)) return null
  const withFees =
    feesMinor === 0 ? '' : ` and cancellations have cost ${moneyText({ amountMinor: feesMinor, exponent })}`
  const description = `Costs ${moneyText(total)} ${option.currency}${withFees}; max_total_amount is ${moneyText(most)}.`
  return { reason: 'too_expensive', description }
}

/** Carriers' codes for a refusal that says nothing about the next minute. */
const PASSING: readonly string[] = ['no_courier']

/** Whether a carrier that refused a booking may accept one in a later round. */
export const mayAcceptLater = ({ code, retryable }: { code: string; retryable: boolean }): boolean =>
  retryable || PASSING.includes(code)

/** Reason of a cancellation because the courier is late. */
export const PICKUP_LATE = 'pickup_late'

/** Whether the courier is still awaited at the pickup, as far as the carrier has reported. */
export const hasNotArrived = ({ status, pickedUp }: Pick<BookingRecord, 'status' | 'pickedUp'>): boolean =>
  !pickedUp && (status === 'assigned' || status === 'reassigning' || status === 'en_route_to_pickup')
