import type { IncidentCode } from '@waybill/contracts/booking'
import type { z } from 'zod'
import type { BookRequest, CarrierAddress, CarrierJob, Offer, QuoteRequest } from '../../carrier-adapter.ts'
import type { CarrierProof, FactStatus, ShipmentCondition, TrackingFact } from '../../tracking-fact.ts'
import { paperPlaneDescriptor } from './descriptor.ts'
import type { planeFlight, planePrice, planeSighting } from './wire.ts'

const [glide] = paperPlaneDescriptor.services

const statusByState = new Map<string, FactStatus>([
  ['FOLDED', 'assigned'],
  ['IN_HAND', 'picked_up'],
  ['FLYING', 'en_route_to_dropoff'],
  ['LANDED', 'delivered'],
  ['UNFOLDED', 'cancelled'],
  ['NOT_CAUGHT', 'arrived_at_dropoff'],
  ['THROWN_BACK', 'returning'],
  ['HOME_AGAIN', 'returned'],
  ['BLOWN_AWAY', 'failed'],
])
const incidentByState = new Map<string, { incident: IncidentCode; condition: ShipmentCondition | null }>([
  ['NOT_CAUGHT', { incident: 'recipient_not_available', condition: 'delivery_attempted' }],
  ['THROWN_BACK', { incident: 'recipient_refused', condition: null }],
  ['BLOWN_AWAY', { incident: 'lost', condition: null }],
])
const readStatus = (state: string): FactStatus => statusByState.get(state) ?? 'unknown'

const place = (address: CarrierAddress) => ({
  street: address.addressLine1,
  city: address.city,
  country: address.country,
})

export const toPlaneQuote = ({ pickup, dropoff, parcels }: QuoteRequest) => ({
  from: place(pickup),
  to: place(dropoff),
  grams: parcels.map(({ weightGrams }) => weightGrams),
})

export const toPlaneFlight = (request: BookRequest) => ({
  ...toPlaneQuote(request),
  ref: request.reference,
  price_id: request.carrierOfferId,
  report_to: request.callbackUrl,
})

export const toOffer = (price: z.output<typeof planePrice>, now: Date): Offer => ({
  carrierOfferId: price.price_id,
  serviceCode: 'glide',
  currency: 'EUR',
  exponent: 2,
  amountMinor: price.cents,
  taxMinor: 0,
  etaFromAt: price.lands_from,
  etaToAt: price.lands_to,
  expiresAt: new Date(now.getTime() + (glide?.quoteValidityMs ?? 0)),
  maxWeightGrams: glide?.maxWeightGrams ?? 0,
})

export const toJob = ({ flight, state }: z.output<typeof planeFlight>): CarrierJob => ({
  carrierJobId: flight,
  trackingNumber: flight,
  status: readStatus(state),
  driver: null,
  label: null,
  etaFromAt: null,
  etaToAt: null,
})

export function toFact({ sighting, flight, ref, state, at, signed_by }: z.output<typeof planeSighting>): TrackingFact {
  const status = readStatus(state)
  const proof: CarrierProof = {
    type: 'delivery',
    capturedAt: at,
    photos: [],
    signature: null,
    pin: null,
    barcodes: [],
    location: null,
    recipient: signed_by === null ? null : { name: signed_by, relationship: null },
    notes: null,
  }
  return {
    carrierEventId: sighting,
    carrierJobId: flight,
    reference: ref,
    rawCode: state,
    status,
    occurredAt: at,
    utcOffsetMinutes: null,
    location: null,
    driver: null,
    description: null,
    ...(incidentByState.get(state) ?? { incident: null, condition: null }),
    pod: status === 'delivered' ? proof : null,
  }
}
