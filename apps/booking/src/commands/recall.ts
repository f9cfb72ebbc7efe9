/** A carrier may have a job that nobody here waits for: refused or given up by us, alive there. It is taken back. */
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import { newId } from '@waybill/contracts/ids'
import type { BookingRecord } from '../booking/record.ts'
import type { Trx } from '../db.ts'
import type { Fact } from '../facts.ts'
import type { CarrierAttempt } from '../repository/attempts.ts'
import { insertOperation } from '../repository/operations.ts'

/** A booking that never arrived may arrive yet: a carrier that works off a queue after an outage has had its time by then. */
const LATE_ARRIVAL_MS = 15 * 60_000

/** Whether the facts tell of a job under way, later than we were done with it. */
export const tellOfLife = (facts: readonly Fact[], doneAt: Date | null): boolean =>
  facts.some(
    ({ status, occurredAt }) =>
      status !== 'unknown' && !isFinalBookingStatus(status) && (doneAt === null || occurredAt > doneAt),
  )

/** Has the carrier cancel the job, once for each attempt however often it is reported; answers the operation that does. */
export async function recallJob(
  trx: Trx,
  booking: BookingRecord,
  attempt: CarrierAttempt,
  carrierJobId: string,
): Promise<string> {
  const opId = `op_${attempt.attemptId.slice(attempt.attemptId.indexOf('_') + 1)}`
  await insertRecall(trx, booking, attempt, { opId, carrierJobId, inMs: 0 })
  return opId
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
  const operation = {
    ...{ environmentId, opId, shipmentId: booking.shipmentId, bookingId },
    kind: 'recall',
    // It holds no shipment: an id that no claim has.
    claimId: opId,
    step: carrierJobId === null ? 'look' : 'call',
    desired: { attemptId, carrierCode, carrierAccountId, carrierJobId },
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
