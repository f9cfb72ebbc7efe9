import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { IncidentCode } from '@waybill/contracts/booking'
import type { CarriedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { Dispatch } from '@waybill/contracts/dispatch'
import type { TrackingStatus } from '@waybill/contracts/events/internal-events'
import type { ServiceOptions } from '@waybill/contracts/requests/service-options'
import type { ClaimKind, ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicHold } from '@waybill/contracts/shipments/hold'
import type { ReturnRuleFields } from '@waybill/contracts/shipments/return-rules'
import type { ReturnTerms } from '@waybill/contracts/shipments/returns'
import type { Address } from '@waybill/contracts/values/address'
import type { Customs } from '@waybill/contracts/values/customs/declaration'
import type { DefaultFields } from '@waybill/contracts/values/customs/defaults'
import type { ParcelItem } from '@waybill/contracts/values/customs/items'
import type { WeeklyHours } from '@waybill/contracts/values/opening-hours'
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
  /** As the merchant wrote it, `YYYY-MM-DD`; null: the UTC date of `collection_at`. */
  collection_date: string | null
  /** Only a date was sent: `collection_at` is its start in UTC. */
  collection_all_day: boolean
  ready_at: Date
  pickup_address: Json<Address>
  dropoff_address: Json<Address>
  pickup_instructions: string | null
  dropoff_instructions: string | null
  metadata: Json<Record<string, string>>
  /** Null: nothing is asked for. */
  service_options: Json<ServiceOptions | null>
  /** Null: nothing is declared. */
  customs: Json<Customs | null>
  /** Null: it is no return. */
  return_terms: Json<ReturnTerms | null>
  /** Its returns, oldest first; null: none. */
  return_ids: string[] | null
  /** As they were written; null: none. */
  tags: string[] | null
  /** The member who takes care of it; null: nobody. */
  assignee_id: string | null
  /** Null: it can be booked. */
  hold: Json<PublicHold | null>
  /** Equal for shipments that can share quotes. */
  fingerprint: string
  route_revision: number
  booking_id: string | null
  /** Opened by the holder of the claim; not shown without a claim to book or to dispatch. */
  pending_booking_id: string | null
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
  /** Null: not on demand. */
  dispatch: Json<Dispatch | null>
  /** When its personal data was erased. */
  erased_at: Generated<Date | null>
  /** Carrier and service of the latest booking; null: no event of a booking has arrived. */
  carrier_code: Generated<string | null>
  service_code: Generated<string | null>
  /** The carrier behind the aggregator of that booking; null: there is none. */
  carried_by_name: Generated<string | null>
  /** The tracking number of that booking, and the carrier's page of it. */
  tracking_number: Generated<string | null>
  carrier_tracking_url: Generated<string | null>
  /** Its parcels, if it has several. */
  carried_parcels: Generated<Json<CarriedParcel[] | null>>
  /** Until when that booking's pickup and delivery are awaited; null: they are not, or no longer. */
  pickup_by: Generated<Date | null>
  delivery_by: Generated<Date | null>
  /** Latest incident that its carrier reported. */
  incident: Generated<IncidentCode | null>
  /** The booking that has the carrier, and the sequence of the event that said so. */
  carried_by: Generated<string | null>
  carried_sequence: Generated<number | null>
  sequence: number
  created_at: Date
  updated_at: Date
}

/** Search terms of shipments: the beginning of each term. */
export interface SearchTermTable {
  environment_id: string
  shipment_id: string
  term: string
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
  declared_value_currency: string
  declared_value_exponent: number
  contents_description: string
  weight_sent: string | null
  dimensions_sent: string | null
  /** Null: not listed. */
  items: Json<readonly ParcelItem[] | null>
}

export interface ClaimTable {
  environment_id: string
  claim_id: string
  shipment_id: string
  /** Null: the claim was released before it was taken. */
  kind: ClaimKind | null
  state: 'held' | 'deferred' | 'applied' | 'settled'
  /** Outcome of a settled claim, or `refused`. */
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
  type: 'status_changed' | 'tracking' | 'details_changed' | 'carrier_declined'
  status: ShipmentStatus
  tracking_status: TrackingStatus | null
  incident: IncidentCode | null
  description: string | null
  carrier_code: string | null
  service_code: string | null
  reason: string | null
  booking_id: string | null
  location: Json<{ latitude: number; longitude: number } | null>
  eta: Json<{ from: string; to: string } | null>
  occurred_at: Date
  recorded_at: Date
  /** Orders entries of the same time: the sequence of the event that says so. */
  sequence: number | null
  /** Rises within a shipment in the order in which entries are stored; null for entries older than the column. */
  position: Generated<number>
}

interface FollowedBookingTable {
  environment_id: string
  booking_id: string
  /** Sequence of the latest event that could change a shipment. */
  last_sequence: number
  /** When it last rose, to the day. */
  updated_at: Generated<Date>
}

export interface PickupLocationTable {
  environment_id: string
  pickup_location_id: string
  /** ID of the address, as in `pickup_address.location_id`. */
  location_id: string
  /** Hash of the address: the location applies to shipments with the same pickup address. See `pickups/place.ts`. */
  place_key: string
  name: string | null
  address: Json<Address>
  hours: Json<WeeklyHours>
  closed_dates: string[]
  /** Null: found by the address. */
  time_zone: string | null
  holidays: 'observe' | 'ignore'
  /** Rises with each change; also the ETag. */
  sequence: number
  created_at: Date
  updated_at: Date
}

interface CustomsDefaultsTable {
  environment_id: string
  fields: Json<DefaultFields>
  /** Rises with each change; also the ETag. */
  version: number
  updated_at: Date
}

interface ReturnRulesTable {
  environment_id: string
  fields: Json<Partial<ReturnRuleFields>>
  /** Rises with each change, also with a reset. */
  version: number
  updated_at: Date
}

/** Notes of the merchant's team. Nobody else sees them. */
export interface NoteTable {
  environment_id: string
  note_id: string
  shipment_id: string
  text: string
  /** The environment, and the words of the text. */
  words: string
  author_id: string
  created_at: Date
}

interface QuoteRegistrationTable {
  environment_id: string
  quote_id: string
  shipment_id: string
  created_at: Generated<Date>
}

export interface ShipmentDatabase extends ChassisTables {
  shipment: ShipmentTable
  search_term: SearchTermTable
  parcel: ParcelTable
  claim: ClaimTable
  timeline: TimelineTable
  followed_booking: FollowedBookingTable
  quote_registration: QuoteRegistrationTable
  pickup_location: PickupLocationTable
  customs_defaults: CustomsDefaultsTable
  return_rules: ReturnRulesTable
  note: NoteTable
}

/** The pool or a transaction: enough to read. */
export type Reader = Kysely<ShipmentDatabase>
/** A transaction, which every write needs. */
export type Writer = Transaction<ShipmentDatabase>
