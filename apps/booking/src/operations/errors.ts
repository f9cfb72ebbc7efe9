/** Pure: errors of operations, as merchants get them and as operations store them. */
import type { CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'

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

export const errorFromStored = ({ code, message, meta, carrier, retryAfterSeconds }: StoredError): AppError =>
  new AppError(code, message, { meta, carrier, ...(retryAfterSeconds !== null && { retryAfterSeconds }) })

/** The part of a carrier's failure that merchants see. */
export const carrierFault = (failure: CarrierFailure): CarrierFault => ({
  carrier_code: failure.carrierCode,
  code: failure.code,
  message: failure.message,
  http_status: failure.httpStatus,
})

/** The booking has no job: `carrier_unavailable` (503) if a retry may succeed, otherwise `carrier_error` (502). */
export function bookingRefused(failure: CarrierFailure): AppError {
  const carrier = carrierFault(failure)
  if (failure.retryable) {
    const retryAfterSeconds = Math.ceil((failure.retryAfterMs ?? 5_000) / 1_000)
    const message = `Carrier ${failure.carrierCode} cannot take bookings now. Retry, or book another option.`
    return new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds })
  }
  const message = `Carrier ${failure.carrierCode} refused the booking. Book another option.`
  return new AppError('carrier_error', message, { carrier })
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
