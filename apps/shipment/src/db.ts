import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { IncidentCode } from '@waybill/contracts/booking'
import type { TrackingStatus } from '@waybill/contracts/events/internal-events'
import type { ClaimKind, ShipmentStatus } from '@waybill/contracts/shipment'
import type { Address } from '@waybill/contracts/values/address'
import type { Generated, JSONColumnType, Kysely, Transaction } from 'kysely'

/** Written as a value; the driver and `insertRows` convert it to JSON. */
type Json<T extends object | null> = JSONColumnType<T, T, T>

export interface ShipmentTable {
  environment_id: string
  shipment_id: string
  merchant_id: string
  livemode: boolean
  merchant_order_ref: string
  status: ShipmentStatus
  on_demand: boolean
  collection_at: Date
  ready_at: Date
  pickup_address: Json<Address>
  dropoff_address: Json<Address>
  pickup_instructions: string | null
  dropoff_instructions: string | null
  metadata: Json<Record<string, string>>
  /** Equal for shipments that can share quotes. */
  fingerprint: string
  route_revision: number
  booking_id: string | null
  claim_id: string | null
  claim_kind: ClaimKind | null
  /** When a courier was last requested; set while the shipment is held for dispatch. */
  dispatch_requested_at: Date | null
  /** When the booking service was last asked to cancel the booking, so that the shipment can expire. */
  expiry_asked_at: Generated<Date | null>
  cancel_requested: boolean
  cancellation_requested_at: Date | null
  cancellation_reason_code: string | null
  cancellation_reason_note: string | null
  failure_reason: string | null
  /** The last part of tracking_url, by which the page is found. */
  tracking_token: string | null
  tracking_url: string | null
  /** When its personal data was erased. */
  erased_at: Generated<Date | null>
  sequence: number
  created_at: Date
  updated_at: Date
}

export interface ParcelTable {
  environment_id: string
  parcel_id: string
  shipment_id: string
  position: number
  title: string
  weight_grams: number
  length_tenth_mm: number
  width_tenth_mm: number
  height_tenth_mm: number
  declared_value_minor: number
  contents_description: string
}

export interface ClaimTable {
  environment_id: string
  claim_id: string
  shipment_id: string
  kind: ClaimKind
  state: 'held' | 'deferred' | 'applied' | 'settled'
  outcome: string | null
  patch: Json<object | null>
  reason_code: string | null
  reason_note: string | null
  booking_ended: boolean
  request_id: string | null
  created_at: Generated<Date>
  settled_at: Date | null
}

export interface TimelineTable {
  environment_id: string
  shipment_id: string
  entry_key: string
  event_id: string
  type: 'status_changed' | 'tracking' | 'details_changed'
  status: ShipmentStatus
  tracking_status: TrackingStatus | null
  incident: IncidentCode | null
  description: string | null
  carrier_code: string | null
  booking_id: string | null
  location: Json<{ latitude: number; longitude: number } | null>
  occurred_at: Date
  recorded_at: Date
  /** Rises within a shipment in the order in which entries are stored; null for entries older than the column. */
  position: Generated<number | null>
}

export interface FollowedBookingTable {
  environment_id: string
  booking_id: string
  /** Of the latest event that could change a shipment. */
  last_sequence: number
}

export interface QuoteRegistrationTable {
  environment_id: string
  quote_id: string
  shipment_id: string
  created_at: Generated<Date>
}

export interface ShipmentDatabase extends ChassisTables {
  shipment: ShipmentTable
  parcel: ParcelTable
  claim: ClaimTable
  timeline: TimelineTable
  followed_booking: FollowedBookingTable
  quote_registration: QuoteRegistrationTable
}

/** The pool or a transaction: enough to read. */
export type Reader = Kysely<ShipmentDatabase>
/** A transaction, which every write needs. */
export type Writer = Transaction<ShipmentDatabase>
