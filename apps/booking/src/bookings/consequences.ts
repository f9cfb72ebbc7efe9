/** Pure: what a booking means for its shipment. */
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { previousAttributes } from '@waybill/contracts/events/public-event'
import { isFinalShipmentStatus, type PublicShipment, type ShipmentStatus } from '@waybill/contracts/shipment'
import { afterBooking, afterCancelledBooking } from '@waybill/contracts/shipments/after-booking'
import { endedWithoutBooking } from '@waybill/contracts/shipments/shown-booking'
import type { Condition } from '../facts/condition.ts'
import { type BookingRecord, hasEnded } from './booking.ts'

/** Failed or was cancelled by the carrier before pickup: the goods are still with the merchant. */
export const endedBeforePickup = (booking: BookingRecord): boolean =>
  endedWithoutPickup(booking) && !booking.closedByUs && booking.cancelling === null

/** Failed or was cancelled, by anyone, while the goods were still with the merchant. */
export const endedWithoutPickup = ({ status, pickedUp }: BookingRecord): boolean =>
  (status === 'failed' || status === 'cancelled') && !pickedUp

/** The final status that the booking gives its shipment; null: the shipment has not ended. */
export function finalShipmentStatus(booking: BookingRecord): ShipmentStatus | null {
  const status = deriveShipmentStatus(booking, null)
  return status !== null && isFinalShipmentStatus(status) ? status : null
}

/** Until when to look for another courier, if this change means that the courier has given up; otherwise null. */
export const anotherCourierUntil = (before: BookingRecord, after: BookingRecord): Date | null =>
  endedBeforePickup(after) && !endedBeforePickup(before) ? after.dispatchUntilAt : null

/** The status that the booking gives its shipment once a cancellation that was requested of the carrier has ended, too. */
export function deriveShownStatus(booking: BookingRecord, condition: Condition | null): ShipmentStatus | null {
  const isCancelledForUs = booking.status === 'cancelled' && booking.cancelling !== null && !booking.pickedUp
  return isCancelledForUs
    ? (booking.cancelling?.shipmentStatus ?? 'cancelled')
    : deriveShipmentStatus(booking, condition)
}

/**
 * The booking's copy of its shipment, with what the booking itself has changed of it since: the shipment service learns that
 * by the booking's event, and the copy follows.
 */
export function shipmentUnder(booking: BookingRecord): PublicShipment {
  const { shipment, bookingId, shipmentStatus } = booking
  // Versions before stored copies that name the last booking.
  if (hasGivenUp(shipment)) return shipment.booking_id === null ? shipment : { ...shipment, booking_id: null }
  if (shipment.booking_id !== null && shipment.booking_id !== bookingId) return shipment
  const endedEarly = endedBeforePickup(booking)
  const isFreed = endedEarly || shipmentStatus === 'ready'
  if (isFreed && shipment.booking_id === null) return shipment
  const onDemand = isOnDemand(booking)
  const failureReason = booking.failureReason ?? booking.incident ?? 'unknown'
  const fields =
    !endedEarly && shipmentStatus === 'ready'
      ? afterCancelledBooking({ status: shipment.status, onDemand })
      : afterBooking(
          { status: shipment.status, bookingId, onDemand },
          { bookingId, endedBeforePickup: endedEarly, shipmentStatus, failureReason },
        ).fields
  const holds = booking.carrierJobId !== null || !hasEnded(booking)
  const followed = {
    ...shipment,
    booking_id: holds ? bookingId : null,
    ...(fields.bookingId !== undefined && { booking_id: fields.bookingId }),
    ...(fields.status !== undefined && { status: fields.status }),
    ...(fields.failureReason !== undefined && { failure_reason: fields.failureReason }),
    ...(fields.status === 'cancelled' && {
      cancellation_requested_at: null,
      cancellation_reason_code: booking.cancellationReasonCode,
      cancellation_reason_note: booking.cancellationReasonNote,
    }),
  }
  const shown = hasGivenUp(followed) ? { ...followed, booking_id: null } : followed
  if (Object.keys(previousAttributes(shipment, shown)).length === 0) return shipment
  const changedAt = booking.updatedAt.toISOString()
  return { ...shown, updated_at: changedAt > shipment.updated_at ? changedAt : shipment.updated_at }
}

const hasGivenUp = ({ status, failure_reason }: PublicShipment): boolean =>
  endedWithoutBooking({ status, failureReason: failure_reason })

const isOnDemand = ({ shipment, dispatchUntilAt }: BookingRecord): boolean =>
  shipment.dispatch !== null || dispatchUntilAt !== null

/** The status that the booking gives its shipment; null: none. */
export function deriveShipmentStatus(
  booking: Pick<BookingRecord, 'status' | 'pickedUp' | 'closedByUs'>,
  condition: Condition | null,
): ShipmentStatus | null {
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
    case 'assigned':
    case 'reassigning':
    case 'en_route_to_pickup':
    case 'arrived_at_pickup':
    case 'picked_up':
    case 'en_route_to_dropoff':
      return condition ?? 'in_transit'
    case 'pending':
      return null
    default:
      // A status that a later version has added: what it means for the shipment is left to that version.
      booking.status satisfies never
      return null
  }
}
