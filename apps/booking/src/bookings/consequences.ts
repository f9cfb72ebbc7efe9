/** Pure: what a booking means for its shipment. */
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import { type BookingRecord, type Condition, hasEnded } from './booking.ts'

/** Failed or was cancelled by the carrier before pickup: the goods are still with the merchant. */
export const endedBeforePickup = (booking: BookingRecord): boolean =>
  (booking.status === 'failed' || booking.status === 'cancelled') &&
  !booking.pickedUp &&
  !booking.closedByUs &&
  booking.cancelling === null

/** The final status that the booking gives its shipment; null: the shipment has not ended. */
export function finalShipmentStatus(booking: BookingRecord): ShipmentStatus | null {
  const status = shipmentStatusOf(booking, null)
  return status !== null && isFinalShipmentStatus(status) ? status : null
}

/** Until when to look for another courier, if this change means that the courier has given up; otherwise null. */
export const anotherCourierUntil = (before: BookingRecord, after: BookingRecord): Date | null =>
  endedBeforePickup(after) && !endedBeforePickup(before) ? after.dispatchUntilAt : null

/** The status that the booking gives its shipment; null: none. */
export function shipmentStatusOf(booking: BookingRecord, condition: Condition | null): ShipmentStatus | null {
  if (booking.closedByUs || !(booking.pickedUp || hasEnded(booking))) return null
  switch (booking.status) {
    case 'delivered':
    case 'returned':
      return booking.status
    case 'failed':
    case 'cancelled':
      return booking.pickedUp ? 'failed' : null
    case 'returning':
      return condition ?? 'returning'
    case 'arrived_at_dropoff':
      return condition ?? 'out_for_delivery'
    case 'assigned':
    case 'reassigning':
    case 'en_route_to_pickup':
    case 'arrived_at_pickup':
    case 'picked_up':
    case 'en_route_to_dropoff':
      return condition ?? 'in_transit'
  }
}
