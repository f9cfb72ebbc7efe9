/** Books an offer for a shipment: claim → (draft) → call → (recover) → settle → finish. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Shipment } from '@waybill/contracts/shipment'
import { accountRefusal } from '../../accounts/account-access.ts'
import { findLiveBooking } from '../../bookings/repository.ts'
import { prepareAttempt } from '../../lifecycle/commands.ts'
import { errorFromStored, notConnected, storedError } from '../../operations/errors.ts'
import { firstCarrierStep, type Move, toOffer } from '../../operations/operation.ts'
import { offerFault } from '../offer-fault.ts'
import { call, draft, findPreparedBooking, finish, recover, settle } from './carrier-call.ts'
import { claimShipment, repliedShipment } from './claims.ts'
import type { Next } from './next.ts'
import { settleClaim, settleUndone, undo } from './settlement.ts'
import type { StepTable, Work } from './work.ts'

/** Claims the shipment, checks the offer against it as it is now, and stores the attempt to book. */
async function claim(work: Work<'book', 'claim'>): Promise<Next> {
  const { desired, opId, claimId } = work.operation
  const offer = toOffer(desired)
  const { carrierCode } = offer.option
  const reply = await claimShipment(work, { kind: 'BOOK' })
  if (reply instanceof AppError) return await unlessBooked(work, reply)
  const shipment = repliedShipment(reply)
  return await work.commit(async (trx, now) => {
    const release = (error: AppError): Next => ({
      to: 'release',
      desired: { ...desired, shipment, failure: storedError(error) },
    })
    const fault = offerFault(desired, shipment, now)
    if (fault !== null) return release(fault)
    const adapter = work.dependencies.carriers.get(carrierCode)
    if (adapter === undefined) return release(notConnected(carrierCode))
    const { environmentId } = work.operation
    const { bookRecovery } = adapter.descriptor
    const refusal = await accountRefusal(trx, work.dependencies, adapter.descriptor, { environmentId, ...offer })
    if (refusal !== null) return release(refusal)
    const ids = { bookingId: newId('bkg'), attemptId: newId('att'), opId, claimId }
    const callbackBaseUrl = await work.callbackBaseUrl(trx, offer.option)
    const attempt = { ...ids, shipment, offer, isNewBooking: true, dispatchUntilAt: null, callbackBaseUrl, sentAt: now }
    const prepared = ({ bookingId }: { bookingId: string }): Move => ({
      to: firstCarrierStep(bookRecovery),
      desired: { ...desired, shipment, bookingId },
    })
    const next = prepared(ids)
    const stored = await prepareAttempt(trx, { ...attempt, further: [work.moveWrite(trx, next)] }, work.recorder())
    if (stored !== null) {
      work.known.attempt = stored
      return next
    }
    const own = await findPreparedBooking(trx, work.operation)
    return own ? prepared(own) : release(alreadyBooked(shipment))
  })
}

/** The claim was refused. If that is because this option is already booked, the answer is its booking. */
const unlessBooked = (work: Work<'book', 'claim'>, refusal: AppError): Promise<Next> =>
  work.commit(async (trx) => {
    const { environmentId, shipmentId, desired } = work.operation
    const live = await findLiveBooking(trx, environmentId, shipmentId)
    if (live === undefined || live.quoteOption.quoteOptionId !== desired.option.quoteOptionId) {
      return { end: 'failed', error: refusal }
    }
    const status = live.status === 'pending' ? 202 : 200
    return { end: 'done', answer: work.dependencies.codec.toAnswer(live, status) }
  })

/** Releases the shipment without a booking. */
const release = (work: Work<'book', 'release'>): Promise<Next> =>
  settleClaim(work, { released: {} }, async () => ({
    end: 'failed',
    error: errorFromStored(work.operation.desired.failure),
  }))

const settleCancelled = (work: Work<'book', 'settle_cancelled'>): Promise<Next> =>
  settleUndone(work, ({ shipmentId, status }) => ({
    end: 'failed',
    error: new AppError('shipment_not_bookable', `Shipment ${shipmentId} was cancelled while it was being booked.`, {
      meta: { current_status: status },
    }),
  }))

const alreadyBooked = ({ shipmentId, status }: Shipment): AppError =>
  new AppError(
    'shipment_already_booked',
    `Shipment ${shipmentId} already has an active booking. To book another option, cancel that booking: the shipment is then ready again.`,
    {
      meta: { current_status: status },
    },
  )

export const bookSteps: StepTable<'book'> = {
  claim,
  draft,
  call,
  recover,
  settle,
  finish,
  release,
  undo,
  settle_cancelled: settleCancelled,
}
