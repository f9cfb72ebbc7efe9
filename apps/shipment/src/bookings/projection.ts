/** Pure: what a booking's events mean for its shipment. */
import type { IncidentCode } from '@waybill/contracts/booking'
import type { TrackingStatus } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import { isFinalShipmentStatus, type Shipment, type ShipmentStatus } from '@waybill/contracts/shipment'
import {
  type Cause,
  changed,
  type ShipmentChange,
  type TimelineEntry,
  timelineEntry,
  unchanged,
} from '../shipments/change.ts'
import { isReachable } from '../shipments/transitions.ts'

/** A tracking fact that a carrier reported, as in a booking's event. */
export interface TrackingFact {
  factKey: string
  status: TrackingStatus
  description: string | null
  incident: IncidentCode | null
  location: { latitude: number; longitude: number } | null
  occurredAt: Date
  carrierCode: string
}

export interface BookingUpdate {
  bookingId: string
  /** Of the event: a higher one supersedes a lower one. */
  sequence: number
  /** Failed or was cancelled while the goods were still with the merchant. */
  endedBeforePickup: boolean
  /** The shipment status that follows from all facts of the booking; null: none. */
  shipmentStatus: ShipmentStatus | null
  incident: IncidentCode | null
  failureReason: string | null
  /** The facts that are new with this event. */
  tracking: TrackingFact[]
}

export interface Projection extends ShipmentChange {
  /** The booking ended during a cancellation. Stored with the claim, which settles it. */
  bookingEnded: boolean
  /** The facts contradict a final status, which the shipment keeps. */
  contradicted: boolean
}

/** Whether the event can change the shipment; most events of a booking do not. */
export const canMoveShipment = (update: BookingUpdate): boolean =>
  update.endedBeforePickup || update.shipmentStatus !== null

/**
 * Applies an event of the shipment's current booking; events of its other bookings change nothing. Throws if the event
 * arrives before the booking is settled, so that it is redelivered later.
 */
export function project(shipment: Shipment, update: BookingUpdate, cause: Cause): Projection {
  if (shipment.bookingId === update.bookingId) return follow(shipment, update, cause)
  if (mayBecomeCurrent(shipment) && update.shipmentStatus !== null && !update.endedBeforePickup) {
    throw new Error(`booking ${update.bookingId} moves shipment ${shipment.shipmentId} before it is settled`)
  }
  return keep(shipment)
}

/** Timeline entries for the facts of any of the shipment's bookings. */
export const trackingEntries = (shipment: Shipment, update: BookingUpdate, cause: Cause): TimelineEntry[] =>
  update.tracking.map((fact) =>
    timelineEntry(
      shipment,
      {
        type: 'tracking',
        entryKey: `${update.bookingId}/${fact.factKey}`,
        eventId: newId('evt'),
        trackingStatus: fact.status,
        incident: fact.incident,
        description: fact.description,
        carrierCode: fact.carrierCode,
        bookingId: update.bookingId,
        location: fact.location,
        occurredAt: fact.occurredAt,
      },
      cause,
    ),
  )

/** Frees a shipment whose booking ended before pickup for another booking. On demand, dispatch continues. */
export const withoutBooking = (shipment: Shipment): Partial<Shipment> =>
  shipment.onDemand || isFinalShipmentStatus(shipment.status)
    ? { bookingId: null }
    : { bookingId: null, status: 'ready' }

const keep = (shipment: Shipment, flags: Partial<Projection> = {}): Projection => ({
  ...unchanged(shipment),
  bookingEnded: false,
  contradicted: false,
  ...flags,
})

const mayBecomeCurrent = (shipment: Shipment): boolean =>
  shipment.bookingId === null && (shipment.claimKind === 'book' || shipment.claimKind === 'dispatch')

function follow(shipment: Shipment, update: BookingUpdate, cause: Cause): Projection {
  if (update.endedBeforePickup) {
    if (shipment.status === 'cancelled') return keep(shipment)
    if (shipment.claimKind === 'cancel' || shipment.cancelRequested) return keep(shipment, { bookingEnded: true })
    return { ...keep(shipment), ...changed(shipment, withoutBooking(shipment), cause) }
  }
  const { shipmentStatus: status } = update
  if (status === null || status === shipment.status) return keep(shipment)
  if (!isReachable(shipment.status, status)) {
    return keep(shipment, { contradicted: isFinalShipmentStatus(shipment.status) })
  }
  const last = update.tracking.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime()).at(-1)
  const failureReason = status === 'failed' ? (update.failureReason ?? update.incident ?? 'unknown') : null
  const note = {
    incident: update.incident,
    ...(last && { carrierCode: last.carrierCode, occurredAt: last.occurredAt }),
  }
  return { ...keep(shipment), ...changed(shipment, { status, failureReason }, cause, note) }
}
