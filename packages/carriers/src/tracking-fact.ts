/**
 * What a carrier reports about a job, in Waybill's words.
 * A fact is append-only: it says what happened and when, never what the booking's status now is.
 */
import type { BookingStatus, IncidentCode } from '@waybill/contracts/booking'

/** A booking's status, without `pending`, which only we know, and with `unknown` for a code we have not mapped. */
export type FactStatus = Exclude<BookingStatus, 'pending'> | 'unknown'

/** What the shipment shows while the booking's own status stays as it is: the states that only a shipment has. */
export type ShipmentCondition = 'on_hold' | 'delivery_attempted' | 'awaiting_collection'

export interface FactLocation {
  latitude: number | null
  longitude: number | null
  accuracyM: number | null
  city: string | null
  country: string | null
}

export interface CarrierDriver {
  carrierDriverId: string
  name: string
  email: string | null
  telephone: string | null
}

/** A photo or signature: the carrier's address of it, or the bytes where the carrier sends them along. */
export interface CarrierMedia {
  contentType: string
  url: string | null
  bytes: Buffer | null
}

export interface CarrierProof {
  type: 'delivery' | 'pickup' | 'return'
  capturedAt: Date
  recipient: { name: string; relationship: string | null } | null
  photos: CarrierMedia[]
  signature: (CarrierMedia & { signerName: string | null }) | null
  pin: { required: boolean; verified: boolean } | null
  barcodes: { symbology: string; value: string; outcome: string; scannedAt: Date }[]
  location: { latitude: number; longitude: number; accuracyM: number | null } | null
  notes: string | null
}

export interface TrackingFact {
  /** The carrier's own id of this event; null makes the receiver key it by a hash of raw code, time and place. */
  carrierEventId: string | null
  carrierJobId: string
  /** Our reference, as given when booking; null where the carrier does not echo it. */
  reference: string | null
  /** The carrier's word, kept as it came. */
  rawCode: string
  /** The status the job has with this fact; `unknown` has no opinion on the booking's status. */
  status: FactStatus
  condition: ShipmentCondition | null
  incident: IncidentCode | null
  /** When it happened by the carrier's account: may lie in the future or the past, the fold clamps it. */
  occurredAt: Date
  /** Minutes east of UTC where it happened; null if the carrier did not say. */
  utcOffsetMinutes: number | null
  location: FactLocation | null
  /** The driver on the job from this fact on; null says nothing about the driver. */
  driver: CarrierDriver | null
  pod: CarrierProof | null
  description: string | null
}
