import type { ExchangeTables } from '@waybill/carriers/exchange-log/table'
import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { BookingStatus, Driver, IncidentCode, ProofOfDelivery } from '@waybill/contracts/booking'
import type { QuoteOption__Output as QuoteOptionMessage } from '@waybill/contracts/gen/waybill/quoting/v1/QuoteOption'
import type { PublicShipment } from '@waybill/contracts/shipment'
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { CancellationWish } from './bookings/booking.ts'
import type { StoredError } from './operations/errors.ts'
import type { Operation, OperationContext, OperationKind, Outcome } from './operations/operation.ts'
import type { Fact } from './tracking/stored-fact.ts'

type Json<T extends object> = JSONColumnType<T>
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>

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
  has_label: boolean
  label_due: boolean
  label_revision: number
  driver: NullableJson<Driver>
  incident: IncidentCode | null
  failure_reason: string | null
  booked_at: Date
  cancelled_at: Date | null
  cancellation_reason_code: string | null
  cancellation_reason_note: string | null
  pod: NullableJson<ProofOfDelivery>
  settled: boolean
  closed_by_us: boolean
  picked_up: boolean
  cancelling: NullableJson<CancellationWish>
  dispatch_until: Date | null
  /** When to poll the carrier; null: never again. */
  track_due_at: Date | null
  /** When `booking.driver_location` was last emitted. */
  position_told_at: Date | null
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

interface CarrierAccountTable {
  carrier_account_id: string
  environment_id: string
  carrier_code: string
  livemode: boolean
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

export interface BookingDatabase extends ChassisTables, ExchangeTables {
  operation: OperationTable
  booking: BookingTable
  carrier_attempt: CarrierAttemptTable
  carrier_account: CarrierAccountTable
  tracking_fact: TrackingFactTable
  label: LabelTable
  shipment_copy: ShipmentCopyTable
  proof_media: ProofMediaTable
  attempt_resolution: AttemptResolutionTable
}

export type Db = Kysely<BookingDatabase>
export type Trx = Transaction<BookingDatabase>
