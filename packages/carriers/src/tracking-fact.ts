/**
 * Report of a carrier about a job, in Waybill's terms.
 * Facts are append-only: a fact says what happened and when, not what the booking's current status is.
 */
import type { BookingStatus, IncidentCode } from '@waybill/contracts/booking'
import type { RefundStatus } from '@waybill/contracts/bookings/refund'

/** Booking statuses without `pending`, which only Waybill sets, and with `unknown` for codes that are not mapped. */
export type FactStatus = Exclude<BookingStatus, 'pending'> | 'unknown'

/** States of the shipment alone; the status of the booking is unaffected. */
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
  /** Asked for by the number, which several couriers share; null or absent: none. */
  telephonePin?: string | null
  /** The id is that of a driver of ours, and is shown as it is. */
  isOurs?: boolean
}

/** A photo or signature: its address at the carrier, or its bytes if the carrier sends them in the report. */
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

/** The parcel that a report is about, if a job has several. */
export interface ReportedParcel {
  /** Position in the report, from 1. It counts if the number names no parcel of the booking. */
  position: number
  trackingNumber: string | null
  /** Its own. The end of one parcel is not the end of the job. */
  status: FactStatus
  incident: IncidentCode | null
  /** The decision on the price of a cancelled label; absent: the report does not say. */
  refund?: RefundStatus
}

export interface TrackingFact {
  /** The carrier's id of the event; null: the receiver derives one from raw code, time and place. */
  carrierEventId: string | null
  carrierJobId: string
  /** Our reference from the booking; null: the carrier does not echo it. */
  reference: string | null
  /** The carrier's code, unchanged. */
  rawCode: string
  /** Status of the job after this fact; `unknown` leaves the booking's status as it is. */
  status: FactStatus
  condition: ShipmentCondition | null
  incident: IncidentCode | null
  /** When it happened according to the carrier. May be wrong by any amount; the reader clamps it. */
  occurredAt: Date
  /** UTC offset of the place, minutes east; null: the carrier does not say. */
  utcOffsetMinutes: number | null
  location: FactLocation | null
  /** The driver from this fact on; null: no statement about the driver. */
  driver: CarrierDriver | null
  pod: CarrierProof | null
  /** When the carrier expects to deliver; null or absent: the report does not say. */
  eta?: { fromAt: Date; toAt: Date } | null
  /** Null or absent: the report is about the whole job. */
  parcel?: ReportedParcel | null
  description: string | null
}
