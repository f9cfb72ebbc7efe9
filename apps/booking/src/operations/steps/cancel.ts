/** Cancels a shipment: claim → call → settle_cancelled. The carrier is asked first, and until it answers. */
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import {
  isFinalShipmentStatus,
  publicCancellation,
  type Shipment,
  shipmentFromMessage,
} from '@waybill/contracts/shipment'
import { cancelBooking, noteCancelling, storeShipment } from '../../bookings/commands.ts'
import { findLiveBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { carrierFault, errorFromStored, storedError } from '../errors.ts'
import { findOperationByClaim, wakeOperation } from '../repository.ts'
import { cancelJob, hasEndedBeforeAnswer, provenOutcome, retryCancellation } from './carrier-cancellation.ts'
import { claimShipment, findEndByBooking, repliedShipment, settleShipment } from './claims.ts'
import type { Next, StepTable, Work } from './work.ts'

async function claim(work: Work<'cancel', 'claim'>): Promise<Next> {
  const { environmentId, shipmentId, desired } = work.operation
  const { reasonCode, reasonNote } = desired
  const reply = await claimShipment(work, { kind: 'CANCEL', reason_code: reasonCode, reason_note: reasonNote ?? '' })
  if (reply instanceof AppError) return await work.commit(async () => ({ end: 'failed', error: reply }))
  if (reply.outcome === 'DEFERRED') {
    const holderClaimId = reply.holder_claim_id
    const next = await work.commit(async () => ({ to: 'await_holder', desired: { ...desired, holderClaimId } }))
    await wakeOperation(work.dependencies.db, environmentId, { claimId: holderClaimId })
    return next
  }
  return await work.commit(async (trx) => {
    await storeShipment(trx, repliedShipment(reply))
    const booking = await findLiveBooking(trx, environmentId, shipmentId)
    if (booking === undefined) return await withoutBooking(trx, work)
    await noteCancelling(trx, booking, { reasonCode, reasonNote }, work.recorder())
    return { to: 'call', desired: { ...desired, bookingId: booking.bookingId } }
  })
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
        await cancelBooking(trx, booking, desired, work.recorder())
        return { to: 'settle_cancelled', desired }
      case 'refused': {
        if (await hasEndedBeforeAnswer(trx, booking)) return { to: 'settle_cancelled', desired }
        await noteCancelling(trx, booking, null, work.recorder())
        const failure = storedError(refused(shipmentId, carrierFault(outcome.failure)))
        return { to: 'release', desired: { ...desired, failure } }
      }
      case 'unknown':
      case 'not_sent':
        if (step === 'call') return { to: 'pend', desired: { ...desired, doubt: carrierFault(outcome.failure) } }
        return retryCancellation(outcome.failure)
    }
  })
}

const refused = (shipmentId: string, carrier: CarrierFault | null): AppError =>
  new AppError('cancellation_refused', `The carrier refused to cancel shipment ${shipmentId}.`, { carrier })

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
  const { shipmentId, desired } = work.operation
  const reply = await settleShipment(work, { released: {} })
  return await work.commit(async (trx) => {
    await storeShipment(trx, repliedShipment(reply))
    return { end: 'failed', error: desired.failure ? errorFromStored(desired.failure) : refused(shipmentId, null) }
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
    return { later: null, because: new AppError('carrier_timeout', message) }
  }
  const holder = await findOperationByClaim(dependencies.db, environmentId, desired.holderClaimId)
  const refusal = holder && 'cancellationRefused' in holder.desired ? holder.desired.cancellationRefused : null
  return await work.commit(async () => ({ end: 'failed', error: refused(shipmentId, refusal ?? null) }))
}

export const cancelSteps: StepTable<'cancel'> = {
  claim,
  call: askCarrier,
  pend,
  pursue: askCarrier,
  settle_cancelled: settleCancelled,
  release,
  await_holder: awaitHolder,
}
