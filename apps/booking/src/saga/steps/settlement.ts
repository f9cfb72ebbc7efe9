/** Ending a claim; if a cancellation was requested, undoing the work at the carrier first. */
import type { CarrierFault } from '@waybill/contracts/app-error'
import { isFinalShipmentStatus, type Shipment } from '@waybill/contracts/shipment'
import type { CancellationWish } from '../../bookings/booking.ts'
import { findLiveBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { cancelBooking, noteCancelling, storeShipment } from '../../lifecycle/commands.ts'
import { carrierFault } from '../../operations/errors.ts'
import type { Move, OpenOperation } from '../../operations/operation.ts'
import { wakeAwaitingCancellations } from '../../operations/repository.ts'
import { cancelJob, hasEndedBeforeAnswer, provenOutcome, retryCancellation, toCosts } from './carrier-cancellation.ts'
import { alreadyEnded, findEndByBooking, repliedShipment, type Settling, settleShipment } from './claims.ts'
import type { Next } from './next.ts'
import type { Work } from './work.ts'

/** An operation at a step that may find a request to cancel. */
type Turnable =
  | Work<'book' | 'dispatch', 'settle'>
  | Work<'book', 'release'>
  | Work<'dispatch', 'quote' | 'attempt' | 'settle_failed'>
  | Work<'update', 'pursue' | 'settle' | 'release'>

/** A claim that the shipment service has ended, which is not stored here yet. */
export interface Settled {
  shipment: Shipment
  /** A cancellation that waits for the claim's holder goes on. */
  decidesCancellation: boolean
}

/**
 * Ends the claim and commits what `write` returns. If a cancellation was requested, nothing ends: the carrier's job is
 * undone first, and this step is taken again only if the carrier refuses to cancel.
 */
export async function settleClaim(
  work: Turnable,
  settling: Settling,
  write: (trx: Trx, shipment: Shipment) => Promise<Next>,
): Promise<Next> {
  const ended = await endClaim(work, settling)
  if ('turned' in ended) return ended.turned
  return await work.commit(async (trx) => {
    await storeSettled(trx, work.operation, ended)
    return await write(trx, ended.shipment)
  })
}

/** Ends the claim, for a step that stores this. `turned`: the next step, if a cancellation was requested. */
export async function endClaim(work: Turnable, settling: Settling): Promise<Settled | { turned: Next }> {
  const cancellation_refused = work.operation.desired.cancellationRefused !== null
  const reply = await settleShipment(work, { ...settling, cancellation_refused })
  if (reply.cancel_requested) {
    const wish = { reasonCode: reply.reason_code || null, reasonNote: reply.reason_note || null }
    return { turned: await turnBack(work, wish) }
  }
  const shipment = repliedShipment(reply)
  return { shipment, decidesCancellation: cancellation_refused || isFinalShipmentStatus(shipment.status) }
}

/** Stores the shipment as its claim has left it. */
export async function storeSettled(
  trx: Trx,
  operation: Pick<OpenOperation, 'environmentId' | 'shipmentId'>,
  { shipment, decidesCancellation }: Settled,
): Promise<void> {
  await storeShipment(trx, shipment)
  if (decidesCancellation) await wakeAwaitingCancellations(trx, operation)
}

/** Turns back: the work done so far is undone next. A carrier that has refused is not asked again. */
export async function turnBack(work: Turnable, wish: CancellationWish): Promise<Next> {
  const { environmentId, shipmentId, step, desired } = work.operation
  if (desired.cancellationRefused !== null) throw new Error(`step ${step} turns back although the carrier has refused`)
  return await work.commit(async (trx) => {
    const booking = await findLiveBooking(trx, environmentId, shipmentId)
    if (booking) await noteCancelling(trx, booking, wish, work.recorder())
    return { to: 'undo', desired: { ...desired, wish, turnedBackFrom: step } }
  })
}

type Undoing = Work<'book' | 'dispatch' | 'update', 'undo'>

/** Cancels the carrier's job for the merchant who asked to. */
export async function undo(work: Undoing): Promise<Next> {
  const { environmentId, shipmentId, desired } = work.operation
  const booking = await findLiveBooking(work.dependencies.db, environmentId, shipmentId)
  if (booking === undefined) {
    return await work.commit(async (trx) => {
      const end = await findEndByBooking(trx, work.operation)
      return end === null ? { to: 'settle_cancelled', desired } : resume(work, alreadyEnded(end))
    })
  }
  const outcome = provenOutcome(await cancelJob(work, booking, desired.wish), work.isFirstTry)
  return await work.commit(async (trx): Promise<Next> => {
    switch (outcome.kind) {
      case 'cancelled':
        await cancelBooking(trx, booking, { ...desired.wish, ...toCosts(outcome) }, work.recorder())
        return { to: 'settle_cancelled', desired }
      case 'refused':
        if (await hasEndedBeforeAnswer(trx, booking)) return { to: 'settle_cancelled', desired }
        await noteCancelling(trx, booking, null, work.recorder())
        return resume(work, carrierFault(outcome.failure))
      case 'unknown':
      case 'not_sent':
        return retryCancellation(outcome.failure)
    }
  })
}

/** The cancellation was refused: the step that turned back is taken again. The cast restores what it had kept then. */
function resume({ operation }: Undoing, cancellationRefused: CarrierFault): Next {
  const { wish: _, turnedBackFrom, ...kept } = operation.desired
  return { to: turnedBackFrom ?? 'settle', desired: { ...kept, cancellationRefused, doubt: null } } as Move
}

/** Ends the claim as cancelled, for the merchant who asked to. */
export async function settleUndone(
  work: Work<'book' | 'dispatch' | 'update', 'settle_cancelled'>,
  end: (shipment: Shipment) => Next,
): Promise<Next> {
  const { reasonCode, reasonNote } = work.operation.desired.wish
  const cancelled = { reason_code: reasonCode ?? '', reason_note: reasonNote ?? '' }
  const reply = await settleShipment(work, { cancelled })
  return await work.commit(async (trx) => {
    const shipment = repliedShipment(reply)
    await storeShipment(trx, shipment)
    await wakeAwaitingCancellations(trx, work.operation)
    return end(shipment)
  })
}
