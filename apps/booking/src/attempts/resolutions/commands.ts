/** An operator's resolution of a booking in doubt. */
import { AppError } from '@waybill/contracts/app-error'
import type { Trx } from '../../db.ts'
import { noteReportedJob } from '../repository.ts'
import {
  type DoubtfulBooking,
  findDoubtful,
  insertResolution,
  lockAttemptOperation,
  type Resolution,
} from './repository.ts'

/** The operator's finding. `carrierJobId` null: the carrier has no job. */
interface CarrierAnswer {
  carrierJobId: string | null
  note: string | null
  at: Date
}

/**
 * Stores the resolution for the booking's operation to apply: with a job the booking goes on with that job, without one
 * the attempt counts as refused. Idempotent. Throws `booking_not_doubtful` if the outcome is known, an operation is
 * working on it, or it was resolved differently.
 */
export async function resolveDoubtful(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  answer: CarrierAnswer,
): Promise<Resolution> {
  const found = await findDoubtful(trx, environmentId, bookingId)
  const operation = found && (await lockAttemptOperation(trx, found))
  // Read again under the lock: the carrier's answer may have arrived in between.
  const booking = operation && (await findDoubtful(trx, environmentId, bookingId))
  if (booking === undefined) {
    throw notDoubtful(`The outcome of booking ${bookingId} is known; there is nothing to resolve.`)
  }
  if (booking.resolution !== null) return assertSame(booking.resolution, answer)
  const { leasedForSeconds } = operation as { leasedForSeconds: number }
  if (leasedForSeconds > 0) {
    throw notDoubtful(`An operation is working on booking ${bookingId}. Retry in ${leasedForSeconds} seconds.`)
  }
  assertUncontradicted(booking, answer)
  const { carrierJobId, note, at } = answer
  const { attemptId } = booking
  const outcome = carrierJobId === null ? 'not_booked' : 'booked'
  const resolution: Resolution = { bookingId, attemptId, outcome, carrierJobId, note, resolvedAt: at }
  await insertResolution(trx, booking, resolution)
  if (carrierJobId !== null) await noteReportedJob(trx, booking, carrierJobId)
  return resolution
}

function assertSame(resolution: Resolution, { carrierJobId }: CarrierAnswer): Resolution {
  if (resolution.carrierJobId === carrierJobId) return resolution
  const { bookingId, outcome, resolvedAt } = resolution
  throw notDoubtful(
    `Booking ${bookingId} was resolved as ${outcome.replace('_', ' ')} at ${resolvedAt.toISOString()}. A resolution cannot be changed.`,
  )
}

/** The carrier's own report outranks what an operator was told. */
function assertUncontradicted({ bookingId, reportedJobId }: DoubtfulBooking, { carrierJobId }: CarrierAnswer): void {
  if (reportedJobId === null || reportedJobId === carrierJobId) return
  throw notDoubtful(`The carrier has reported job ${reportedJobId} of booking ${bookingId}. Resolve it with that job.`)
}

const notDoubtful = (message: string): AppError => new AppError('booking_not_doubtful', message)
