/**
 * Pure: what a booking makes of its shipment. The shipment service applies it when the booking's event arrives; the booking
 * service shows the same in the event itself.
 */
import { isFinalShipmentStatus, type Shipment, type ShipmentStatus } from '../shipment.ts'
import type { FailureReason } from './failure-reason.ts'
import { isReachable } from './transitions.ts'

/** The state of a booking, as far as it concerns its shipment. */
export interface BookingEffect {
  bookingId: string
  /** It ended while the goods were still with the merchant: the shipment can be booked again. */
  endedBeforePickup: boolean
  /** The status that it gives its shipment; null: none. */
  shipmentStatus: ShipmentStatus | null
  /** Why a shipment that it makes `failed` has failed. */
  failureReason: string | null
}

type Followed = Pick<Shipment, 'status' | 'bookingId' | 'onDemand'>
type FollowedFields = Partial<Pick<Shipment, 'status' | 'bookingId' | 'failureReason'>>

interface AfterBooking {
  /** Changed fields; empty: nothing changes. */
  fields: FollowedFields
  /** The shipment keeps a final status that the booking contradicts. */
  contradicted: boolean
}

const nothing: AfterBooking = { fields: {}, contradicted: false }

/**
 * Changes of a shipment that follow from its booking. Another booking than the shipment's own changes nothing, except that a shipment
 * which a booking has freed takes it back.
 */
export function afterBooking(shipment: Followed, booking: BookingEffect): AfterBooking {
  if (takesBack(shipment, booking)) {
    const { bookingId } = booking
    const { fields } = afterBooking({ ...shipment, bookingId }, booking)
    return { ...nothing, fields: { ...fields, bookingId } }
  }
  if (shipment.bookingId !== booking.bookingId) return nothing
  if (booking.endedBeforePickup) {
    return shipment.status === 'cancelled' ? nothing : { ...nothing, fields: withoutBooking(shipment) }
  }
  const { shipmentStatus: status } = booking
  if (status === null || status === shipment.status) return nothing
  if (!isReachable(shipment.status, status)) {
    return { ...nothing, contradicted: isFinalShipmentStatus(shipment.status) }
  }
  return { ...nothing, fields: { status, failureReason: status === 'failed' ? booking.failureReason : null } }
}

/**
 * Whether a booking that freed the shipment, since it seemed to have ended before pickup, has delivered, returned or lost the
 * goods after all: the report of the pickup came late.
 */
export const takesBack = (shipment: Followed, booking: BookingEffect): boolean =>
  shipment.bookingId === null &&
  !isFinalShipmentStatus(shipment.status) &&
  !booking.endedBeforePickup &&
  booking.shipmentStatus !== null &&
  isFinalShipmentStatus(booking.shipmentStatus)

/**
 * Changes of a shipment whose booking was cancelled on request: it is free for another booking, unless its goods were
 * reported as picked up before the carrier cancelled.
 */
export function afterCancelledBooking(shipment: Pick<Shipment, 'status' | 'onDemand'>): FollowedFields {
  const { status, onDemand } = shipment
  if (isFinalShipmentStatus(status)) return {}
  if (onDemand || status === 'ready' || status === 'on_hold') return withoutBooking(shipment)
  return { status: 'failed', failureReason: 'cancelled_after_pickup' satisfies FailureReason }
}

/** Frees a shipment whose booking ended before pickup for another booking. On demand, dispatch continues. */
export const withoutBooking = (shipment: Pick<Shipment, 'status' | 'onDemand'>): FollowedFields =>
  shipment.onDemand || isFinalShipmentStatus(shipment.status)
    ? { bookingId: null }
    : { bookingId: null, status: 'ready' }
