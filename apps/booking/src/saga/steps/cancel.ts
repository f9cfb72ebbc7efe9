/** Cancels a shipment: claim → call → settle_cancelled. The carrier is asked first, and until it answers. */
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import { isFinalShipmentStatus, type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import { publicCancellation } from '@waybill/contracts/shipments/cancellation'
import type { BookingRecord, CancellationWish } from '../../bookings/booking.ts'
import { findLiveBooking, findNewestBooking } from '../../bookings/repository.ts'
import type { Db, Trx } from '../../db.ts'
import { cancelBooking, noteCancelling, storeShipment } from '../../lifecycle/commands.ts'
import { cancellationRefused, carrierFault, errorFromStored, storedError } from '../../operations/errors.ts'
import { newDispatch, type OpenOperation } from '../../operations/operation.ts'
import { databaseNow, findOperationByClaim, insertOperation, wakeOperation } from '../../operations/repository.ts'
import { cancelJob, hasEndedBeforeAnswer, provenOutcome, retryCancellation, toCosts } from './carrier-cancellation.ts'
import { claimShipment, findEndByBooking, repliedShipment, settleShipment } from './claims.ts'
import type { Next } from './next.ts'
import type { StepTable, Work } from './work.ts'

type Wished = Work<'cancel', 'claim' | 'call'>['operation']['desired']

async function claim(work: Work<'cancel', 'claim'>): Promise<Next> {
  const { environmentId, shipmentId, desired } = work.operation
  const { reasonCode, reasonNote } = desired
  const reply = await claimShipment(work, { kind: 'CANCEL', reason_code: reasonCode, reason_note: reasonNote ?? '' })
  if (reply instanceof AppError) return await work.commit(async () => ({ end: 'failed', error: reply }))
  if (reply.outcome === 'DEFERRED') {
    const holderClaimId = reply.holder_claim_id
    const { claimKind } = repliedShipment(reply)
    const next = await work.commit(async (trx) => {
      if (claimKind === 'dispatch') await beginDispatch(trx, work.operation, holderClaimId)
      return { to: 'await_holder', desired: { ...desired, holderClaimId } }
    })
    await wakeOperation(work.dependencies.db, environmentId, { claimId: holderClaimId })
    work.dependencies.wakeReconciler()
    return next
  }
  return await work.commit(async (trx) => {
    await storeShipment(trx, repliedShipment(reply))
    const booking = await findLiveBooking(trx, environmentId, shipmentId)
    if (booking === undefined) return await withoutBooking(trx, work)
    await noteCancelling(trx, booking, toCancellationWish(desired), work.recorder())
    return { to: 'call', desired: { ...desired, bookingId: booking.bookingId } }
  })
}

/**
 * Stores the dispatch that holds the shipment if the event that requests it has not arrived yet, as while the broker is
 * away. It finds the request to cancel before it asks a carrier. The event later finds it stored. A holder of another kind
 * is left alone: an expiry begins with its event, and any other claim without an operation is ended by the sweep of claims.
 */
async function beginDispatch(
  trx: Trx,
  { environmentId, shipmentId, context }: OpenOperation,
  claimId: string,
): Promise<void> {
  if (await findOperationByClaim(trx, environmentId, claimId)) return
  const ownContext = { ...context, idempotencyKey: null, ifMatch: null }
  const untilAt = await databaseNow(trx)
  await insertOperation(trx, newDispatch({ environmentId, shipmentId, claimId, untilAt, context: ownContext }))
}

/** No live booking, so no carrier to ask: the shipment is cancelled, unless its last booking has ended it. */
async function withoutBooking(trx: Trx, { operation }: Work<'cancel', 'claim' | 'call' | 'pursue'>): Promise<Next> {
  const { desired } = operation
  const end = await findEndByBooking(trx, operation)
  if (end === null) return { to: 'settle_cancelled', desired }
  return { to: 'release', desired: { ...desired, failure: storedError(tooLate({ ...operation, status: end.status })) } }
}

/** Asks the carrier to cancel. If the outcome is unknown, `call` shows that on the shipment and `pursue` asks again. */
async function askCarrier(work: Work<'cancel', 'call' | 'pursue'>): Promise<Next> {
  const { environmentId, shipmentId, step, desired } = work.operation
  const booking = await findLiveBooking(work.dependencies.db, environmentId, shipmentId)
  if (booking === undefined) return await work.commit((trx) => withoutBooking(trx, work))
  const isFirst = step === 'call' && work.isFirstTry
  const outcome = provenOutcome(await cancelJob(work, booking, desired), isFirst)
  return await work.commit(async (trx): Promise<Next> => {
    switch (outcome.kind) {
      case 'cancelled':
        await cancelBooking(trx, booking, { ...toCancellationWish(desired), ...toCosts(outcome) }, work.recorder())
        return { to: 'settle_cancelled', desired }
      case 'refused': {
        if (await hasEndedBeforeAnswer(trx, booking)) return { to: 'settle_cancelled', desired }
        const present = await noteCancelling(trx, booking, null, work.recorder())
        const failure = storedError(refused(present, carrierFault(outcome.failure)))
        return { to: 'release', desired: { ...desired, failure } }
      }
      case 'unknown':
      case 'not_sent':
        if (step === 'call') return { to: 'pend', desired: { ...desired, doubt: carrierFault(outcome.failure) } }
        return retryCancellation(outcome.failure)
    }
  })
}

const toCancellationWish = ({ reasonCode, reasonNote, expires }: Wished): CancellationWish => ({
  reasonCode,
  reasonNote,
  ...(expires && { shipmentStatus: 'expired' }),
})

const refused = (booking: BookingRecord, carrier: CarrierFault | null): AppError =>
  cancellationRefused(`Shipment ${booking.shipmentId}`, booking, carrier)

/** A refusal that another operation or an earlier version has met. */
async function refusedBefore(
  db: Db | Trx,
  { environmentId, shipmentId }: Pick<OpenOperation, 'environmentId' | 'shipmentId'>,
  carrier: CarrierFault | null,
): Promise<AppError> {
  const booking = await findNewestBooking(db, environmentId, shipmentId)
  return booking === undefined ? notAsked(shipmentId) : refused(booking, carrier)
}

/** Shows on the shipment that its cancellation is pending. */
async function pend(work: Work<'cancel', 'pend'>): Promise<Next> {
  const { doubt } = work.operation.desired
  const reply = await settleShipment(work, { cancellation_pending: {} })
  return await work.commit(async (trx) => {
    await storeShipment(trx, repliedShipment(reply))
    const message = 'The carrier has not answered. The cancellation is retried until it does.'
    return { to: 'pursue', later: null, because: new AppError('carrier_timeout', message, { carrier: doubt }) }
  })
}

async function settleCancelled(work: Work<'cancel', 'settle_cancelled'>): Promise<Next> {
  const { reasonCode, reasonNote } = work.operation.desired
  const reply = await settleShipment(work, { cancelled: { reason_code: reasonCode, reason_note: reasonNote ?? '' } })
  return await work.commit(async (trx) => {
    const shipment = repliedShipment(reply)
    await storeShipment(trx, shipment)
    // An expiry is not a merchant's request and has no answer.
    return shipment.status === 'expired' ? { end: 'done', answer: null } : cancelled(shipment)
  })
}

const cancelled = (shipment: Shipment): Next =>
  shipment.status === 'cancelled'
    ? { end: 'done', answer: { status: 200, body: envelopeBytes(successEnvelope(publicCancellation(shipment))) } }
    : { end: 'failed', error: tooLate(shipment) }

const tooLate = ({ shipmentId, status }: Pick<Shipment, 'shipmentId' | 'status'>): AppError =>
  new AppError('shipment_not_cancellable', `Shipment ${shipmentId} is ${status} and cannot be cancelled.`, {
    meta: { current_status: status },
  })

/** Releases the shipment after the carrier refused. */
async function release(work: Work<'cancel', 'release'>): Promise<Next> {
  const { desired } = work.operation
  const reply = await settleShipment(work, { released: {} })
  return await work.commit(async (trx) => {
    await storeShipment(trx, repliedShipment(reply))
    const { failure } = desired
    return { end: 'failed', error: failure ? errorFromStored(failure) : await refusedBefore(trx, work.operation, null) }
  })
}

/** Waits while another operation holds the shipment and cancels it; that operation wakes this one at the end. */
async function awaitHolder(work: Work<'cancel', 'await_holder'>): Promise<Next> {
  const { dependencies, operation } = work
  const { environmentId, shipmentId, desired } = operation
  const found = await work.remote(() =>
    dependencies.shipments.Find({ context: work.rpcContext(), shipment_id: shipmentId }),
  )
  const shipment = shipmentFromMessage(found)
  if (isFinalShipmentStatus(shipment.status)) return await work.commit(async () => cancelled(shipment))
  if (shipment.cancelRequested) {
    const message = 'The carrier has not answered. The cancellation is retried until it does.'
    return await work.commit(async () => ({ later: null, because: new AppError('carrier_timeout', message) }))
  }
  const holder = await findOperationByClaim(dependencies.db, environmentId, desired.holderClaimId)
  const refusal = holder && 'cancellationRefused' in holder.desired ? holder.desired.cancellationRefused : null
  const wasAsked = refusal || holder?.kind === 'cancel'
  const error = wasAsked ? await refusedBefore(dependencies.db, operation, refusal ?? null) : notAsked(shipmentId)
  return await work.commit(async () => ({ end: 'failed', error }))
}

/** The holder's claim was ended by the sweep, so no carrier was asked. */
const notAsked = (shipmentId: string): AppError =>
  new AppError('upstream_timeout', `Shipment ${shipmentId} was released before it was cancelled. Retry.`)

export const cancelSteps: StepTable<'cancel'> = {
  claim,
  call: askCarrier,
  pend,
  pursue: askCarrier,
  settle_cancelled: settleCancelled,
  release,
  await_holder: awaitHolder,
}
