/** Pure: errors of operations, as merchants get them and as operations store them. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { isUnreadable } from '@waybill/carriers/http/outcome'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { type BookingStatus, isFinalBookingStatus } from '@waybill/contracts/booking'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { Shipment } from '@waybill/contracts/shipment'
import type { BookingRecord } from '../bookings/booking.ts'

/** An error as it is stored, thrown again when the outcome is read. */
export interface StoredError {
  code: ErrorCode
  message: string
  meta: Record<string, unknown>
  carrier: CarrierFault | null
  retryAfterSeconds: number | null
}

export const storedError = ({ code, message, meta, carrier, retryAfterSeconds }: AppError): StoredError => ({
  code,
  message,
  meta,
  carrier,
  retryAfterSeconds,
})

/** Public form of an unexpected error. Its details are in the log. */
export const unexpected = (cause: unknown): AppError =>
  new AppError('internal_error', 'Unexpected error. Try again later; if it persists, report the request_id.', { cause })

export const errorFromStored = ({ code, message, meta, carrier, retryAfterSeconds }: StoredError): AppError =>
  new AppError(code, message, { meta, carrier, ...(retryAfterSeconds !== null && { retryAfterSeconds }) })

/** The part of a carrier's failure that merchants see. */
export const carrierFault = (failure: CarrierFailure): CarrierFault => ({
  carrier_code: failure.carrierCode,
  code: failure.code,
  message: failure.message,
  http_status: failure.httpStatus,
})

/** The booking has no job: `carrier_unavailable` (503) if a retry may succeed, otherwise `carrier_refused` (422). */
export function bookingRefused(failure: CarrierFailure): AppError {
  const carrier = carrierFault(failure)
  if (failure.retryable) {
    const retryAfterSeconds = Math.ceil((failure.retryAfterMs ?? 5_000) / 1_000)
    const message = `Carrier ${failure.carrierCode} cannot take bookings now. Retry, or book another option.`
    return new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds })
  }
  const message = `Carrier ${failure.carrierCode} refused the booking. Book another option.`
  return new AppError('carrier_refused', message, { carrier })
}

/**
 * The outcome of a change or cancellation is unknown: `carrier_error` (502) if the carrier's answer cannot be read,
 * `carrier_timeout` (504) if there is none.
 */
export function outcomeUnknown(subject: string, fault: CarrierFault | null): AppError {
  const isRead = fault === null || !isUnreadable(fault)
  const why = isRead ? 'The carrier has not answered.' : "The carrier's answer cannot be read."
  const message = `${why} The ${subject} is retried until the outcome is known.`
  return new AppError(isRead ? 'carrier_timeout' : 'carrier_error', message, { carrier: fault })
}

/** The carrier's words as a sentence. */
const carrierAnswered = ({ carrier_code, message }: CarrierFault): string =>
  `Carrier ${carrier_code} answered: ${message.replace(/(?<!\.)\.+$/, '')}.`

/** The booking has ended. */
export const notCancellable = ({ bookingId, status }: { bookingId: string; status: BookingStatus }): AppError =>
  new AppError(
    'booking_not_cancellable',
    `Booking ${bookingId} has ended: it is ${status}. Nothing is left to cancel.`,
    {
      meta: { current_status: status },
    },
  )

/** Fields of a booking that decide what a merchant can do after a refusal. */
type RefusedBooking = Pick<BookingRecord, 'bookingId' | 'status' | 'pickedUp' | 'carrierCode' | 'carrierJobId'>

/** Advice about a job that Waybill cannot change any more. */
const contactCarrier = ({ carrierCode, carrierJobId }: RefusedBooking): string =>
  `contact carrier ${carrierCode}${carrierJobId === null ? '' : ` about job ${carrierJobId}`}`

/**
 * The booking remains: its goods are picked up, or the carrier refused to cancel. `what` names what was to be cancelled,
 * such as `Shipment shp_1`.
 */
export function cancellationRefused(what: string, booking: RefusedBooking, carrier: CarrierFault | null): AppError {
  const { bookingId, status, pickedUp } = booking
  const subject = what === `Booking ${bookingId}` ? 'it' : `booking ${bookingId}`
  const says = status === 'picked_up' || isFinalBookingStatus(status) || !pickedUp
  const state = says ? status : `${status}, and the goods are already picked up`
  const reason = carrier === null ? '' : ` ${carrierAnswered(carrier)}`
  const next = isFinalBookingStatus(status)
    ? 'Nothing is left to cancel.'
    : `The delivery goes on. To stop it, ${contactCarrier(booking)}.`
  const message = `${what} is not cancelled: ${subject} is ${state}.${reason} ${next}`
  return new AppError('cancellation_refused', message, {
    carrier,
    meta: { booking_id: bookingId, current_status: status },
  })
}

/** The carrier refused a change: the shipment and its booking are as before. */
export function updateRefused(
  { shipmentId, onDemand }: Pick<Shipment, 'shipmentId' | 'onDemand'>,
  booking: RefusedBooking,
  carrier: CarrierFault,
): AppError {
  const message = `Shipment ${shipmentId} is not changed. ${carrierAnswered(carrier)} ${wayToChange(onDemand, booking)}`
  return new AppError('update_refused', message, { carrier })
}

function wayToChange(onDemand: boolean, booking: RefusedBooking): string {
  if (booking.pickedUp) return `The goods are picked up. To change the delivery, ${contactCarrier(booking)}.`
  if (onDemand) return 'The booking goes on. To send other data, cancel the shipment and create another one.'
  return `The booking goes on. To book with other data, cancel it with POST /api/v1/bookings/${booking.bookingId}/cancel, change the shipment, and request a new quote.`
}

/** This installation has no adapter for the carrier. */
export const notConnected = (carrierCode: string): AppError =>
  new AppError('carrier_unavailable', `Carrier ${carrierCode} is not connected to this installation.`)

/** The failure that stands for a request that the carrier does not support. */
export const notOffered = (carrierCode: string, message: string): CarrierFailure => ({
  carrierCode,
  code: 'not_offered',
  message,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
})
