/** Pure: how a booking is cancelled on request. */
import type { Charge } from '@waybill/contracts/bookings/charge'
import type { Refund } from '@waybill/contracts/bookings/refund'
import { type BookingChange, type BookingRecord, type CancellationWish, hasEnded } from './booking.ts'
import { changed, chargesWith, reasonFields, silently } from './changes.ts'

/**
 * Cancels on request, after the carrier agreed or before one was asked. A booking that has ended keeps its status.
 */
export function cancel(
  booking: BookingRecord,
  wish: CancellationWish,
  at: Date,
  { charged = [], refund = null }: { charged?: readonly Charge[]; refund?: Refund | null } = {},
): BookingChange {
  const charges = chargesWith(booking, charged)
  if (!hasEnded(booking)) {
    const { shipmentStatus = 'cancelled' } = wish
    const ended = {
      ...reasonFields(wish),
      status: 'cancelled',
      cancelledAt: at,
      shipmentStatus,
      charges,
      refund,
    } as const
    return changed(booking, { ...booking, ...ended, closedByUs: true, cancelling: null, dispatchUntilAt: null }, at)
  }
  const after: BookingRecord =
    booking.status === 'cancelled'
      ? { ...booking, charges, refund: booking.refund ?? refund, cancelling: null, closedByUs: true }
      : { ...booking, charges, cancelling: null, cancellationRequestedAt: null }
  const isVisible =
    charges !== booking.charges ||
    (after.refund ?? null) !== (booking.refund ?? null) ||
    after.cancellationRequestedAt !== booking.cancellationRequestedAt
  return isVisible ? changed(booking, after, at) : silently(after)
}

/** Notes that a cancellation was requested before the carrier can be asked, since its answer to the booking is awaited. */
export const requestCancellation = (booking: BookingRecord, at: Date): BookingChange =>
  hasEnded(booking) || booking.cancellationRequestedAt !== null
    ? silently(booking)
    : changed(booking, { ...booking, cancellationRequestedAt: at }, at)

/** The requested cancellation is refused before the carrier is asked. A no-op while another one asks it. */
export const withdrawCancellation = (booking: BookingRecord, at: Date): BookingChange =>
  booking.status === 'cancelled' || booking.cancelling !== null || booking.cancellationRequestedAt === null
    ? silently(booking)
    : changed(booking, { ...booking, cancellationRequestedAt: null }, at)

/**
 * Notes that the carrier is being asked to cancel, so that its report of the cancellation counts as ours; null: it
 * refused.
 */
export function askToCancel(booking: BookingRecord, wish: CancellationWish | null, at: Date): BookingChange {
  const cancellationRequestedAt = wish && (booking.cancellationRequestedAt ?? at)
  const after = { ...booking, cancelling: wish, cancellationRequestedAt }
  return cancellationRequestedAt === booking.cancellationRequestedAt ? silently(after) : changed(booking, after, at)
}
