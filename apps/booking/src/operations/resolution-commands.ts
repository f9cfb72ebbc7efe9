/** An operator's word about a booking whose carrier's answer is not known. */
import { AppError } from '@waybill/contracts/app-error'
import type { Trx } from '../db.ts'
import { noteReportedJob } from './attempt-repository.ts'
import {
  type DoubtfulBooking,
  findDoubtful,
  insertResolution,
  lockOperationOf,
  type Resolution,
} from './resolution-repository.ts'

/** What the operator has learnt from the carrier. `carrierJobId` null: there is no job. */
export interface Word {
  carrierJobId: string | null
  note: string | null
  at: Date
}

/**
 * Writes the word down for the booking's operation to act on: with a job it looks at that job and goes on with it,
 * without one it takes the attempt as refused. The same word again is answered as before.
 * Throws `booking_not_doubtful` for a booking whose outcome is known, is being found out, or was told otherwise.
 */
export async function resolveDoubtful(
  trx: Trx,
  { environmentId, bookingId }: { environmentId: string; bookingId: string },
  word: Word,
): Promise<Resolution> {
  const found = await findDoubtful(trx, environmentId, bookingId)
  const operation = found && (await lockOperationOf(trx, found))
  // Once more under the lock: the answer may have come while it was waited for.
  const booking = operation && (await findDoubtful(trx, environmentId, bookingId))
  if (booking === undefined) {
    throw notDoubtful(`The outcome of booking ${bookingId} is known: there is nothing to resolve.`)
  }
  if (booking.resolution !== null) return sameOr(booking.resolution, word)
  const { leasedForSeconds } = operation as { leasedForSeconds: number }
  if (leasedForSeconds > 0) {
    throw notDoubtful(
      `Booking ${bookingId} is being worked on at this moment: look again in ${leasedForSeconds} seconds.`,
    )
  }
  assertUncontradicted(booking, word)
  const { carrierJobId, note, at } = word
  const { attemptId } = booking
  const outcome = carrierJobId === null ? 'not_booked' : 'booked'
  const resolution: Resolution = { bookingId, attemptId, outcome, carrierJobId, note, resolvedAt: at }
  await insertResolution(trx, booking, resolution)
  if (carrierJobId !== null) await noteReportedJob(trx, booking, carrierJobId)
  return resolution
}

function sameOr(resolution: Resolution, { carrierJobId }: Word): Resolution {
  if (resolution.carrierJobId === carrierJobId) return resolution
  const { bookingId, outcome, resolvedAt } = resolution
  throw notDoubtful(
    `Booking ${bookingId} was resolved as ${outcome.replace('_', ' ')} at ${resolvedAt.toISOString()} and is being carried on.`,
  )
}

/** The carrier's own report weighs more than what somebody was told. */
function assertUncontradicted({ bookingId, reportedJobId }: DoubtfulBooking, { carrierJobId }: Word): void {
  if (reportedJobId === null || reportedJobId === carrierJobId) return
  throw notDoubtful(`The carrier has reported job ${reportedJobId} of booking ${bookingId}: resolve it as that one.`)
}

const notDoubtful = (message: string): AppError => new AppError('booking_not_doubtful', message)
