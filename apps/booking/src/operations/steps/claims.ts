/** How a claim on a shipment begins and ends, and what happens when its cancellation was asked for meanwhile. */
import type { CancelOutcome, CarrierFailure, Unknown, UpdateOutcome } from '@waybill/carriers/carrier-adapter'
import { isTurnedAway } from '@waybill/carriers/http/outcome'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { isFinalBookingStatus } from '@waybill/contracts/booking'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { ClaimReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimReply'
import type { ClaimRequest } from '@waybill/contracts/gen/waybill/shipment/v1/ClaimRequest'
import type { SettleReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/SettleReply'
import type { SettleRequest } from '@waybill/contracts/gen/waybill/shipment/v1/SettleRequest'
import type { Shipment__Output } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import {
  isFinalShipmentStatus,
  type Shipment,
  type ShipmentStatus,
  shipmentFromMessage,
} from '@waybill/contracts/shipment'
import type { BookingRecord, CancellationWish } from '../../bookings/booking.ts'
import { cancelBooking, keepShipment, noteCancelling } from '../../bookings/commands.ts'
import { endedBeforePickup, finalShipmentStatus } from '../../bookings/consequences.ts'
import { findBooking, findLiveBooking, findNewestBooking } from '../../bookings/repository.ts'
import type { Db, Trx } from '../../db.ts'
import { carrierFault, type OperationKind } from '../operation.ts'
import { hastenAwaiting } from '../repository.ts'
import type { Next, Work } from './work.ts'

/** An operation that others may ask to cancel for. */
type Holder = Work<'book' | 'dispatch' | 'update'>

type Claiming = Pick<ClaimRequest, 'kind' | 'document' | 'reason_code' | 'reason_note'>
type Settling = Pick<
  SettleRequest,
  'booked' | 'released' | 'cancelled' | 'updated' | 'dispatch_failed' | 'cancellation_pending' | 'cancellation_refused'
>

/** Takes the shipment for the operation. An error that settles the matter is answered as the operation's end. */
export async function claimShipment(
  work: Work<OperationKind>,
  claiming: Claiming,
): Promise<ClaimReply__Output | AppError> {
  const { shipmentId, claimId, context } = work.operation
  try {
    return await work.remote(() =>
      work.dependencies.shipments.Claim({
        context: work.rpcContext({ ifMatch: context.ifMatch }),
        shipment_id: shipmentId,
        claim_id: claimId,
        ...claiming,
      }),
    )
  } catch (error) {
    if (error instanceof AppError && (error.isDeterministic || mayEndOtherwise.has(error.code))) return error
    throw error
  }
}

/** What settles the matter for now: a repeat with the same key begins anew. */
const mayEndOtherwise: ReadonlySet<ErrorCode> = new Set(['shipment_busy', 'version_conflict'])

/** Tells the shipment service how the claim ends. */
export const settleShipment = (work: Work<OperationKind>, settling: Settling): Promise<SettleReply__Output> => {
  const { shipmentId, claimId } = work.operation
  return work.remote(() =>
    work.dependencies.shipments.Settle({
      context: work.rpcContext(),
      shipment_id: shipmentId,
      claim_id: claimId,
      ...settling,
    }),
  )
}

/** The shipment that a reply holds. */
export function repliedShipment({ shipment }: { shipment: Shipment__Output | null }): Shipment {
  if (shipment === null) throw new TypeError('the reply holds no shipment')
  return shipmentFromMessage(shipment)
}

/**
 * Ends the claim, unless a cancellation was asked for: then nothing has ended, the carrier's job is undone first, and
 * this step comes again only if the carrier refuses that.
 */
export async function settleClaim(
  work: Holder,
  settling: Settling,
  write: (trx: Trx, shipment: Shipment) => Promise<Next>,
): Promise<Next> {
  const cancellation_refused = work.operation.desired.cancellationRefused !== null
  const reply = await settleShipment(work, { ...settling, cancellation_refused })
  if (reply.cancel_requested) {
    return await turnBack(work, { reasonCode: reply.reason_code || null, reasonNote: reply.reason_note || null })
  }
  return await work.commit(async (trx) => {
    const shipment = repliedShipment(reply)
    await keepShipment(trx, shipment)
    if (cancellation_refused || isFinalShipmentStatus(shipment.status)) await hastenAwaiting(trx, work.operation)
    return await write(trx, shipment)
  })
}

/** A cancellation was asked for: what was done is undone. */
export function turnBack(work: Holder, wish: CancellationWish): Promise<Next> {
  const { environmentId, shipmentId, step } = work.operation
  return work.commit(async (trx) => {
    const booking = await findLiveBooking(trx, environmentId, shipmentId)
    if (booking) await noteCancelling(trx, booking, wish, work.recorder())
    return { to: 'undo', desired: { wish, turnedBackFrom: step } }
  })
}

/** Takes the carrier's job back, on behalf of the one who asked to cancel. */
export async function undo(work: Holder): Promise<Next> {
  const { environmentId, shipmentId, desired } = work.operation
  const { turnedBackFrom } = desired
  const wish = desired.wish ?? noReason
  const booking = await findLiveBooking(work.dependencies.db, environmentId, shipmentId)
  if (booking === undefined) {
    return await work.commit(async (trx) => {
      const end = await endByBooking(trx, work.operation)
      return end === null ? { to: 'settle_cancelled' } : goOn(turnedBackFrom, alreadyEnded(end))
    })
  }
  const outcome = provedBy(await cancelJob(work, booking, wish), work.isFirstTry)
  return await work.commit(async (trx) => {
    switch (outcome.kind) {
      case 'cancelled':
        await cancelBooking(trx, booking, wish, work.recorder())
        return { to: 'settle_cancelled' }
      case 'refused':
        if (await endedMeanwhile(trx, booking)) return { to: 'settle_cancelled' }
        await noteCancelling(trx, booking, null, work.recorder())
        return goOn(turnedBackFrom, carrierFault(outcome.failure))
      case 'unknown':
      case 'not_sent':
        return cancellationUnknown(outcome.failure)
    }
  })
}

/** The cancellation is refused: what was turned back from goes on. */
const goOn = (turnedBackFrom: Holder['operation']['desired']['turnedBackFrom'], refusal: CarrierFault): Next => ({
  to: turnedBackFrom ?? 'settle',
  desired: { wish: null, cancellationRefused: refusal, doubt: null },
})

/** What a booking has come to that is its shipment's end too. */
export interface EndByBooking {
  carrierCode: string
  status: ShipmentStatus
}

/**
 * How the shipment's last booking has ended it, null where it has not. We know of it before the shipment's owner, whom an
 * event tells: until that has come the shipment looks as if it could still be cancelled or changed.
 */
export async function endByBooking(
  db: Db | Trx,
  { environmentId, shipmentId }: { environmentId: string; shipmentId: string },
): Promise<EndByBooking | null> {
  const booking = await findNewestBooking(db, environmentId, shipmentId)
  const status = booking ? finalShipmentStatus(booking) : null
  return booking && status ? { carrierCode: booking.carrierCode, status } : null
}

const alreadyEnded = ({ carrierCode, status }: EndByBooking): CarrierFault => ({
  carrier_code: carrierCode,
  code: status,
  message: `the shipment is ${status}`,
  http_status: null,
})

/** What an answer proves: who is turned away at the door learns nothing of what an earlier call has done. */
export const provedBy = <T extends CancelOutcome | UpdateOutcome>(outcome: T, isFirst: boolean): T | Unknown =>
  outcome.kind === 'refused' && !isFirst && isTurnedAway(outcome.failure)
    ? { kind: 'unknown', failure: outcome.failure }
    : outcome

const noReason: CancellationWish = { reasonCode: null, reasonNote: null }

/** Ends the claim as cancelled, on behalf of the one who asked to. */
export async function settleUndone(work: Holder, end: (shipment: Shipment) => Next): Promise<Next> {
  const { reasonCode, reasonNote } = work.operation.desired.wish ?? noReason
  const cancelled = { reason_code: reasonCode ?? '', reason_note: reasonNote ?? '' }
  const reply = await settleShipment(work, { cancelled })
  return await work.commit(async (trx) => {
    const shipment = repliedShipment(reply)
    await keepShipment(trx, shipment)
    await hastenAwaiting(trx, work.operation)
    return end(shipment)
  })
}

/** Asks the carrier to cancel the booking's job. One that has none needs no asking. */
export async function cancelJob(
  work: Work<OperationKind>,
  {
    carrierCode,
    carrierAccountId,
    carrierJobId,
  }: Pick<BookingRecord, 'carrierCode' | 'carrierAccountId' | 'carrierJobId'>,
  { reasonCode }: CancellationWish,
): Promise<CancelOutcome> {
  if (carrierJobId === null) return { kind: 'cancelled' }
  const adapter = work.adapter(carrierCode)
  const { capabilities, cancelWindow } = adapter.descriptor
  if (!capabilities.cancel || cancelWindow === null) {
    return { kind: 'refused', failure: notOffered(carrierCode, 'cancels no bookings') }
  }
  const request = { carrierJobId, reasonCode: reasonCode ?? 'cancelled' }
  return await work.callCarrier(adapter, 'cancel', (call) => adapter.cancel(request, call), { carrierAccountId })
}

/** The carrier has told of the job's end before it answered. */
export async function endedMeanwhile(trx: Trx, { environmentId, bookingId }: BookingRecord): Promise<boolean> {
  const present = await findBooking(trx, environmentId, bookingId)
  if (present === undefined || !isFinalBookingStatus(present.status)) return false
  return present.status === 'cancelled' || endedBeforePickup({ ...present, cancelling: null })
}

/** What the carrier does not do at all. */
export const notOffered = (carrierCode: string, what: string): CarrierFailure => ({
  carrierCode,
  code: 'not_offered',
  message: `the carrier ${what}`,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
})

/** The same step comes again, until the carrier has answered. */
export function cancellationUnknown(failure: CarrierFailure): Next {
  const carrier = carrierFault(failure)
  const message = `Carrier ${failure.carrierCode} has not answered; the cancellation is pursued until it has.`
  const because = new AppError('carrier_timeout', message, { carrier })
  return { later: failure.retryAfterMs, because, desired: { doubt: carrier } }
}
