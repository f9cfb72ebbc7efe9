/** Pure: a change of a shipment consists of its new state, events and timeline entries. */
import type { IncidentCode } from '@waybill/contracts/booking'
import type { InternalPayload, ShipmentFacts, TrackingStatus } from '@waybill/contracts/events/internal-events'
import {
  type EventType,
  isEventType,
  type PublicEvent,
  previousAttributes,
  publicEvent,
  timeOfChange,
} from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import {
  customerAddress,
  isFinalShipmentStatus,
  type PublicShipment,
  publicShipment,
  type Shipment,
  type ShipmentStatus,
} from '@waybill/contracts/shipment'
import { isReachable } from '@waybill/contracts/shipments/transitions'

/** When a change is made, and by which request. */
export interface Cause {
  at: Date
  /** When that occurred of which the change is a consequence, for the timeline. Default: `at`. */
  occurredAt?: Date
  requestId: string | null
  idempotencyKey: string | null
}

/** An event of a shipment, ready for the outbox. */
export interface ShipmentEvent {
  eventId: string
  type: string
  environmentId: string
  subjectType: 'shipment'
  subjectId: string
  sequence: number | null
  occurredAt: Date
  public: PublicEvent | null
  internal: object
}

export interface TimelineEntry {
  /** Unique within the shipment, so that a fact reported twice has one entry. */
  entryKey: string
  eventId: string
  type: 'status_changed' | 'tracking' | 'details_changed' | 'carrier_declined'
  /** The shipment's status after the entry. */
  status: ShipmentStatus
  /** The booking's status at that time. */
  trackingStatus: TrackingStatus | null
  incident: IncidentCode | null
  description: string | null
  carrierCode: string | null
  /** Set for `carrier_declined`. */
  serviceCode: string | null
  /** Reason of `carrier_declined`; `booking_cancelled` for a booking that was cancelled on request. */
  reason: string | null
  bookingId: string | null
  location: { latitude: number; longitude: number } | null
  /** When the delivery is expected, as known with the entry. */
  eta: { from: string; to: string } | null
  occurredAt: Date
  recordedAt: Date
  /** Sequence of the shipment's or booking's event. Orders entries that occurred at the same time. */
  sequence: number
}

/** The caller stores all of it in one transaction. */
export interface ShipmentChange {
  shipment: Shipment
  events: ShipmentEvent[]
  timeline: TimelineEntry[]
}

/** Details that a timeline entry adds to the change. */
export type Note = Partial<
  Pick<
    TimelineEntry,
    'entryKey' | 'description' | 'reason' | 'incident' | 'carrierCode' | 'bookingId' | 'occurredAt' | 'sequence'
  >
>

export const unchanged = (shipment: Shipment): ShipmentChange => ({ shipment, events: [], timeline: [] })

/**
 * Changes some fields of a shipment. A change of the collection time or of what merchants see emits `shipment.updated` and,
 * if the status changed, the event of the new status; each takes the next sequence. A change of claims emits nothing.
 * Throws if the status cannot be reached from the current one.
 */
export function changed(before: Shipment, fields: Partial<Shipment>, by: Cause, note: Note = {}): ShipmentChange {
  const after = withoutHoldAtEnd({ ...before, ...fields })
  const beforeShown = publicShipment(before)
  const names = changedNames(before, after)
  if (names.length === 0) return unchanged(after)

  const statusChanged = after.status !== before.status
  if (statusChanged && !isReachable(before.status, after.status)) {
    throw new Error(`shipment ${before.shipmentId} is ${before.status} and cannot become ${after.status}`)
  }
  const types: EventType[] = ['shipment.updated']
  const statusEvent = `shipment.${after.status}`
  if (statusChanged && isEventType(statusEvent)) types.push(statusEvent) // `ready` has no event

  const cause = { ...by, at: timeOfChange(before, by.at) }
  const shipment = { ...after, sequence: before.sequence + types.length, updatedAt: cause.at }
  const events = types.map((type, index) =>
    shipmentEvent(shipment, type, {
      sequence: before.sequence + 1 + index,
      before: beforeShown,
      cause,
      detailedBy: types.slice(index + 1),
    }),
  )
  const eventId = (events.at(-1) as ShipmentEvent).eventId
  const entry = statusChanged
    ? timelineEntry(shipment, { type: 'status_changed', eventId, ...note }, cause)
    : timelineEntry(
        shipment,
        { type: 'details_changed', eventId, description: `Changed: ${names.join(', ')}`, ...note },
        cause,
      )
  return { shipment, events, timeline: [entry] }
}

/** A shipment that has ended is not on hold any more. */
const withoutHoldAtEnd = (shipment: Shipment): Shipment =>
  shipment.hold !== null && isFinalShipmentStatus(shipment.status) ? { ...shipment, hold: null } : shipment

/** Names of the public fields that a change concerns. Of the collection time only the date is shown. */
function changedNames(before: Shipment, after: Shipment): string[] {
  const names = Object.keys(previousAttributes(publicShipment(before), publicShipment(after)))
  const isSameTime =
    before.collectionAt.getTime() === after.collectionAt.getTime() && before.collectionAllDay === after.collectionAllDay
  return isSameTime || names.includes('collection_date') ? names : ['collection_date', ...names]
}

/** A new shipment with its first event and timeline entry. */
export function created(shipment: Shipment, cause: Cause): ShipmentChange {
  const event = shipmentEvent(shipment, 'shipment.created', { sequence: shipment.sequence, cause })
  const entry = timelineEntry(shipment, { type: 'status_changed', eventId: event.eventId }, cause)
  return { shipment, events: [event], timeline: [entry] }
}

/** Requests a courier from the booking service, which ignores repeats of a `claim_id`. */
export function dispatchRequested(shipment: Shipment, cause: Cause): ShipmentEvent {
  if (shipment.claimKind !== 'dispatch' || shipment.claimId === null) {
    throw new Error(`shipment ${shipment.shipmentId} is not held for dispatch`)
  }
  return internalEvent(shipment, 'shipment.dispatch_requested', cause, {
    shipment_id: shipment.shipmentId,
    claim_id: shipment.claimId,
    merchant_id: shipment.merchantId,
    livemode: shipment.livemode,
    request_id: cause.requestId,
    window_minutes: shipment.dispatch?.window_minutes ?? null,
  })
}

/** An event that only other services receive. */
export const internalEvent = <T extends 'shipment.dispatch_requested' | 'shipment.expiry_requested'>(
  shipment: Shipment,
  type: T,
  cause: Cause,
  internal: InternalPayload<T>,
): ShipmentEvent => ({
  ...eventSubject(shipment),
  eventId: newId('evt'),
  type,
  sequence: null,
  occurredAt: cause.at,
  public: null,
  internal,
})

export function timelineEntry(
  shipment: Shipment,
  fields: Pick<TimelineEntry, 'type' | 'eventId'> & Partial<TimelineEntry>,
  cause: Cause,
): TimelineEntry {
  return {
    entryKey: fields.eventId,
    status: shipment.status,
    trackingStatus: null,
    incident: null,
    description: null,
    carrierCode: null,
    serviceCode: null,
    reason: null,
    bookingId: shipment.bookingId,
    location: null,
    eta: null,
    occurredAt: cause.occurredAt ?? cause.at,
    recordedAt: cause.at,
    sequence: shipment.sequence,
    ...fields,
  }
}

function shipmentEvent(
  shipment: Shipment,
  type: EventType,
  {
    sequence,
    before,
    cause,
    detailedBy = [],
  }: { sequence: number; before?: PublicShipment; cause: Cause; detailedBy?: EventType[] },
): ShipmentEvent {
  const { merchantId, environmentId, livemode, shipmentId } = shipment
  const { requestId, idempotencyKey } = cause
  const event = publicEvent(
    { merchantId, environmentId, livemode, requestId, idempotencyKey },
    {
      type,
      subject: { type: 'shipment', id: shipmentId },
      sequence,
      object: publicShipment(shipment),
      before,
      occurredAt: cause.at,
    },
  )
  return {
    ...eventSubject(shipment),
    eventId: event.id,
    type,
    sequence,
    occurredAt: cause.at,
    public: event,
    internal: {
      route_revision: shipment.routeRevision,
      status: shipment.status,
      on_demand: shipment.onDemand,
      ...(detailedBy.length > 0 && { detailed_by: detailedBy }),
      ...(type === 'shipment.updated' && { recipient_names: recipientNames(shipment) }),
    } satisfies ShipmentFacts,
  }
}

function recipientNames(shipment: Shipment): string[] {
  const { first_name, last_name, company } = customerAddress(shipment)
  return [first_name, last_name, company].filter((name) => name !== null)
}

const eventSubject = ({ environmentId, shipmentId }: Shipment) => ({
  environmentId,
  subjectType: 'shipment' as const,
  subjectId: shipmentId,
})
