/** Pure: what a booking's events mean for its shipment. */
import type { IncidentCode } from '@waybill/contracts/booking'
import type { TrackingStatus } from '@waybill/contracts/events/internal-events'
import { newId } from '@waybill/contracts/ids'
import type { Shipment, ShipmentStatus } from '@waybill/contracts/shipment'
import { afterBooking, takesBack } from '@waybill/contracts/shipments/after-booking'
import { isReachable } from '@waybill/contracts/shipments/transitions'
import { FIRST_SEQUENCE } from '../claims/settle.ts'
import {
  type Cause,
  changed,
  type ShipmentChange,
  type TimelineEntry,
  timelineEntry,
  unchanged,
} from '../shipments/change.ts'

/** A tracking fact that a carrier reported, as in a booking's event. */
export interface TrackingFact {
  factKey: string
  status: TrackingStatus
  description: string | null
  incident: IncidentCode | null
  location: { latitude: number; longitude: number } | null
  occurredAt: Date
  carrierCode: string
  /** The status that it and the facts before it give the shipment; null: none, or not known. */
  shipmentStatus: ShipmentStatus | null
}

export interface BookingUpdate {
  bookingId: string
  /** Sequence of the event: a higher one supersedes a lower one. */
  sequence: number
  /** Failed or was cancelled while the goods were still with the merchant. */
  endedBeforePickup: boolean
  /** The shipment status that follows from all facts of the booking; null: none. */
  shipmentStatus: ShipmentStatus | null
  incident: IncidentCode | null
  failureReason: string | null
  /** When the delivery is expected after the event. */
  eta: { from: string; to: string } | null
  /** The facts that are new with this event. */
  tracking: TrackingFact[]
}

interface Projection extends ShipmentChange {
  /** The booking ended during a cancellation. Stored with the claim, which settles it. */
  bookingEnded: boolean
  /** The facts contradict a final status, which the shipment keeps. */
  contradicted: boolean
}

/** Whether the event can change the shipment; most events of a booking do not. */
export const canMoveShipment = (update: BookingUpdate): boolean =>
  update.endedBeforePickup || update.shipmentStatus !== null

/** Whether the event can change the shipment or its timeline. */
export const concernsShipment = (update: BookingUpdate): boolean =>
  canMoveShipment(update) || update.tracking.length > 0

/**
 * Applies an event of the shipment's current booking, or of one that a shipment without a booking takes back; events of its
 * other bookings change nothing. Throws if the event arrives before the booking is settled, so that it is redelivered later.
 */
export function project(shipment: Shipment, update: BookingUpdate, cause: Cause): Projection {
  if (shipment.bookingId === update.bookingId) return follow(shipment, update, cause)
  if (takesBack(shipment, update)) {
    if (shipment.claimId === null) return follow(shipment, update, cause)
    throw new Error(`booking ${update.bookingId} ends shipment ${shipment.shipmentId} while an operation holds it`)
  }
  if (mayBecomeCurrent(shipment) && update.shipmentStatus !== null && !update.endedBeforePickup) {
    throw new Error(`booking ${update.bookingId} moves shipment ${shipment.shipmentId} before it is settled`)
  }
  return keep(shipment)
}

/** The key of the timeline entry for a fact. */
export const factEntryKey = (bookingId: string, factKey: string): string => `${bookingId}/${factKey}`

/**
 * Shows the booking that the holder of a claim has opened while the claim holds the shipment. The timeline has the request
 * once, also if its event arrives after the claim has ended.
 */
export function withPendingBooking(
  shipment: Shipment,
  { bookingId, claimId }: { bookingId: string; claimId: string },
  cause: Cause,
): ShipmentChange {
  const entryKey = `${bookingId}/requested`
  const note = { entryKey, bookingId, description: 'Booking requested', sequence: FIRST_SEQUENCE }
  const isPending = shipment.claimId === claimId && shipment.bookingId === null
  const change = isPending ? changed(shipment, { pendingBookingId: bookingId }, cause, note) : unchanged(shipment)
  if (change.timeline.length > 0) return change
  const status = shipment.onDemand ? 'in_transit' : 'ready' // when the booking was requested
  const entry = timelineEntry(shipment, { type: 'details_changed', eventId: newId('evt'), status, ...note }, cause)
  return { ...change, timeline: [entry] }
}

/** Timeline entries for the facts of any of the shipment's bookings. `statusAt`: the shipment's status before a time. */
export const trackingEntries = (
  shipment: Shipment,
  update: BookingUpdate,
  statusAt: (at: Date) => ShipmentStatus,
  cause: Cause,
): TimelineEntry[] =>
  update.tracking.map((fact) =>
    timelineEntry(
      shipment,
      {
        type: 'tracking',
        status: impliedStatus(shipment, update, fact) ?? statusAt(fact.occurredAt),
        entryKey: factEntryKey(update.bookingId, fact.factKey),
        eventId: newId('evt'),
        trackingStatus: fact.status,
        incident: fact.incident,
        description: fact.description,
        carrierCode: fact.carrierCode,
        bookingId: update.bookingId,
        location: fact.location,
        eta: update.eta,
        occurredAt: fact.occurredAt,
        sequence: update.sequence,
      },
      cause,
    ),
  )

/** Null: the fact of another booking, or one that contradicts the shipment, gives it no status. */
function impliedStatus(shipment: Shipment, { bookingId }: BookingUpdate, fact: TrackingFact): ShipmentStatus | null {
  const { shipmentStatus: status } = fact
  if (status === null || shipment.bookingId !== bookingId) return null
  return status === shipment.status || isReachable(status, shipment.status) ? status : null
}

const keep = (shipment: Shipment, flags: Partial<Projection> = {}): Projection => ({
  ...unchanged(shipment),
  bookingEnded: false,
  contradicted: false,
  ...flags,
})

const mayBecomeCurrent = (shipment: Shipment): boolean =>
  shipment.bookingId === null && (shipment.claimKind === 'book' || shipment.claimKind === 'dispatch')

function follow(shipment: Shipment, update: BookingUpdate, cause: Cause): Projection {
  // The operation that cancels it shows the end of the booking with its own.
  const isCancelling = shipment.claimKind === 'cancel' || shipment.cancelRequested
  if (update.endedBeforePickup && isCancelling && shipment.status !== 'cancelled') {
    return keep(shipment, { bookingEnded: true })
  }
  const failureReason = update.failureReason ?? update.incident ?? 'unknown'
  const { fields, contradicted } = afterBooking(shipment, { ...update, failureReason })
  if (contradicted || Object.keys(fields).length === 0) return keep(shipment, { contradicted })
  if (update.endedBeforePickup) {
    const { bookingId, incident } = update
    const note = { bookingId, incident, description: 'Booking ended before the pickup' }
    return { ...keep(shipment), ...changed(shipment, fields, cause, note) }
  }
  const last = update.tracking.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime()).at(-1)
  const note = {
    incident: update.incident,
    sequence: update.sequence,
    ...(last && { carrierCode: last.carrierCode, occurredAt: last.occurredAt }),
  }
  return { ...keep(shipment), ...changed(shipment, fields, cause, note) }
}
