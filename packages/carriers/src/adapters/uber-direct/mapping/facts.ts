/** Pure: what a delivery says happened. Call-backs and tracking give the same fact the same code and time. */
import type { CarrierDriver, FactStatus, TrackingFact } from '../../../tracking-fact.ts'
import type { WireDelivery, WireWaypoint } from '../wire.ts'
import { toProof } from './proofs.ts'
import { findIncident, readReason } from './reasons.ts'

const statuses = new Map<string, FactStatus>([
  ['pending', 'assigned'],
  ['pickup', 'en_route_to_pickup'],
  ['pickup_complete', 'picked_up'],
  ['dropoff', 'en_route_to_dropoff'],
  ['delivered', 'delivered'],
  ['canceled', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['returned', 'returning'],
])

/** Statuses of a delivery that brings goods back. */
const returnStatuses = new Map<string, FactStatus>([
  ...['pending', 'pickup', 'pickup_complete', 'dropoff'].map((code) => [code, 'returning'] as const),
  ['delivered', 'returned'],
  ['canceled', 'failed'],
])

/** The code of the fact that the goods are back, which a delivery and its return both report. */
const RETURN_COMPLETED = 'return/delivered'

const isCompleted = (waypoint: WireWaypoint | null | undefined): boolean => waypoint?.status === 'completed'
const isFailed = (waypoint: WireWaypoint | null | undefined): boolean => waypoint?.status === 'failed'
const statusAt = (waypoint: WireWaypoint | null | undefined): Date | null => waypoint?.status_timestamp ?? null

/** The courier. Uber gives couriers no id: name and number tell them apart within an account. */
export function toDriver({ courier }: WireDelivery): CarrierDriver | null {
  if (courier?.name == null) return null
  const { name, phone_number, public_phone_info: shared } = courier
  const carrierDriverId = `${name}/${phone_number ?? ''}`
  const dialled = shared?.phone_number ?? shared?.formatted_phone_number ?? null
  return {
    carrierDriverId,
    name,
    email: null,
    telephone: dialled ?? phone_number,
    telephonePin: dialled === null ? null : (shared?.pin_code ?? null),
  }
}

/** The id of the delivery that the merchant booked: a return has another one; null: the report does not name it. */
export function bookedId({ id, related_deliveries }: WireDelivery): string | null {
  if (!id.startsWith('ret_')) return id
  return related_deliveries?.find(({ relationship }) => relationship === 'original')?.id ?? null
}

const aFact = (delivery: WireDelivery, rawCode: string, status: FactStatus, occurredAt: Date): TrackingFact => ({
  carrierEventId: null,
  carrierJobId: bookedId(delivery) ?? delivery.id,
  reference: delivery.external_id,
  rawCode,
  status,
  condition: null,
  incident: null,
  occurredAt,
  utcOffsetMinutes: null,
  location: null,
  driver: toDriver(delivery),
  pod: null,
  description: null,
})

const readEta = ({ dropoff_eta, complete }: WireDelivery): TrackingFact['eta'] =>
  dropoff_eta === null || complete ? null : { fromAt: dropoff_eta, toAt: dropoff_eta }

/** When the delivery came to its present status. `reportedAt`: when a call-back was made; null: there is none. */
function presentSince({ status, created, updated, pickup, dropoff }: WireDelivery, reportedAt: Date | null): Date {
  const known = {
    pending: created,
    pickup_complete: statusAt(pickup),
    delivered: statusAt(dropoff),
    returned: statusAt(dropoff),
  }
  return known[status as keyof typeof known] ?? updated ?? reportedAt ?? created ?? new Date(0)
}

/** The fact of the present status. */
export function currentFact(delivery: WireDelivery, reportedAt: Date | null): TrackingFact {
  if (delivery.id.startsWith('ret_')) return returnFact(delivery, reportedAt)
  const { status: code, pickup, courier_imminent } = delivery
  const since = presentSince(delivery, reportedAt)
  const reason = readReason(delivery)
  const status = statuses.get(code) ?? 'unknown'
  if (status === 'returning') return returningFact(delivery, since)
  if (status === 'cancelled') {
    // Goods that were collected are neither delivered nor returned.
    const fact = aFact(delivery, codeWith(code, reason), isCompleted(pickup) ? 'failed' : 'cancelled', since)
    return { ...fact, incident: findIncident(reason), description: reason }
  }
  if (status === 'delivered') {
    return { ...aFact(delivery, code, status, since), pod: toProof(delivery, since) }
  }
  const rawCode = courier_imminent && code !== 'pending' ? `${code}/courier_imminent` : code
  return { ...aFact(delivery, rawCode, status, since), eta: readEta(delivery), description: describePin(delivery) }
}

/** The PIN without which the courier does not hand over. */
function describePin({ dropoff }: WireDelivery): string | null {
  const { enabled, value } = dropoff?.verification_requirements?.pincode ?? {}
  return enabled && value ? `The recipient tells the courier the PIN ${value}.` : null
}

const codeWith = (code: string, reason: string | null): string => (reason === null ? code : `${code}/${reason}`)

/** `returned` only says that a return was begun: its waypoint says whether the goods are back. */
function returningFact(delivery: WireDelivery, since: Date): TrackingFact {
  const back = delivery.return
  const reason = readReason(delivery)
  if (isCompleted(back) || (back == null && delivery.undeliverable_action === 'returned' && delivery.complete)) {
    return aFact(delivery, RETURN_COMPLETED, 'returned', statusAt(back) ?? delivery.updated ?? since)
  }
  if (isFailed(back)) {
    const fact = aFact(delivery, codeWith('return/failed', reason), 'failed', statusAt(back) ?? since)
    return { ...fact, incident: findIncident(reason), description: reason }
  }
  return describeReturn(delivery, since)
}

function describeReturn(delivery: WireDelivery, since: Date): TrackingFact {
  const reason = readReason(delivery)
  const fact = aFact(delivery, codeWith('returned', reason), 'returning', since)
  return { ...fact, incident: findIncident(reason), description: reason }
}

function returnFact(delivery: WireDelivery, reportedAt: Date | null): TrackingFact {
  const { status: code } = delivery
  const reason = readReason(delivery)
  const status = returnStatuses.get(code) ?? 'unknown'
  const since = presentSince(delivery, reportedAt)
  if (status === 'returned') return aFact(delivery, RETURN_COMPLETED, status, since)
  const fact = aFact(delivery, codeWith(`return/${code}`, reason), status, since)
  return status === 'failed' ? { ...fact, incident: findIncident(reason) ?? 'unknown', description: reason } : fact
}

/** The attempt that failed before the goods went back or were given up; null: there was none. */
function attemptFact(delivery: WireDelivery): TrackingFact | null {
  const { dropoff } = delivery
  const at = statusAt(dropoff)
  if (!isFailed(dropoff) || at === null) return null
  const reason = readReason(delivery)
  const fact = aFact(delivery, codeWith('dropoff/failed', reason), 'arrived_at_dropoff', at)
  return { ...fact, incident: findIncident(reason) ?? 'unknown', condition: 'delivery_attempted', description: reason }
}

/** Facts of a change of status: the status, and the attempt that failed if that is why. */
export function reportedFacts(delivery: WireDelivery, reportedAt: Date | null): TrackingFact[] {
  const attempt = delivery.id.startsWith('ret_') ? null : attemptFact(delivery)
  return [...(attempt ? [attempt] : []), currentFact(delivery, reportedAt)]
}

/** All that the delivery still tells: Uber keeps times of its creation, its pickup, its attempt and its present status. */
export function toFacts(delivery: WireDelivery): TrackingFact[] {
  const { created, pickup, return: back } = delivery
  const collectedAt = statusAt(pickup)
  const earlier = [
    ...(created === null ? [] : [{ ...aFact(delivery, 'pending', 'assigned', created), driver: null }]),
    ...(isCompleted(pickup) && collectedAt ? [aFact(delivery, 'pickup_complete', 'picked_up', collectedAt)] : []),
    // A return that has ended: when it began is the time of the attempt.
    ...(delivery.status === 'returned' && back?.status != null && statusAt(delivery.dropoff) !== null
      ? [describeReturn(delivery, presentSince(delivery, null))]
      : []),
  ]
  const present = reportedFacts(delivery, null)
  const codes = new Set(present.map(({ rawCode }) => rawCode))
  return [...earlier.filter(({ rawCode }) => !codes.has(rawCode)), ...present]
}

/** Where the courier is. `at`: when the report was made, since positions have no time themselves. */
export function positionFact(
  delivery: WireDelivery,
  position: { latitude: number; longitude: number } | null,
  at: Date,
): TrackingFact | null {
  if (position === null) return null
  const location = { ...position, accuracyM: null, city: null, country: null }
  return { ...aFact(delivery, 'courier_update', 'unknown', at), location, eta: readEta(delivery) }
}
