/** Bookings whose outcome at the carrier is unknown, and their resolutions by operators. */
import type { CarrierExchangeTable } from '@waybill/carriers/exchange-log/table'
import type { CarrierFault } from '@waybill/contracts/app-error'
import { sql } from 'kysely'
import type { AttemptResolutionTable, Db, Trx } from '../../db.ts'

type Reader = Db | Trx

export interface Resolution {
  bookingId: string
  attemptId: string
  outcome: AttemptResolutionTable['outcome']
  carrierJobId: string | null
  note: string | null
  resolvedAt: Date
}

export interface DoubtfulBooking {
  environmentId: string
  bookingId: string
  shipmentId: string
  carrierCode: string
  attemptId: string
  opId: string
  sentAt: Date
  reportedJobId: string | null
  failure: CarrierFault | null
  tries: number
  resolution: Resolution | null
}

/** A booking call takes less: an older one was interrupted. */
const DOUBTFUL_AFTER_SECONDS = 60

const doubtful = (narrowed: ReturnType<typeof sql>) => sql<Omit<DoubtfulBooking, 'resolution'>>`
  select attempt.environment_id as "environmentId", attempt.booking_id as "bookingId",
    booking.shipment_id as "shipmentId", attempt.carrier_code as "carrierCode", attempt.attempt_id as "attemptId",
    attempt.op_id as "opId", attempt.sent_at as "sentAt", attempt.reported_job_id as "reportedJobId", attempt.failure,
    coalesce(operation.attempts, 0) as tries
  from carrier_attempt attempt
  join booking using (environment_id, booking_id)
  left join operation on operation.environment_id = attempt.environment_id and operation.op_id = attempt.op_id
  where attempt.state in ('sending', 'unknown') and ${narrowed}`

/** Bookings in doubt of all environments, oldest first. */
export async function listDoubtful(db: Db, limit: number): Promise<DoubtfulBooking[]> {
  const isOld = sql`(attempt.state = 'unknown' or attempt.sent_at < now() - ${DOUBTFUL_AFTER_SECONDS} * interval '1 second')
    order by attempt.sent_at limit ${limit}`
  const { rows } = await doubtful(isOld).execute(db)
  return await Promise.all(rows.map((row) => withResolution(db, row)))
}

export async function findDoubtful(
  db: Reader,
  environmentId: string,
  bookingId: string,
): Promise<DoubtfulBooking | undefined> {
  const isIt = sql`attempt.environment_id = ${environmentId} and attempt.booking_id = ${bookingId}`
  const { rows } = await doubtful(isIt).execute(db)
  return rows[0] && (await withResolution(db, rows[0]))
}

const withResolution = async (db: Reader, row: Omit<DoubtfulBooking, 'resolution'>): Promise<DoubtfulBooking> => ({
  ...row,
  resolution: (await findResolution(db, row)) ?? null,
})

/** Exchanges with the carrier about an attempt, oldest first; at most 200. */
export async function listExchanges(
  db: Db,
  { environmentId, attemptId, reportedJobId }: DoubtfulBooking,
): Promise<CarrierExchangeTable[]> {
  const { rows } = await sql<CarrierExchangeTable>`
    select * from carrier_exchange
    where environment_id = ${environmentId} and reference in (${attemptId}, ${reportedJobId})
    order by started_at limit 200`.execute(db)
  return rows
}

/**
 * Locks the attempt's operation until the transaction ends, so that no process takes it. `leasedForSeconds`: how long a
 * process that works on it may still do so, otherwise 0. Undefined: the operation is not open.
 */
export async function lockAttemptOperation(
  trx: Trx,
  { environmentId, opId }: DoubtfulBooking,
): Promise<{ leasedForSeconds: number } | undefined> {
  const { rows } = await sql<{ leasedForSeconds: number }>`
    select greatest(0, coalesce(ceil(extract(epoch from lease_until - clock_timestamp())), 0))::int as "leasedForSeconds"
    from operation
    where environment_id = ${environmentId} and op_id = ${opId} and state = 'open' for update`.execute(trx)
  return rows[0]
}

/** Stores the resolution and makes the attempt's operation due. */
export async function insertResolution(
  trx: Trx,
  { environmentId, opId }: DoubtfulBooking,
  { bookingId, attemptId, outcome, carrierJobId, note, resolvedAt }: Resolution,
): Promise<void> {
  await sql`
    insert into attempt_resolution
      (environment_id, attempt_id, booking_id, outcome, carrier_job_id, note, resolved_at)
    values (${environmentId}, ${attemptId}, ${bookingId}, ${outcome}, ${carrierJobId}, ${note}, ${resolvedAt})`.execute(
    trx,
  )
  await sql`
    update operation set next_attempt_at = now()
    where environment_id = ${environmentId} and op_id = ${opId} and state = 'open'`.execute(trx)
}

export async function findResolution(
  db: Reader,
  { environmentId, attemptId }: { environmentId: string; attemptId: string },
): Promise<Resolution | undefined> {
  const { rows } = await sql<Resolution>`
    select booking_id as "bookingId", attempt_id as "attemptId", outcome, carrier_job_id as "carrierJobId", note,
      resolved_at as "resolvedAt"
    from attempt_resolution where environment_id = ${environmentId} and attempt_id = ${attemptId}`.execute(db)
  return rows[0]
}
