import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FaultMode, FaultOperation } from './faults/fault.ts'
import type { WireCharge } from './jobs/charge.ts'
import type { Driver } from './jobs/drivers.ts'
import type { FactBody } from './jobs/fact.ts'
import type { Code } from './jobs/journey.ts'
import type { JobBody } from './wire/wire.ts'

export interface JobTable {
  job_id: string
  carrier_code: string
  carrier_account_id: string
  idempotency_key: string
  request_hash: string
  reference: string
  tracking_number: string
  request: JSONColumnType<JobBody>
  code: Code
  driver: JSONColumnType<Driver>
  drivers_count: Generated<number>
  facts_count: Generated<number>
  eta_from: Date
  eta_to: Date
  /** The column's default is an empty list. */
  charges: JSONColumnType<WireCharge[]>
  created_at: Date
  next_step_at: Date | null
}

/** A draft is deleted when it is bought, or after a day. */
interface DraftTable {
  draft_id: string
  carrier_code: string
  carrier_account_id: string
  request: JSONColumnType<JobBody>
  created_at: Date
}

interface FactTable {
  job_id: string
  number: number
  body: JSONColumnType<FactBody>
  callback_due_at: Date | null
  callback_attempts: Generated<number>
  may_be_overtaken: Generated<boolean>
  reported_at: ColumnType<Date | null, never, Date | null>
}

export interface FaultTable {
  fault_id: Generated<number>
  carrier_code: string | null
  carrier_account_id: string | null
  operation: FaultOperation
  mode: FaultMode
  delay_ms: number
  remaining: number
  /** null: planned by a tester. */
  public_id: string | null
  times: number | null
  created_at: Generated<Date>
  /** null: never. */
  expires_at: Date | null
}

interface FailedBookingTable {
  carrier_account_id: string
  idempotency_key: string
  failures: number
}

/** A pickup of parcels, deleted after 90 days. */
interface PickupTable {
  pickup_id: string
  carrier_code: string
  carrier_account_id: string
  idempotency_key: string
  jobs: JSONColumnType<string[]>
  from_at: Date
  to_at: Date
  confirmation: string
  cancelled: Generated<boolean>
  created_at: Date
}

/** A manifest of jobs, deleted after 90 days. */
interface ManifestTable {
  manifest_id: string
  carrier_code: string
  carrier_account_id: string
  idempotency_key: string
  ship_date: string
  number: string
  /** Until then the carrier makes it. */
  ready_at: Date
  created_at: Date
}

interface ManifestJobTable {
  job_id: string
  manifest_id: string
}

export interface SimulatorDatabase {
  job: JobTable
  draft: DraftTable
  fact: FactTable
  fault: FaultTable
  failed_booking: FailedBookingTable
  pickup: PickupTable
  manifest: ManifestTable
  manifest_job: ManifestJobTable
}
