/** Pure: maps between the simulator's terms and ours. An unknown code becomes `unknown`; nothing throws. */
import type { IncidentCode } from '@waybill/contracts/booking'
import { exponentOf } from '@waybill/contracts/values/money'
import type {
  CarrierAddress,
  CarrierCharge,
  CarrierJob,
  CarrierParcel,
  DraftRequest,
  Offer,
  QuoteOutcome,
  QuoteRequest,
  UpdateRequest,
} from '../../carrier-adapter.ts'
import type {
  CarrierDriver,
  CarrierMedia,
  CarrierProof,
  FactStatus,
  ShipmentCondition,
  TrackingFact,
} from '../../tracking-fact.ts'
import type { WireChangedJob, WireDriver, WireFact, WireJob, WireOffer, WireOffers } from './wire.ts'

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

const wireAddress = (address: CarrierAddress) => ({
  name: address.name,
  company: address.company,
  address_line_1: address.addressLine1,
  address_line_2: address.addressLine2,
  town: address.town,
  city: address.city,
  province: address.province,
  post_code: address.postCode,
  country: address.country,
  phone: address.phone,
  ...(address.email !== null && { email: address.email }),
  latitude: address.latitude,
  longitude: address.longitude,
})

const wireParcel = (parcel: CarrierParcel) => ({
  id: parcel.parcelId,
  title: parcel.title,
  weight_grams: parcel.weightGrams,
  length_tenth_mm: parcel.lengthTenthMm,
  width_tenth_mm: parcel.widthTenthMm,
  height_tenth_mm: parcel.heightTenthMm,
})

const wireRoute = (route: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'parcels'>) => ({
  pickup: wireAddress(route.pickup),
  dropoff: wireAddress(route.dropoff),
  parcels: route.parcels.map(wireParcel),
})

const wireTransport = (request: QuoteRequest) => ({
  ...wireRoute(request),
  ready_at: request.readyAt.toISOString(),
})

export const toWireQuote = (request: QuoteRequest) => ({
  ...wireTransport(request),
  on_demand: request.onDemand ?? false,
})

export const toWireJob = (request: DraftRequest) => ({
  ...wireTransport(request),
  reference: request.reference,
  order_reference: request.merchantOrderRef,
  ...(request.onDemand && { on_demand: true }),
  service: request.serviceCode,
  offer_id: request.carrierOfferId,
  pickup_note: request.pickupInstructions,
  dropoff_note: request.dropoffInstructions,
  callback_url: request.callbackUrl,
})

export const toWireUpdate = (request: UpdateRequest) => ({
  ...wireRoute(request),
  ...(request.readyAt && { ready_at: request.readyAt.toISOString() }),
  pickup_note: request.pickupInstructions,
  dropoff_note: request.dropoffInstructions,
})

const toOffer = (offer: WireOffer): Offer => ({
  carrierOfferId: offer.offer_id,
  serviceCode: offer.service,
  currency: offer.currency,
  exponent: exponentOf(offer.exponent, offer.currency),
  amountMinor: offer.amount_minor,
  taxMinor: offer.tax_minor,
  priceLines: offer.price_lines.map(({ type, amount_minor }) => ({ type, amountMinor: amount_minor })),
  etaFromAt: offer.eta_from,
  etaToAt: offer.eta_to,
  expiresAt: offer.expires_at,
  maxWeightGrams: offer.max_weight_grams,
})

/** The offers and why other services made none; not served if none made one. */
export function toQuoteOutcome({ offers, declined }: WireOffers): QuoteOutcome {
  const declines = declined.map(({ service, ...reason }) => ({ serviceCode: service, ...reason, retryable: false }))
  const last = declines.at(-1)
  if (offers.length > 0 || last === undefined) return { kind: 'offers', offers: offers.map(toOffer), declines }
  return { kind: 'not_served', code: last.code, message: last.message, declines }
}

const toDriver = (driver: WireDriver | null): CarrierDriver | null =>
  driver && { carrierDriverId: driver.id, name: driver.name, email: driver.email, telephone: driver.phone }

export const toJob = (job: WireJob): CarrierJob => ({
  carrierJobId: job.id,
  trackingNumber: job.tracking_number,
  status: toStatus(job.code),
  driver: toDriver(job.driver),
  label: job.label && { contentType: job.label.content_type, bytes: Buffer.from(job.label.base64, 'base64') },
  etaFromAt: job.eta_from,
  etaToAt: job.eta_to,
})

const toCharges = (charges: WireChangedJob['charges']) =>
  charges.map(
    ({ id, amount_minor, tax_minor, ...charge }): CarrierCharge => ({
      ...charge,
      chargeId: id,
      amountMinor: amount_minor,
      taxMinor: tax_minor,
    }),
  )

export const toUpdated = ({ eta_from, eta_to, charges }: WireChangedJob) => ({
  kind: 'updated' as const,
  window: { fromAt: eta_from, toAt: eta_to },
  charges: toCharges(charges),
})

export const toCancelled = ({ charges }: Pick<WireChangedJob, 'charges'>) => ({
  kind: 'cancelled' as const,
  charges: toCharges(charges),
})

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

export function toFact(fact: WireFact): TrackingFact {
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
