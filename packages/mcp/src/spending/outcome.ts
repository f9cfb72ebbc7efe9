/** Cost of a booking, from its answer. */
import { type Booking, WaybillError } from '@waybill/sdk'
import type { Outcome } from './ledger.ts'

/** `pending`: the carrier has not answered. `failed`: it costs nothing. A cancelled booking may still be charged. */
export const outcomeOfBooking = ({ status }: Booking): Outcome =>
  status === 'pending' ? 'unknown' : status === 'failed' ? 'nothing' : 'spent'

/** Answers given before the booking is looked at: nothing about an earlier call with the same key follows from them. */
const BEFORE_BOOKING = new Set([401, 403, 408, 429])

/** `hasTriedBefore`: an earlier call for the same purchase had an unknown outcome. */
export function outcomeOfError(error: unknown, hasTriedBefore: boolean): Outcome {
  if (!(error instanceof WaybillError) || error.status === null || error.code === 'invalid_response') return 'unknown'
  const isRefusal = error.status >= 400 && error.status < 500
  if (!isRefusal || error.code === 'idempotency_in_progress' || error.code === 'shipment_busy') return 'unknown'
  return BEFORE_BOOKING.has(error.status) && hasTriedBefore ? 'unknown' : 'nothing'
}
