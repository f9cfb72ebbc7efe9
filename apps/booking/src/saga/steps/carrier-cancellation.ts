/** Asking a carrier to cancel a job, and what its answers prove. */
import type { CancelOutcome, CarrierFailure, Unknown, UpdateOutcome } from '@waybill/carriers/carrier-adapter'
import { isRejectedBeforeProcessing } from '@waybill/carriers/http/outcome'
import { AppError } from '@waybill/contracts/app-error'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import type { BookingRecord, CancellationWish } from '../../bookings/booking.ts'
import { hasEnded } from '../../bookings/booking.ts'
import { endedBeforePickup } from '../../bookings/consequences.ts'
import { findBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import type { CancellationCosts } from '../../lifecycle/commands.ts'
import { carrierFault, notOffered } from '../../operations/errors.ts'
import type { OperationKind } from '../../operations/operation.ts'
import type { Retry } from './next.ts'
import type { Work } from './work.ts'

type Cancellable = Pick<BookingRecord, 'carrierCode' | 'carrierAccountId' | 'carrierJobId'> & {
  parcels?: readonly Pick<BookedParcel, 'trackingNumber'>[] | null
}

/** Asks the carrier to cancel the booking's job. A booking without a job is cancelled at once. */
export async function cancelJob(
  work: Work<OperationKind>,
  { carrierCode, carrierAccountId, carrierJobId, parcels }: Cancellable,
  { reasonCode }: CancellationWish,
): Promise<CancelOutcome> {
  if (carrierJobId === null) return { kind: 'cancelled' }
  const adapter = work.adapter(carrierCode)
  const { capabilities, cancelWindow } = adapter.descriptor
  if (!capabilities.cancel || cancelWindow === null) {
    return { kind: 'refused', failure: notOffered(carrierCode, 'The carrier cancels no bookings.') }
  }
  const parcelNumbers = parcels?.map(({ trackingNumber }) => trackingNumber) ?? []
  const request = { carrierJobId, reasonCode: reasonCode ?? 'cancelled', parcelNumbers }
  return await work.callCarrier(adapter, 'cancel', (call) => adapter.cancel(request, call), { carrierAccountId })
}

/** The carrier's charge for a cancelled job, and whether it decides on the refund later. */
export const toCosts = ({
  charges,
  refundPending,
}: Extract<CancelOutcome, { kind: 'cancelled' }>): CancellationCosts => ({ charges, refundPending })

/** Conclusion from an outcome: a call rejected before it was processed says nothing about an earlier call. */
export const provenOutcome = <T extends CancelOutcome | UpdateOutcome>(outcome: T, isFirst: boolean): T | Unknown =>
  outcome.kind === 'refused' && !isFirst && isRejectedBeforeProcessing(outcome.failure)
    ? { kind: 'unknown', failure: outcome.failure }
    : outcome

/** Whether the carrier reported the end of the job before it answered the cancellation. */
export async function hasEndedBeforeAnswer(trx: Trx, { environmentId, bookingId }: BookingRecord): Promise<boolean> {
  const present = await findBooking(trx, environmentId, bookingId)
  if (present === undefined || !hasEnded(present)) return false
  return present.status === 'cancelled' || endedBeforePickup({ ...present, cancelling: null })
}

/** Takes the same step again until the carrier has answered. */
export function retryCancellation(failure: CarrierFailure): Retry {
  const carrier = carrierFault(failure)
  const message = `Carrier ${failure.carrierCode} has not answered. The cancellation is retried until it does.`
  const because = new AppError('carrier_timeout', message, { carrier })
  return { later: failure.retryAfterMs, because, doubt: carrier }
}
