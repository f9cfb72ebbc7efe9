import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import { type Cause, changed, type Decision, internalEvent, unchanged } from '../shipments/change.ts'

/** What the carrier, and later the booking, are told as the reason. */
export const EXPIRY_REASON = 'expired'

/** A ready shipment whose collection date has long gone by; the caller has seen that it has neither claim nor booking. */
export const expire = (shipment: Shipment, cause: Cause): Decision => changed(shipment, { status: 'expired' }, cause)

/**
 * One that has a booking is held while the booking service, asked by an event, cancels it at the carrier; asked again,
 * it is held by the same claim. What comes of it is decided by `settle`: expired, or ready as before.
 */
export function askToExpire(shipment: Shipment, cause: Cause): Decision {
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
