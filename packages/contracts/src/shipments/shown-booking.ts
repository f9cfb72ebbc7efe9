/** Pure: whether a shipment that has ended still has its booking. */
import type { Shipment } from '../shipment.ts'
import type { FailureReason } from './failure-reason.ts'

/**
 * The shipment is cancelled or expired, or has failed with the cancellation of its booking: it shows no booking, and no
 * booking changes it any more. The last one is stored with it and refers to it.
 */
export const endedWithoutBooking = ({ status, failureReason }: Pick<Shipment, 'status' | 'failureReason'>): boolean =>
  status === 'cancelled' ||
  status === 'expired' ||
  (status === 'failed' && failureReason === ('booking_cancelled' satisfies FailureReason))
