/** Pure: what a delivery says happened. Call-backs and tracking give the same fact the same code and time. */
import type { IncidentCode } from '@waybill/contracts/booking'
import { toPoint } from '../../../mapping/wire-fields.ts'
import type { CarrierDriver, FactStatus, TrackingFact } from '../../../tracking-fact.ts'
import type { WireDelivery, WireEvent } from '../wire.ts'
import { parseReference } from './offers.ts'
import { toProof } from './proofs.ts'

/** By `delivery_status` (developer.doordash.com, "Delivery statuses", and the types of @doordash/sdk). */
const statuses = new Map<string, FactStatus>([
  ['created', 'assigned'],
  ['confirmed', 'assigned'],
  ['enroute_to_pickup', 'en_route_to_pickup'],
  ['arrived_at_pickup', 'arrived_at_pickup'],
  ['picked_up', 'picked_up'],
  ['enroute_to_dropoff', 'en_route_to_dropoff'],
  ['arrived_at_dropoff', 'arrived_at_dropoff'],
  ['delivered', 'delivered'],
  ['enroute_to_return', 'returning'],
  ['arrived_at_return', 'returning'],
  ['returned', 'returned'],
  ['cancelled', 'cancelled'],
])

/** The status that a call-back reports, by its `event_name` in lower case ("Webhooks for deliveries"). */
const eventStatuses = new Map([
  ['delivery_created', 'created'],
  ['dasher_confirmed', 'confirmed'],
  ['dasher_enroute_to_pickup', 'enroute_to_pickup'],
  ['dasher_confirmed_pickup_arrival', 'arrived_at_pickup'],
  ['dasher_picked_up', 'picked_up'],
  ['dasher_enroute_to_dropoff', 'enroute_to_dropoff'],
  ['dasher_confirmed_dropoff_arrival', 'arrived_at_dropoff'],
  ['dasher_dropped_off', 'delivered'],
  ['delivery_return_initialized', 'enroute_to_return'],
  ['dasher_enroute_to_return', 'enroute_to_return'],
  ['dasher_confirmed_return_arrival', 'arrived_at_return'],
  ['delivery_returned', 'returned'],
  ['delivery_cancelled', 'cancelled'],
])

/** Why DoorDash gave up. Null: nothing went wrong. */
const incidents = new Map<string, IncidentCode | null>([
  ['cancelled_by_creator', null],
  ['failed_to_assign_and_refunded', 'capacity'],
  ['no_available_dashers', 'capacity'],
])
/** Reasons of a cancellation after the goods were collected. */
const LOST_AFTER_PICKUP = new Set(['failed_to_deliver', 'failed_to_return'])

const ENDED = new Set<FactStatus>(['delivered', 'returned', 'cancelled', 'failed'])

type Reported = Omit<WireDelivery, 'currency' | 'fee' | 'tracking_url'>

/** The courier, once one has confirmed. */
export function toDriver(delivery: Reported): CarrierDriver | null {
  const { dasher_id: id, dasher_name: name } = delivery
  if (id === null && name === null) return null
  return {
    carrierDriverId: id ?? name ?? '',
    name: name ?? 'Dasher',
    email: null,
    telephone:
      delivery.dasher_dropoff_phone_number ?? delivery.dasher_pickup_phone_number ?? delivery.dasher_phone_number,
  }
}

function readPosition({ dasher_location, dasher_location_lat: latitude, dasher_location_lng: longitude }: Reported) {
  return dasher_location ?? toPoint(latitude, longitude)
}

const aFact = (carrierJobId: string, rawCode: string, status: FactStatus, occurredAt: Date): TrackingFact => ({
  carrierEventId: null,
  carrierJobId,
  reference: parseReference(carrierJobId),
  rawCode,
  status,
  condition: null,
  incident: null,
  occurredAt,
  utcOffsetMinutes: null,
  location: null,
  driver: null,
  pod: null,
  description: null,
})

const readEta = ({ dropoff_time_estimated: at }: Reported): TrackingFact['eta'] =>
  at === null ? null : { fromAt: at, toAt: at }

/** When the delivery came to its status. `fallbackAt`: used if the delivery has no time for the status. */
function since(
  { pickup_time_actual, dropoff_time_actual, return_time_actual }: Reported,
  code: string,
  fallbackAt: Date,
) {
  const known = { picked_up: pickup_time_actual, delivered: dropoff_time_actual, returned: return_time_actual }
  return known[code as keyof typeof known] ?? fallbackAt
}

/** The fact of the present status. `fallbackAt`: its time if the delivery names none. */
export function currentFact(carrierJobId: string, delivery: Reported, fallbackAt: Date): TrackingFact {
  const code = delivery.delivery_status.toLowerCase()
  const status = statuses.get(code) ?? 'unknown'
  const at = since(delivery, code, delivery.updated_at ?? fallbackAt)
  if (status === 'cancelled') return cancelledFact(carrierJobId, delivery, at)
  const fact = {
    ...aFact(carrierJobId, statuses.has(code) ? code : delivery.delivery_status, status, at),
    driver: toDriver(delivery),
  }
  if (status === 'delivered') return { ...fact, pod: toProof(delivery, at) }
  return ENDED.has(status) ? fact : { ...fact, eta: readEta(delivery) }
}

function cancelledFact(carrierJobId: string, delivery: Reported, at: Date): TrackingFact {
  const reason = delivery.cancellation_reason?.toLowerCase() ?? null
  const isCollected = delivery.pickup_time_actual !== null || LOST_AFTER_PICKUP.has(reason ?? '')
  const known = reason === null ? null : incidents.get(reason)
  return {
    ...aFact(
      carrierJobId,
      reason === null ? 'cancelled' : `cancelled/${reason}`,
      isCollected ? 'failed' : 'cancelled',
      at,
    ),
    incident: known === undefined || (known === null && isCollected) ? 'unknown' : known,
    description: reason,
    driver: toDriver(delivery),
  }
}

/** The pickup, of a delivery that has gone on since. */
function pickupFact(carrierJobId: string, { delivery_status, pickup_time_actual: at }: Reported): TrackingFact[] {
  if (at === null || delivery_status.toLowerCase() === 'picked_up') return []
  return [aFact(carrierJobId, 'picked_up', 'picked_up', at)]
}

/** Where the courier is. Positions have no time themselves. */
function positionFacts(carrierJobId: string, delivery: Reported, at: Date): TrackingFact[] {
  const position = readPosition(delivery)
  if (position === null) return []
  const location = { ...position, accuracyM: null, city: null, country: null }
  const fact = aFact(carrierJobId, 'dasher_location', 'unknown', at)
  return [{ ...fact, location, driver: toDriver(delivery), eta: readEta(delivery) }]
}

/** All that a delivery tells: DoorDash keeps the times of pickup, drop-off and return, and the present status. */
export function toFacts(carrierJobId: string, delivery: WireDelivery, now: Date): TrackingFact[] {
  const current = currentFact(carrierJobId, delivery, now)
  const position = ENDED.has(current.status) ? [] : positionFacts(carrierJobId, delivery, now)
  return [...pickupFact(carrierJobId, delivery), current, ...position]
}

/** Facts of a call-back: the status by its name, and where the courier is. */
export function eventFacts(event: WireEvent, receivedAt: Date): TrackingFact[] {
  const { external_delivery_id: carrierJobId, created_at } = event
  const name = event.event_name ?? event.event_type ?? ''
  const code = eventStatuses.get(name.toLowerCase()) ?? name
  const at = created_at ?? event.updated_at ?? receivedAt
  const delivery = {
    ...event,
    delivery_status: code,
    updated_at: at,
    cancellation_reason: event.cancellation_reason ?? event.reason,
  }
  const current = currentFact(carrierJobId, delivery, at)
  const position = ENDED.has(current.status) ? [] : positionFacts(carrierJobId, delivery, at)
  return [current, ...position]
}
