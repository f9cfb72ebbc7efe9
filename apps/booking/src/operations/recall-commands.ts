/** Recalls: operations that cancel a carrier's job that no booking expects, because it was refused, given up or doubled. */
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { hashId, newId } from '@waybill/contracts/ids'
import type { CarrierAttempt } from '../attempts/repository.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Trx } from '../db.ts'
import { listUnclaimedFacts } from '../facts/repository.ts'
import type { Fact } from '../facts/stored-fact.ts'
import type { Position } from './operation.ts'
import { findOperation, insertOperation } from './repository.ts'

/** A booking that never arrived may arrive late, from a queue that the carrier works off after an outage. */
const LATE_ARRIVAL_MS = 15 * 60_000

/** Whether the facts show a job under way after we were done with it. */
export const proveActiveJob = (facts: readonly Fact[], doneAt: Date | null): boolean =>
  facts.some(
    ({ status, occurredAt }) =>
      status !== 'unknown' && !isFinalBookingStatus(status) && (doneAt === null || occurredAt > doneAt),
  )

/** Recalls the job, once however often it is reported. Resolves to the id of the operation. */
export async function recallJob(
  trx: Trx,
  booking: BookingRecord,
  attempt: CarrierAttempt,
  carrierJobId: string,
): Promise<string> {
  const opId = await findRecallId(trx, attempt, carrierJobId)
  await insertRecall(trx, booking, attempt, { opId, carrierJobId, inMs: 0 })
  return opId
}

/**
 * The id of the operation that recalls the job. The id derived from the attempt is used for the job that was booked or,
 * if the attempt was refused, for the first job that turns up; any other job gets a hash of both. The attempt must be
 * locked.
 */
async function findRecallId(
  trx: Trx,
  { environmentId, attemptId, carrierJobId: bookedJobId }: CarrierAttempt,
  carrierJobId: string,
): Promise<string> {
  const ownId = `op_${attemptId.slice(attemptId.indexOf('_') + 1)}`
  const otherId = hashId('op', [attemptId, carrierJobId])
  if (bookedJobId !== null) return bookedJobId === carrierJobId ? ownId : otherId
  const first = await findOperation(trx, environmentId, ownId)
  return first?.kind !== 'recall' || first.desired.carrierJobId === carrierJobId ? ownId : otherId
}

/** Recalls live jobs that were reported while the attempt was in doubt, other than the one booked. */
export async function recallOtherJobs(trx: Trx, booking: BookingRecord, attempt: CarrierAttempt): Promise<void> {
  const facts = await listUnclaimedFacts(trx, attempt)
  for (const [carrierJobId, ofJob] of Map.groupBy(facts, (fact) => fact.carrierJobId)) {
    if (proveActiveJob(ofJob, null)) await recallJob(trx, booking, attempt, carrierJobId)
  }
}

/** Asks the carrier later whether the booking has arrived after all, and recalls the job if so. */
export const recallLateJob = (trx: Trx, booking: BookingRecord, attempt: CarrierAttempt): Promise<void> =>
  insertRecall(trx, booking, attempt, { opId: newId('op'), carrierJobId: null, inMs: LATE_ARRIVAL_MS })

async function insertRecall(
  trx: Trx,
  booking: BookingRecord,
  { environmentId, attemptId, bookingId, carrierCode, carrierAccountId }: CarrierAttempt,
  { opId, carrierJobId, inMs }: { opId: string; carrierJobId: string | null; inMs: number },
): Promise<void> {
  const carrierOfferId = booking.quoteOption?.carrierRateId ?? null
  const isBooked = carrierJobId !== null && carrierJobId === booking.carrierJobId
  const parcels = (isBooked && booking.parcels?.map(({ trackingNumber }) => ({ trackingNumber }))) || null
  const job = { attemptId, carrierCode, carrierAccountId, bookingId, carrierOfferId, parcels }
  const position: Position<'recall'> =
    carrierJobId === null
      ? { kind: 'recall', step: 'look', desired: { ...job, carrierJobId } }
      : { kind: 'recall', step: 'call', desired: { ...job, carrierJobId } }
  const operation = {
    ...position,
    environmentId,
    opId,
    shipmentId: booking.shipmentId,
    // A recall holds no shipment. Its own id is an id that no claim has.
    claimId: opId,
    context: {
      merchantId: booking.merchantId,
      livemode: booking.livemode,
      requestId: null,
      idempotencyKey: null,
      ifMatch: null,
      traceparent: null,
    },
  } as const
  await insertOperation(trx, operation, inMs)
}
