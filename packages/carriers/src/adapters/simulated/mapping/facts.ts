/** Pure: the simulator's events as facts. An unknown code becomes `unknown`; nothing throws. */
import type { IncidentCode } from '@waybill/contracts/booking'
import { toParcelFact } from '../../../mapping/parcel-facts.ts'
import type {
  CarrierDriver,
  CarrierMedia,
  CarrierProof,
  FactStatus,
  ShipmentCondition,
  TrackingFact,
} from '../../../tracking-fact.ts'
import type { WireDriver, WireFact } from '../wire.ts'

const statusByCode = new Map<string, FactStatus>([
  ['ACCEPTED', 'assigned'],
  ['TO_PICKUP', 'en_route_to_pickup'],
  ['AT_PICKUP', 'arrived_at_pickup'],
  ['COLLECTED', 'picked_up'],
  ['TO_DROPOFF', 'en_route_to_dropoff'],
  ['AT_DROPOFF', 'arrived_at_dropoff'],
  ['DELIVERED', 'delivered'],
  ['DRIVER_SWAP', 'reassigning'],
  ['RETURNING', 'returning'],
  ['RETURNED', 'returned'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
])

const incidentByDetail = new Map<string, { incident: IncidentCode; condition: ShipmentCondition | null }>([
  ['DAMAGED', { incident: 'damaged', condition: 'on_hold' }],
  ['LOST', { incident: 'lost', condition: null }],
  ['ADDRESS_NOT_FOUND', { incident: 'address_not_found', condition: 'on_hold' }],
  ['ADDRESS_WRONG', { incident: 'incorrect_address', condition: 'on_hold' }],
  ['NOBODY_HOME', { incident: 'recipient_not_available', condition: 'delivery_attempted' }],
  ['REFUSED', { incident: 'recipient_refused', condition: null }],
  ['CLOSED', { incident: 'business_closed', condition: 'delivery_attempted' }],
  ['NO_ACCESS', { incident: 'access_restricted', condition: 'delivery_attempted' }],
  ['ID_CHECK_FAILED', { incident: 'verification_failed', condition: 'delivery_attempted' }],
  ['CUSTOMS_DELAY', { incident: 'customs_delay', condition: 'on_hold' }],
  ['CUSTOMS_PAPERS', { incident: 'customs_documents', condition: 'on_hold' }],
  ['WEATHER', { incident: 'weather', condition: 'on_hold' }],
  ['VEHICLE', { incident: 'vehicle_issue', condition: 'on_hold' }],
  ['CAPACITY', { incident: 'capacity', condition: 'on_hold' }],
  ['SECURITY', { incident: 'security', condition: 'on_hold' }],
  ['REGULATORY', { incident: 'regulatory', condition: 'on_hold' }],
])

const unknownIncident = { incident: 'unknown', condition: null } as const

/** The status of a code of the simulator; `unknown` for a code that is not mapped. */
export const toStatus = (code: string): FactStatus => statusByCode.get(code) ?? 'unknown'

export const toDriver = (driver: WireDriver | null): CarrierDriver | null =>
  driver && { carrierDriverId: driver.id, name: driver.name, email: driver.email, telephone: driver.phone }

const toMedia = ({ path, content_type }: { path: string; content_type: string }): CarrierMedia => ({
  contentType: content_type,
  url: path,
  bytes: null,
})

function toProof(proof: WireFact['proof']): CarrierProof | null {
  if (!proof) return null
  return {
    type: 'delivery',
    capturedAt: proof.captured_at,
    recipient: proof.recipient_name ? { name: proof.recipient_name, relationship: proof.relationship } : null,
    photos: proof.photos.map(toMedia),
    signature: proof.signature && { ...toMedia(proof.signature), signerName: proof.signature.signer_name },
    pin: null,
    barcodes: [],
    location: proof.location && { ...proof.location, accuracyM: null },
    notes: proof.notes,
  }
}

/** An event of one parcel is a fact of the parcel. */
export function toFact(fact: WireFact): TrackingFact {
  const { parcel } = fact
  const whole = toFactOfJob(fact)
  if (!parcel) return whole
  const { number: position, tracking_number: trackingNumber } = parcel
  return toParcelFact(whole, { position, trackingNumber, count: null })
}

function toFactOfJob(fact: WireFact): TrackingFact {
  const incident = fact.detail === null ? null : (incidentByDetail.get(fact.detail) ?? unknownIncident)
  return {
    carrierEventId: fact.id,
    carrierJobId: fact.job_id,
    reference: fact.reference,
    rawCode: fact.detail === null ? fact.code : `${fact.code}/${fact.detail}`,
    status: toStatus(fact.code),
    condition: incident?.condition ?? null,
    incident: incident?.incident ?? null,
    occurredAt: fact.occurred_at,
    utcOffsetMinutes: fact.utc_offset_minutes,
    location: fact.location && { ...fact.location, accuracyM: null, city: null, country: null },
    driver: toDriver(fact.driver),
    pod: toProof(fact.proof),
    eta: fact.eta && { fromAt: fact.eta.from, toAt: fact.eta.to },
    description: fact.description,
  }
}
