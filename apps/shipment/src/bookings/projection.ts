/** What a booking's events mean for its shipment. */
import type { BookingStatus, IncidentCode } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import { isFinalShipmentStatus, type Shipment, type ShipmentStatus } from '@waybill/contracts/shipment'
import {
  type Cause,
  changed,
  type Decision,
  type TimelineEntry,
  timelineEntry,
  unchanged,
} from '../shipments/change.ts'
import { isReachable } from '../shipments/transitions.ts'

/** A fact that a carrier has reported, as it stands in a booking's event. */
export interface TrackingNews {
  factKey: string
  status: BookingStatus
  description: string | null
  incident: IncidentCode | null
  location: { latitude: number; longitude: number } | null
  occurredAt: Date
  carrierCode: string
}

export interface BookingNews {
  bookingId: string
  /** The event's: later news outdate earlier ones. */
  sequence: number
  /** It came to nothing while the goods were still with the merchant. */
  endedBeforePickup: boolean
  /** What all the booking's facts together say of the shipment; null: nothing. */
  shipmentStatus: ShipmentStatus | null
  incident: IncidentCode | null
  failureReason: string | null
  /** The facts that are new with this event. */
  tracking: TrackingNews[]
}

export interface Projection extends Decision {
  /** The booking ended while a cancellation is under way: to be remembered with the claim, which settles it. */
  bookingEnded: boolean
  /** The facts contradict a final status: it stands. */
  contradicted: boolean
}

/** Whether the news can move the shipment at all; most events of a booking say nothing of it. */
export const hasOpinion = (news: BookingNews): boolean => news.endedBeforePickup || news.shipmentStatus !== null

/**
 * Follows the shipment's present booking; what other bookings do is of no concern. Throws when the news come before the
 * booking has been settled: they are to be read again later.
 */
export function project(shipment: Shipment, news: BookingNews, cause: Cause): Projection {
  if (shipment.bookingId === news.bookingId) return follow(shipment, news, cause)
  if (mayBecomePresent(shipment) && news.shipmentStatus !== null && !news.endedBeforePickup) {
    throw new Error(`booking ${news.bookingId} moves shipment ${shipment.shipmentId} before it is settled`)
  }
  return keep(shipment)
}

/** The facts as they stand in the timeline, whichever of the shipment's bookings they belong to. */
export const trackingEntries = (shipment: Shipment, news: BookingNews, cause: Cause): TimelineEntry[] =>
  news.tracking.map((fact) =>
    timelineEntry(
      shipment,
      {
        type: 'tracking',
        entryKey: `${news.bookingId}/${fact.factKey}`,
        eventId: newId('evt'),
        trackingStatus: fact.status,
        incident: fact.incident,
        description: fact.description,
        carrierCode: fact.carrierCode,
        bookingId: news.bookingId,
        location: fact.location,
        occurredAt: fact.occurredAt,
      },
      cause,
    ),
  )

/** A shipment whose booking ended before pickup: free for another one; on-demand, dispatch goes on. */
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

const mayBecomePresent = (shipment: Shipment): boolean =>
  shipment.bookingId === null && (shipment.claimKind === 'book' || shipment.claimKind === 'dispatch')

function follow(shipment: Shipment, news: BookingNews, cause: Cause): Projection {
  if (news.endedBeforePickup) {
    if (shipment.status === 'cancelled') return keep(shipment)
    if (shipment.claimKind === 'cancel' || shipment.cancelRequested) return keep(shipment, { bookingEnded: true })
    return { ...keep(shipment), ...changed(shipment, withoutBooking(shipment), cause) }
  }
  const { shipmentStatus: status } = news
  if (status === null || status === shipment.status) return keep(shipment)
  if (!isReachable(shipment.status, status)) {
    return keep(shipment, { contradicted: isFinalShipmentStatus(shipment.status) })
  }
  const last = news.tracking.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime()).at(-1)
  const failureReason = status === 'failed' ? (news.failureReason ?? news.incident ?? 'unknown') : null
  const note = { incident: news.incident, ...(last && { carrierCode: last.carrierCode, occurredAt: last.occurredAt }) }
  return { ...keep(shipment), ...changed(shipment, { status, failureReason }, cause, note) }
}
