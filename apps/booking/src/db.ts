import type { PickupJob } from '@waybill/carriers/carrier-adapter'
import type { ExchangeTables } from '@waybill/carriers/exchange-log/table'
import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { BookingBatchItemStatus } from '@waybill/contracts/batches/booking-batch'
import type { LabelBatchFormat, LabelBatchItemStatus, LabelBatchSize } from '@waybill/contracts/batches/label-batch'
import type { BookingStatus, Driver, Eta, IncidentCode } from '@waybill/contracts/booking'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { Charge } from '@waybill/contracts/bookings/charge'
import type { LeftOut, ManifestStatus } from '@waybill/contracts/bookings/manifest'
import type { PickupStatus } from '@waybill/contracts/bookings/pickup'
import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import type { Refund } from '@waybill/contracts/bookings/refund'
import type { FleetJobStatus } from '@waybill/contracts/fleet/driver-job'
import type { QuoteOption__Output as QuoteOptionMessage } from '@waybill/contracts/gen/waybill/quoting/v1/QuoteOption'
import type { PublicShipment, ShipmentStatus } from '@waybill/contracts/shipment'
import type { Address } from '@waybill/contracts/values/address'
import type { Money } from '@waybill/contracts/values/money'
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { ItemError } from './batches/item.ts'
import type { ManifestLabel, ManifestStep } from './batches/manifests/manifest.ts'
import type { PickupStep } from './batches/pickups/pickup.ts'
import type { CancellationWish } from './bookings/booking.ts'
import type { CostLine, Figures } from './bookings/costs/cost-lines.ts'
import type { Fact } from './facts/stored-fact.ts'
import type { FleetRequest } from './fleet/job.ts'
import type { StoredError } from './operations/errors.ts'
import type { Operation, OperationContext, OperationKind, Outcome } from './operations/operation.ts'

type Json<T extends object> = JSONColumnType<T>
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>

/** An ETA as JSON. */
type StoredEta = { [K in keyof Eta]: Eta[K] extends Date ? string : Eta[K] }

/** A charge as JSON. */
type StoredRefund = Omit<Refund, 'requestedAt' | 'settledAt'> & { requestedAt: string; settledAt: string | null }
export type StoredCharge = Omit<Charge, 'at'> & { at: string }

export interface OperationTable {
  environment_id: string
  op_id: string
  kind: OperationKind
  shipment_id: string
  booking_id: string | null
  claim_id: string
  state: Generated<'open' | 'ended'>
  step: Operation['step']
  /** Written and parsed by `operations/codec.ts`. */
  desired: Json<object>
  context: Json<OperationContext>
  outcome: NullableJson<Outcome>
  attempts: Generated<number>
  next_attempt_at: Generated<Date>
  lease_id: string | null
  lease_until: Date | null
  /** The caller was answered before the outcome was known. */
  answered_pending: Generated<boolean>
  created_at: Generated<Date>
  ended_at: Date | null
}

export interface BookingTable {
  environment_id: string
  booking_id: string
  merchant_id: string
  livemode: boolean
  shipment_id: string
  quote_id: string
  quote_option_id: string
  quote_option: Json<QuoteOptionMessage>
  status: BookingStatus
  carrier_code: string
  carrier_account_id: string
  carrier_job_id: string | null
  tracking_number: Generated<string | null>
  carrier_tracking_url: Generated<string | null>
  has_label: boolean
  label_due: boolean
  label_revision: number
  links_version: number
  /** When the label was first printed; null: it was not, or it has been replaced since. */
  printed_at: Date | null
  print_count: Generated<number>
  driver: NullableJson<Driver>
  incident: IncidentCode | null
  failure_reason: string | null
  booked_at: Date
  /** When the carrier was asked to cancel; null: it was not, or it refused. */
  cancellation_requested_at: Date | null
  cancelled_at: Date | null
  cancellation_reason_code: string | null
  cancellation_reason_note: string | null
  pod: NullableJson<ProofOfDelivery>
  /** Null: that of the option. */
  eta: NullableJson<StoredEta>
  /** The column's default is an empty list. */
  charges: Json<StoredCharge[]>
  /** Null unless a label was cancelled. */
  refund: NullableJson<StoredRefund>
  /** Null: one parcel, or the carrier knows the job alone. */
  parcels: NullableJson<readonly BookedParcel[]>
  settled: boolean
  closed_by_us: boolean
  picked_up: boolean
  cancelling: NullableJson<CancellationWish>
  /** From then on an on-demand courier who has not arrived is late; null: never, or not any more. */
  pickup_due_at: Generated<Date | null>
  dispatch_until: Date | null
  /** Until when the pickup and the delivery are awaited; null: they are not, or no longer. */
  pickup_by: Generated<Date | null>
  delivery_by: Generated<Date | null>
  /** The status that the booking gives its shipment; null: none. */
  shipment_status: ShipmentStatus | null
  /** The shipment as in the last event of the booking. */
  shown_shipment: NullableJson<PublicShipment>
  /** When to poll the carrier; null: never again. */
  track_due_at: Date | null
  /** When `booking.driver_location` was last emitted. */
  position_told_at: Date | null
  /** The shipment's, as in its copy: YYYY-MM-DD. */
  collection_date: string
  /** Number of events emitted so far; also the ETag. */
  sequence: number
  created_at: Date
  updated_at: Date
}

export interface CarrierAttemptTable {
  environment_id: string
  /** Also the carrier's idempotency key and our reference at the carrier. */
  attempt_id: string
  booking_id: string
  op_id: string
  carrier_code: string
  carrier_account_id: string
  quote_option_id: string
  /** Where the carrier sends call-backs; null: it is polled. */
  callback_url: string | null
  state: 'sending' | 'unknown' | 'accepted' | 'refused'
  carrier_job_id: string | null
  /** The draft to be bought, committed before the purchase; null: the carrier makes no drafts. */
  draft_id: Generated<string | null>
  /** The job that a call-back named while the carrier's answer was unknown. */
  reported_job_id: Generated<string | null>
  not_found_seen: Generated<number>
  failure: NullableJson<StoredError['carrier'] & object>
  sent_at: Generated<Date>
  decided_at: Date | null
}

export interface CarrierAccountTable {
  carrier_account_id: string
  environment_id: string
  carrier_code: string
  livemode: boolean
  /** 0: the carrier has no accounts of merchants. */
  revision: Generated<number>
  endpoint: Generated<string | null>
  enabled: Generated<boolean>
  deleted: Generated<boolean>
  key_id: Generated<string | null>
  sealed: Generated<Buffer | null>
  released_at: Generated<Date | null>
  /** When the carrier first called back since the last revision; null: it has not. */
  called_back_at: Generated<Date | null>
}

export interface TrackingFactTable {
  environment_id: string
  carrier_account_id: string
  carrier_job_id: string
  fact_key: string
  /** Null until the job is known to be one of ours. */
  booking_id: string | null
  /** An event has announced it. */
  reported: Generated<boolean>
  fact: Json<Omit<Fact, 'occurredAt' | 'receivedAt'>>
  occurred_at: Date
  received_at: Date
}

interface LabelBatchTable {
  environment_id: string
  batch_id: string
  merchant_id: string
  livemode: boolean
  request_id: string
  format: LabelBatchFormat
  size: LabelBatchSize
  mark_printed: boolean
  created_at: Date
}

interface LabelBatchItemTable {
  environment_id: string
  batch_id: string
  position: number
  booking_id: string
  status: Generated<LabelBatchItemStatus>
  /** The form of the label in the document, as `labelKey` names it. */
  label_key: string | null
  pages: number | null
  label_bytes: number | null
  error: NullableJson<ItemError>
  attempts: Generated<number>
  due_at: Generated<Date>
  lease_id: string | null
  lease_until: Date | null
  ended_at: Date | null
}

interface LabelTable {
  environment_id: string
  booking_id: string
  format: string
  content_type: string
  content: Buffer
}

interface ShipmentCopyTable {
  environment_id: string
  shipment_id: string
  sequence: number
  object: Json<PublicShipment>
}

/** Search terms of bookings: the beginning of each term. */
interface SearchTermTable {
  environment_id: string
  shipment_id: string
  /** Empty: the term belongs to all bookings of the shipment. */
  booking_id: string
  term: string
}

interface ProofMediaTable {
  environment_id: string
  pod_id: string
  /** `photo-1` … or `signature`. */
  name: string
  carrier_account_id: string
  carrier_job_id: string
  fact_key: string
  content_type: string
  signer_name: string | null
  /** The carrier's URL, or the bytes until they are in the object store. */
  source_url: string | null
  source_bytes: Buffer | null
  state: Generated<'due' | 'stored' | 'failed' | 'erased'>
  object_key: string | null
  sha256: string | null
  attempts: Generated<number>
  due_at: Generated<Date>
}

/** An operator's resolution of an attempt in doubt. */
export interface AttemptResolutionTable {
  environment_id: string
  attempt_id: string
  booking_id: string
  outcome: 'booked' | 'not_booked'
  carrier_job_id: string | null
  note: string | null
  resolved_at: Generated<Date>
}

/** A driver of a merchant's own fleet. */
export interface DriverTable {
  environment_id: string
  driver_id: string
  name: string
  telephone: string | null
  email: string | null
  capacity: number
  available: boolean
  active: boolean
  latitude: number | null
  longitude: number | null
  position_at: Date | null
  /** SHA-256 of the driver's token. */
  token_hash: Buffer
  version: number
  created_at: Date
  updated_at: Date
}

/** A job of a merchant's own fleet. */
export interface FleetJobTable {
  environment_id: string
  job_id: string
  /** The attempt's id. */
  reference: string
  status: FleetJobStatus
  service_code: string
  /** As booked and changed since; null: erased. */
  request: NullableJson<FleetRequest>
  ready_at: Date
  driver_id: string | null
  /** The driver to whom a job that is searched for is offered. */
  offered_driver_id: string | null
  /** Drivers who declined or did not answer. */
  declined_by: Generated<string[]>
  /** When the sweep looks at a job that is searched for: the end of the offer, if there is one. */
  due_at: Date | null
  search_until: Date
  incident: IncidentCode | null
  /** Rises with each change. */
  version: number
  /** When a position was last added to the reports. */
  position_at: Date | null
  created_at: Date
  updated_at: Date
}

interface BookingBatchTable {
  environment_id: string
  batch_id: string
  merchant_id: string
  livemode: boolean
  request_id: string
  created_at: Date
}

interface BookingBatchItemTable {
  environment_id: string
  batch_id: string
  position: number
  shipment_id: string
  quote_option_id: string
  /** The version of the shipment that may be booked; null: any. */
  if_match: string | null
  /** The operation that books it. */
  op_id: string
  status: Generated<BookingBatchItemStatus>
  booking_id: string | null
  error: NullableJson<ItemError>
  attempts: Generated<number>
  due_at: Generated<Date>
  taken_at: Date | null
  lease_id: string | null
  lease_until: Date | null
  ended_at: Date | null
}

/** A pickup of booked parcels by their carrier. */
export interface PickupTable {
  environment_id: string
  pickup_id: string
  merchant_id: string
  livemode: boolean
  request_id: string
  carrier_code: string
  carrier_account_id: string
  status: PickupStatus
  /** The next question to the carrier; null: none. */
  step: PickupStep | null
  window_from: Date
  window_to: Date
  /** Null: erased. */
  address: NullableJson<Address>
  instructions: string | null
  jobs: Json<PickupJob[]>
  booking_ids: string[]
  max_price: NullableJson<Money>
  draft_id: string | null
  carrier_pickup_id: string | null
  confirmation: string | null
  price: NullableJson<Money>
  /** The carrier may have scheduled it. */
  in_doubt: Generated<boolean>
  /** When it was first asked since it is in doubt. */
  sent_at: Date | null
  not_found_seen: Generated<number>
  error: NullableJson<ItemError>
  attempts: Generated<number>
  due_at: Generated<Date>
  lease_id: string | null
  lease_until: Date | null
  cancel_requested_at: Date | null
  scheduled_at: Date | null
  cancelled_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface PickupBookingTable {
  environment_id: string
  pickup_id: string
  booking_id: string
  /** No other pickup may take the booking. */
  live: Generated<boolean>
}

/** A manifest of labels, by which their carrier takes them. */
export interface ManifestTable {
  environment_id: string
  manifest_id: string
  merchant_id: string
  livemode: boolean
  request_id: string
  carrier_code: string
  carrier_account_id: string
  status: ManifestStatus
  /** The next question to the carrier; null: none. */
  step: ManifestStep | null
  /** YYYY-MM-DD. */
  ship_date: string
  /** Null: erased. */
  address: NullableJson<Address>
  jobs: Json<ManifestLabel[]>
  left_out: Json<LeftOut[]>
  carrier_manifest_id: string | null
  number: string | null
  /** The carrier may have it. */
  in_doubt: Generated<boolean>
  /** When it was first asked since it is in doubt. */
  sent_at: Date | null
  not_found_seen: Generated<number>
  error: NullableJson<ItemError>
  attempts: Generated<number>
  due_at: Generated<Date>
  lease_id: string | null
  lease_until: Date | null
  completed_at: Date | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface ManifestBookingTable {
  environment_id: string
  manifest_id: string
  booking_id: string
  /** No other manifest may have the booking. */
  live: Generated<boolean>
}

interface ManifestDocumentTable {
  environment_id: string
  manifest_id: string
  content_type: string
  content: Buffer
  created_at: Generated<Date>
}

/** Costs of a week, carrier, service, currency and exponent. */
interface CostWeekTable extends Figures {
  environment_id: string
  /** Its Monday: YYYY-MM-DD. */
  week: string
  carrier_code: string
  service_code: string
  currency: string
  exponent: number
}

/** A booking that is counted in the costs. */
interface CountedBookingTable {
  environment_id: string
  booking_id: string
  /** As it was when it was counted. */
  sequence: number
  lines: Json<CostLine[]>
}

/** One row: how far the costs are counted. */
interface CostProgressTable {
  position: number
  as_of: Date | null
  recounted_environment_id: string | null
  recounted_booking_id: string | null
}

export interface BookingDatabase extends ChassisTables, ExchangeTables {
  operation: OperationTable
  booking: BookingTable
  carrier_attempt: CarrierAttemptTable
  carrier_account: CarrierAccountTable
  tracking_fact: TrackingFactTable
  label: LabelTable
  shipment_copy: ShipmentCopyTable
  search_term: SearchTermTable
  proof_media: ProofMediaTable
  attempt_resolution: AttemptResolutionTable
  driver: DriverTable
  fleet_job: FleetJobTable
  booking_batch: BookingBatchTable
  booking_batch_item: BookingBatchItemTable
  label_batch: LabelBatchTable
  label_batch_item: LabelBatchItemTable
  pickup: PickupTable
  pickup_booking: PickupBookingTable
  manifest: ManifestTable
  manifest_booking: ManifestBookingTable
  manifest_document: ManifestDocumentTable
  cost_week: CostWeekTable
  counted_booking: CountedBookingTable
  cost_progress: CostProgressTable
}

export type Db = Kysely<BookingDatabase>
export type Trx = Transaction<BookingDatabase>
