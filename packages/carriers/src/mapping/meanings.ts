/** Pure: meanings of carriers' codes, and the parts of facts that several carriers share. */
import type { IncidentCode } from '@waybill/contracts/booking'
import type { CarrierProof, FactStatus, ShipmentCondition } from '../tracking-fact.ts'

export interface Meaning {
  status: FactStatus
  condition?: ShipmentCondition
  incident?: IncidentCode
}

export const held = (incident: IncidentCode = 'unknown'): Meaning => ({
  status: 'unknown',
  condition: 'on_hold',
  incident,
})
export const attempted = (incident: IncidentCode): Meaning => ({
  status: 'arrived_at_dropoff',
  condition: 'delivery_attempted',
  incident,
})
export const toCollect: Meaning = { status: 'arrived_at_dropoff', condition: 'awaiting_collection' }

/** The rest of a fact about a label, such as its refund. */
export const labelFact = {
  carrierEventId: null,
  condition: null,
  incident: null,
  utcOffsetMinutes: null,
  location: null,
  driver: null,
  pod: null,
  eta: null,
}

/** The proof of a delivery, with the name of the signer if the carrier has it. */
export const signedProof = (signer: string | null, capturedAt: Date): CarrierProof => ({
  type: 'delivery',
  capturedAt,
  photos: [],
  signature: null,
  pin: null,
  barcodes: [],
  recipient: signer === null ? null : { name: signer, relationship: null },
  location: null,
  notes: null,
})
