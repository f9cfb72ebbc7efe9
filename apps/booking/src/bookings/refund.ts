/** Pure: the refund of a cancelled label. */
import type { Charge } from '@waybill/contracts/bookings/charge'
import { type Refund, type RefundStatus, refundTransitions } from '@waybill/contracts/bookings/refund'
import type { BookingChange, BookingRecord } from './booking.ts'
import { changed, chargesWith, silently } from './changes.ts'

/** The carrier's answer to a cancellation, or to a question about the refund. */
export type RefundAnswer = Exclude<RefundStatus, 'requested'>

const SETTLED: ReadonlySet<RefundStatus> = new Set<RefundStatus>(['granted', 'rejected', 'expired'])

/**
 * The refund of a label that is cancelled now; null: nothing was paid. `isPending`: the carrier decides later; undefined: it does not
 * speak of refunds, as couriers, which charge fees instead.
 */
export function refundAtCancellation(
  { shipment }: Pick<BookingRecord, 'shipment'>,
  isPending: boolean | undefined,
  at: Date,
): Refund | null {
  if (isPending === undefined || shipment.return_terms?.pay === 'on_use') return null
  return isPending
    ? { status: 'requested', requestedAt: at, settledAt: null }
    : { status: 'granted', requestedAt: at, settledAt: at }
}

/**
 * The booking after an answer about its refund, with what the carrier keeps. A price that was kept and is paid back after all is
 * credited, so that all charges together are what is due.
 */
export function answerRefund(
  booking: BookingRecord,
  { status, charges }: { status: RefundAnswer; charges: readonly Charge[] },
  at: Date,
): BookingChange {
  const before = booking.refund ?? requestedEarlier(booking, at)
  const next: readonly RefundStatus[] = refundTransitions[before.status]
  const refund = next.includes(status) ? { ...before, status, settledAt: SETTLED.has(status) ? at : null } : before
  const isCorrected = before.status === 'rejected' && refund.status === 'granted'
  const all = chargesWith(booking, [...charges, ...(isCorrected ? booking.charges.flatMap(toCredit(at)) : [])])
  if (refund === before && all === booking.charges) return silently(booking)
  return changed(booking, { ...booking, refund, charges: all }, at)
}

/** Bookings that were cancelled before refunds were kept. */
const requestedEarlier = ({ cancelledAt }: BookingRecord, at: Date): Refund => ({
  status: 'requested',
  requestedAt: cancelledAt ?? at,
  settledAt: null,
})

const toCredit =
  (at: Date) =>
  ({ chargeId, ...charge }: Charge): Charge[] =>
    charge.type === 'refund_rejected' && charge.amountMinor > 0
      ? [
          {
            ...charge,
            ...(chargeId !== undefined && { chargeId: `${chargeId}/granted` }),
            amountMinor: -charge.amountMinor,
            taxMinor: -charge.taxMinor,
            reason: 'The carrier has granted the refund after all.',
            at,
          },
        ]
      : []
