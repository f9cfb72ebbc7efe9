/** Repairs stuck work. Takes the caller's transaction; opens none and calls no network. */

import { findLiveAttempt, lockReportedJob } from '../attempts/repository.ts'
import type { BookingRecorder } from '../bookings/recorder.ts'
import { lockBooking } from '../bookings/repository.ts'
import type { Trx } from '../db.ts'
import { failBooking, refuseAttempt } from '../lifecycle/commands.ts'
import { recallJob, recallLateJob, recallOtherJobs } from '../operations/recall-commands.ts'
import { NEVER_ARRIVED } from '../saga/booking-outcome.ts'
import { type BookingKey, lockAbandonedBooking } from './repository.ts'

/**
 * Fails a pending booking that no operation has worked on for `afterSeconds`, and recalls every job that its carrier may
 * have made of it. Nobody was told that it is booked. False: it is not abandoned. An attempt that was accepted is left to
 * a person.
 */
export async function failAbandonedBooking(
  trx: Trx,
  key: BookingKey,
  afterSeconds: number,
  recorder: BookingRecorder,
): Promise<boolean> {
  const { environmentId, bookingId } = key
  const attempt = await findLiveAttempt(trx, environmentId, bookingId)
  // The attempt is locked before its booking, as by a report of its job.
  const reportedJobId = attempt ? await lockReportedJob(trx, attempt) : null
  if (!(await lockAbandonedBooking(trx, key, afterSeconds))) return false
  if (attempt !== undefined) {
    const { carrierCode } = attempt
    const message = 'the operation that made the booking ended without it'
    await refuseAttempt(trx, attempt, { carrier_code: carrierCode, code: NEVER_ARRIVED, message, http_status: null })
    const booking = await lockBooking(trx, environmentId, bookingId)
    if (reportedJobId === null) {
      await recallLateJob(trx, booking, attempt)
    } else {
      await recallJob(trx, booking, attempt, reportedJobId)
      await recallOtherJobs(trx, booking, attempt)
    }
  }
  await failBooking(trx, key, { reason: NEVER_ARRIVED }, recorder)
  return true
}
