/** What the state of a booking means for its shipment. */
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import type { BookingRecord, Condition } from './booking.ts'

/** It came to nothing while the goods were still with the merchant, without our doing. */
export const endedBeforePickup = (booking: BookingRecord): boolean =>
  (booking.status === 'failed' || booking.status === 'cancelled') &&
  !booking.pickedUp &&
  !booking.closedByUs &&
  booking.cancelling === null

/** The final status that the booking has brought its shipment to; null: none. */
export function shipmentEndOf(booking: BookingRecord): ShipmentStatus | null {
  const status = shipmentStatusOf(booking, null)
  return status !== null && isFinalShipmentStatus(status) ? status : null
}

/** Until when another courier is to be looked for, now that this one has given up; null: it is not. */
export const anotherCourierUntil = (before: BookingRecord, after: BookingRecord): Date | null =>
  endedBeforePickup(after) && !endedBeforePickup(before) ? after.dispatchUntilAt : null

/** What the booking says of its shipment's status; null: nothing. */
export function shipmentStatusOf(booking: BookingRecord, condition: Condition | null): ShipmentStatus | null {
  if (booking.closedByUs || !(booking.pickedUp || isFinalBookingStatus(booking.status))) return null
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
    case 'pending':
    case 'assigned':
    case 'reassigning':
    case 'en_route_to_pickup':
    case 'arrived_at_pickup':
    case 'picked_up':
    case 'en_route_to_dropoff':
      return condition ?? 'in_transit'
  }
}
