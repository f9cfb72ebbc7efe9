/** A carrier may have a job that nobody here waits for: refused, given up or not the one booked. It is taken back. */
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { hashId, newId } from '@waybill/contracts/ids'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Trx } from '../db.ts'
import type { Fact } from '../tracking/facts.ts'
import { listUnclaimedFacts } from '../tracking/repository.ts'
import type { CarrierAttempt } from './attempt-repository.ts'
import type { Position } from './operation.ts'
import { findOperation, insertOperation } from './repository.ts'

/** A booking that never arrived may arrive yet: a carrier that works off a queue after an outage has had its time by then. */
const LATE_ARRIVAL_MS = 15 * 60_000

/** Whether the facts show a job under way after we were done with it. */
export const showJobAlive = (facts: readonly Fact[], doneAt: Date | null): boolean =>
  facts.some(
    ({ status, occurredAt }) =>
      status !== 'unknown' && !isFinalBookingStatus(status) && (doneAt === null || occurredAt > doneAt),
  )

/** Has the carrier cancel the job, once however often it is reported; answers the operation that does. */
export async function recallJob(
  trx: Trx,
  booking: BookingRecord,
  attempt: CarrierAttempt,
  carrierJobId: string,
): Promise<string> {
  const opId = await recallIdOf(trx, attempt, carrierJobId)
  await insertRecall(trx, booking, attempt, { opId, carrierJobId, inMs: 0 })
  return opId
}

/**
 * The attempt's own id stands for the job that was booked; of an attempt that was refused, for the first that turns up.
 * Any other job has an id of its own. The attempt must be locked.
 */
async function recallIdOf(
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

/** Recalls what lives of the jobs that were reported while the attempt was in doubt, but are not the one now booked. */
export async function recallOtherJobs(trx: Trx, booking: BookingRecord, attempt: CarrierAttempt): Promise<void> {
  const facts = await listUnclaimedFacts(trx, attempt)
  for (const [carrierJobId, ofJob] of Map.groupBy(facts, (fact) => fact.carrierJobId)) {
    if (showJobAlive(ofJob, null)) await recallJob(trx, booking, attempt, carrierJobId)
  }
}

/** Has the carrier asked later whether it has come to have the job after all. */
export const recallLateJob = (trx: Trx, booking: BookingRecord, attempt: CarrierAttempt): Promise<void> =>
  insertRecall(trx, booking, attempt, { opId: newId('op'), carrierJobId: null, inMs: LATE_ARRIVAL_MS })

async function insertRecall(
  trx: Trx,
  booking: BookingRecord,
  { environmentId, attemptId, bookingId, carrierCode, carrierAccountId }: CarrierAttempt,
  { opId, carrierJobId, inMs }: { opId: string; carrierJobId: string | null; inMs: number },
): Promise<void> {
  const job = { attemptId, carrierCode, carrierAccountId, bookingId }
  const position: Position<'recall'> =
    carrierJobId === null
      ? { kind: 'recall', step: 'look', desired: { ...job, carrierJobId } }
      : { kind: 'recall', step: 'call', desired: { ...job, carrierJobId } }
  const operation = {
    ...position,
    ...{ environmentId, opId, shipmentId: booking.shipmentId },
    // It holds no shipment: an id that no claim has.
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
