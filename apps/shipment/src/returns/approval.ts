/** Pure: answers to recipients who ask for returns, by the merchant or by the return rules. Nothing is bought by them. */
import { AppError } from '@waybill/contracts/app-error'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import type { ReturnDecision, ReturnTerms } from '@waybill/contracts/shipments/returns'
import { type Money, toMoney } from '@waybill/contracts/values/money'
import { declaredValue, type Parcel } from '@waybill/contracts/values/parcels/parcel'
import { assertFree } from '../claims/claim.ts'
import { type Cause, changed, type ShipmentChange, unchanged } from '../shipments/change.ts'
import { DAY_MS, type Returnable } from './recipient.ts'

const REFUSED = 'return_refused'

/**
 * Approves the return or refuses it, which cancels it. An answer that it has already changes nothing. Throws
 * `return_not_decidable` if no recipient asks for it or if it is booked or has ended, and `shipment_busy`.
 */
export function decide(shipment: Shipment, decision: ReturnDecision, actorId: string, cause: Cause): ShipmentChange {
  const { returnTerms: terms, status, bookingId } = shipment
  if (!terms?.by_recipient) throw refusal(shipment, 'is no return that a recipient asks for')
  const { outcome, note } = decision
  if (terms.decision?.outcome === outcome && terms.decision.note === note) return unchanged(shipment)
  if (bookingId !== null) throw refusal(shipment, 'is booked: cancel the booking first')
  if (isFinalShipmentStatus(status) || shipment.cancelRequested) throw refusal(shipment, `is ${status} already`)
  assertFree(shipment)
  const returnTerms: ReturnTerms = {
    ...terms,
    decision: { outcome, note, decided_at: cause.at.toISOString(), decided_by: actorId },
  }
  if (outcome === 'approved') return changed(shipment, { returnTerms }, cause, { description: 'Return approved' })
  const fields = { returnTerms, status: 'cancelled', cancellationReasonCode: REFUSED } as const
  return changed(shipment, fields, cause, { description: 'Return refused' })
}

const refusal = ({ shipmentId, status }: Shipment, what: string): AppError =>
  new AppError('return_not_decidable', `Shipment ${shipmentId} ${what}.`, { meta: { current_status: status } })

/**
 * Whether the rules approve what a recipient asks for. Only the first request of a delivery, so that nobody gets one approval after
 * the other in small parts. What a rule cannot know, such as a value that was not declared, does not fit it.
 */
export function isApprovedByRule(
  { shipment, returns, rules, deliveredAt }: Returnable,
  { terms, parcels }: { terms: ReturnTerms; parcels: readonly Parcel[] },
  now: Date,
): boolean {
  const { approve } = rules.fields
  if (approve === null || deliveredAt === null || returns.some(({ returnTerms }) => returnTerms?.by_recipient))
    return false
  const { reasons, countries, days, max_value: most } = approve
  const given = terms.goods.flatMap(({ items, reason }) => (items ? items.map((item) => item.reason) : [reason]))
  return (
    (reasons === null || given.every((reason) => reason !== undefined && reasons.includes(reason))) &&
    (countries === null || countries.includes(shipment.dropoffAddress.country)) &&
    (days === null || now.getTime() <= deliveredAt.getTime() + days * DAY_MS) &&
    (most === null || isWithin(parcels, toMoney(Number(most.amount), most.currency)))
  )
}

/** Whether the value of the parcels is known, and at most this. */
function isWithin(parcels: readonly Parcel[], most: Money): boolean {
  let minor = 0
  for (const parcel of parcels) {
    const values = parcel.items?.length
      ? parcel.items.map(({ unit_value: { amount, currency }, quantity }) => {
          const unit = toMoney(Number(amount), currency)
          return { ...unit, amountMinor: unit.amountMinor * quantity }
        })
      : [declaredValue(parcel)]
    if (
      values.some(
        ({ amountMinor, currency, exponent }) =>
          amountMinor <= 0 || currency !== most.currency || exponent !== most.exponent,
      )
    )
      return false
    minor += values.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  }
  return minor <= most.amountMinor
}
