/** Pure: why a booking has no label. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { isTimeout, isUnreadable } from '@waybill/carriers/http/outcome'
import { AppError } from '@waybill/contracts/app-error'
import { type BookingRecord, type BookingWithJob, hasEnded } from '../bookings/booking.ts'
import { carrierFault } from '../operations/errors.ts'

/** Throws `label_not_available` for a cancelled booking, and `label_not_ready` until a carrier has taken it. */
export function assertPrintable(booking: BookingRecord): asserts booking is BookingWithJob {
  if (booking.status === 'cancelled') throw labelOfEnded(booking, 'so its label is no longer valid')
  if (booking.carrierJobId === null) throw labelWithoutJob(booking)
}

/** How long a carrier takes to answer a booking or to make a label, usually. */
const LABEL_RETRY_SECONDS = 5

export const labelNotReady = (what: string): AppError =>
  new AppError('label_not_ready', `${what} Retry in ${LABEL_RETRY_SECONDS} s.`, {
    retryAfterSeconds: LABEL_RETRY_SECONDS,
  })

const labelWithoutJob = (booking: BookingRecord): AppError =>
  hasEnded(booking)
    ? labelOfEnded(booking, 'and no carrier took it, so it has no label')
    : labelNotReady(`The carrier has not answered booking ${booking.bookingId} yet.`)

const labelOfEnded = ({ bookingId, status }: BookingRecord, why: string): AppError =>
  new AppError('label_not_available', `Booking ${bookingId} is ${status}, ${why}.`, {
    meta: { current_status: status },
  })

/** The carrier did not answer with the document. */
export function labelUnavailable(bookingId: string, failure: CarrierFailure): AppError {
  const carrier = carrierFault(failure)
  if (isTimeout(failure)) {
    const message = `The carrier did not return the label of booking ${bookingId} in time. Retry.`
    return new AppError('carrier_timeout', message, { carrier })
  }
  const message = `The carrier did not return the label of booking ${bookingId}.`
  if (isUnreadable(failure)) return new AppError('carrier_error', message, { carrier })
  if (!failure.retryable) return new AppError('carrier_refused', message, { carrier })
  const retryAfterSeconds = Math.ceil((failure.retryAfterMs ?? 1_000) / 1_000)
  return new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds })
}
