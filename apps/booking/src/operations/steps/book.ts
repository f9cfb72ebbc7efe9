/** Books an offer for a shipment: claim → (draft) → call → (recover) → settle → finish. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import { prepareAttempt } from '../../bookings/commands.ts'
import { findLiveBooking } from '../../bookings/repository.ts'
import { databaseNow } from '../clock-repository.ts'
import { errorFromStored, firstCall, offerFault, offerOf, type StepOf, storedError } from '../operation.ts'
import { call, draft, finish, recover, settle } from './carrier-call.ts'
import { claimShipment, repliedShipment, settleClaim, settleUndone, undo } from './claims.ts'
import { type Next, notConnected, type Work } from './work.ts'

/** Takes the shipment, checks the offer against it as it now stands, and writes down what the carrier will be asked. */
async function claim(work: Work<'book'>): Promise<Next> {
  const { desired, opId } = work.operation
  const offer = offerOf(desired)
  const reply = await claimShipment(work, { kind: 'BOOK' })
  if (reply instanceof AppError) return await unlessBooked(work, reply)
  const shipment = repliedShipment(reply)
  return await work.commit(async (trx) => {
    const fault =
      (desired.quote && offerFault(desired.quote, shipment, await databaseNow(trx))) ??
      (work.dependencies.carriers.has(offer.option.carrierCode) ? null : notConnected(offer.option.carrierCode))
    if (fault !== null) return { to: 'release', desired: { shipment, failure: storedError(fault) } }
    const ids = { bookingId: newId('bkg'), attemptId: newId('att'), opId }
    const callbackBaseUrl = work.callbackBaseUrl(offer.option.carrierCode)
    const attempt = { ...ids, shipment, offer, isNewBooking: true, dispatchUntilAt: null, callbackBaseUrl }
    if (!(await prepareAttempt(trx, attempt, work.recorder()))) {
      return { to: 'release', desired: { shipment, failure: storedError(alreadyBooked(shipment)) } }
    }
    const { bookRecovery } = work.adapter(offer.option.carrierCode).descriptor
    return { to: firstCall(bookRecovery), bookingId: ids.bookingId, desired: { shipment } }
  })
}

/** The shipment is not to be had; if that is because this very option was booked a moment ago, here is its booking. */
const unlessBooked = (work: Work<'book'>, refusal: AppError): Promise<Next> =>
  work.commit(async (trx) => {
    const { environmentId, shipmentId, desired } = work.operation
    const live = await findLiveBooking(trx, environmentId, shipmentId)
    if (live === undefined || live.quoteOption.quoteOptionId !== desired.option?.quoteOptionId) {
      return { end: 'failed', error: refusal }
    }
    return { end: 'done', answer: work.dependencies.codec.toAnswer(live, live.status === 'pending' ? 202 : 200) }
  })

/** Nothing came of it: the shipment is free again. */
const release = (work: Work<'book'>): Promise<Next> =>
  settleClaim(work, { released: {} }, async () => ({ end: 'failed', error: failureOf(work) }))

function failureOf({ operation: { opId, desired } }: Work<'book'>): AppError {
  if (desired.failure === null) throw new TypeError(`operation ${opId} ends without a reason`)
  return errorFromStored(desired.failure)
}

const settleCancelled = (work: Work<'book'>): Promise<Next> =>
  settleUndone(work, ({ shipmentId, status }) => ({
    end: 'failed',
    error: new AppError('shipment_not_bookable', `Shipment ${shipmentId} was cancelled while it was being booked.`, {
      meta: { current_status: status },
    }),
  }))

const alreadyBooked = ({ shipmentId, status }: Shipment): AppError =>
  new AppError('shipment_already_booked', `Shipment ${shipmentId} has another booking; cancel it first.`, {
    meta: { current_status: status },
  })

export const bookSteps = {
  claim,
  draft,
  call,
  recover,
  settle,
  finish,
  release,
  undo,
  settle_cancelled: settleCancelled,
} satisfies Record<StepOf<'book'>, (work: Work<'book'>) => Promise<Next>>
