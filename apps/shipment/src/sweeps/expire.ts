/** Pure: how shipments expire. */
import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import { type Cause, changed, internalEvent, type ShipmentChange, unchanged } from '../shipments/change.ts'

/** Cancellation reason sent to the carrier and shown in the booking. */
const EXPIRY_REASON = 'expired'

/** Expires a ready shipment that has neither claim nor booking. */
export const expire = (shipment: Shipment, cause: Cause): ShipmentChange =>
  changed(shipment, { status: 'expired' }, cause)

/**
 * Holds a shipment with a booking, and requests by an event that the booking service cancels it at the carrier. Asked
 * again, the same claim holds it. `settle` then expires the shipment, or leaves it ready if the carrier refused.
 */
export function askToExpire(shipment: Shipment, cause: Cause): ShipmentChange {
  const claimId = shipment.claimKind === 'expire' && shipment.claimId !== null ? shipment.claimId : newId('op')
  const held: Shipment = { ...shipment, claimKind: 'expire', claimId }
  const event = internalEvent(held, 'shipment.expiry_requested', cause, {
    shipment_id: held.shipmentId,
    claim_id: claimId,
    merchant_id: held.merchantId,
    livemode: held.livemode,
    reason_code: EXPIRY_REASON,
  })
  return { ...unchanged(held), events: [event] }
}
