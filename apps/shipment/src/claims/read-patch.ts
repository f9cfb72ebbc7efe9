/** Pure: the patch that an update claims. */
import type { UpdateShipment } from '@waybill/contracts/requests/shipment-documents'
import type { Shipment } from '@waybill/contracts/shipment'
import { withoutStaleDefaults } from '../customs/defaults.ts'
import { applyPatch, changeReach, type ShipmentPatch, toPatch } from '../shipments/patch.ts'

/**
 * Reads a PATCH document as `toPatch` does. The patch also drops the customs defaults that the changed shipment would not get any
 * more, but for a booked one, whose carrier has its declaration.
 */
export function readPatch(before: Shipment, document: UpdateShipment, nowMs: number): ShipmentPatch {
  const patch = toPatch(before, document, nowMs)
  if (before.bookingId !== null) return patch
  const after = applyPatch(before, patch)
  const customs = changeReach(before, after) === 'carrier' ? withoutStaleDefaults(after) : after.customs
  return customs === after.customs ? patch : { ...patch, customs }
}
