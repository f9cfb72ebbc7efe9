/**
 * The saga of an on-demand shipment: quotes, then one carrier after another, until one takes it or the window is over.
 * (reclaim →) quote → attempt → (draft →) call → (recover) → settle → finish; a refusal leads back to attempt, the end of the
 * offers back to quote, the end of the window to give_up.
 */
import { backoffMs } from '@waybill/chassis/process/backoff'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { quoteFromMessage } from '@waybill/contracts/quote'
import { type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import { failBooking, keepShipment, prepareAttempt } from '../../bookings/commands.ts'
import { databaseNow } from '../clock-repository.ts'
import { claimedShipment, firstCall, ROUND_BACKOFF, rankForDispatch, roundPauseMs, type StepOf } from '../operation.ts'
import { call, draft, finish, recover, settle } from './carrier-call.ts'
import { claimShipment, settleClaim, settleUndone, turnBack, undo } from './claims.ts'
import type { Next, Work } from './work.ts'

/** Each carrier's own time-out is below it. */
const QUOTES_TIMEOUT_MS = 12_000
/** A shipment that shows another booking still, or another holder, is asked for again. */
const RECLAIM_PAUSE_MS = 500

const NO_COURIER = 'no_courier_available'

type Dispatch = Work<'dispatch'>

/** A courier has given up before pickup: the shipment is taken once more. */
async function reclaim(work: Dispatch): Promise<Next> {
  const reply = await claimShipment(work, { kind: 'DISPATCH' })
  if (!(reply instanceof AppError)) return await work.commit(async () => ({ to: 'quote' }))
  if (reply.code === 'shipment_busy') return { later: RECLAIM_PAUSE_MS, because: reply }
  return await work.commit(async () => ({ end: 'failed', error: reply }))
}

/** The shipment if it is still ours to dispatch and there is time; else the step that follows instead. */
async function stillWanted(work: Dispatch): Promise<Shipment | Next> {
  const { shipmentId, claimId, desired } = work.operation
  const { shipments, db } = work.dependencies
  const found = await work.remote(() => shipments.Find({ context: work.rpcContext(), shipment_id: shipmentId }))
  const shipment = shipmentFromMessage(found)
  if (shipment.claimId !== claimId) {
    const message = `Shipment ${shipmentId} is ${shipment.status} and no longer waits for this dispatch.`
    return await work.commit(async () => ({ end: 'failed', error: new AppError('shipment_not_bookable', message) }))
  }
  if (shipment.cancelRequested) {
    const { cancellationReasonCode: reasonCode, cancellationReasonNote: reasonNote } = shipment
    return await turnBack(work, { reasonCode, reasonNote })
  }
  if ((await databaseNow(db)) >= desired.untilAt) return await work.commit(async () => ({ to: 'give_up' }))
  return shipment
}

const isShipment = (found: Shipment | Next): found is Shipment => 'shipmentId' in found

async function quote(work: Dispatch): Promise<Next> {
  const found = await stillWanted(work)
  if (!isShipment(found)) return found
  const { shipmentId, desired } = work.operation
  const reply = await askForOffers(work, { shipmentId, quoteId: desired.quoteId })
  if (reply instanceof AppError) {
    return await work.commit(async (trx) => anotherRound(work, await databaseNow(trx), reply))
  }
  return await work.commit(async (trx) => {
    await keepShipment(trx, found)
    const { options } = reply
    return { to: 'attempt', desired: { quote: reply, candidates: rankForDispatch(options), shipment: found } }
  })
}

/** Every carrier is asked once more, by a quote of its own, after a pause that grows with the rounds. */
function anotherRound({ operation: { desired } }: Dispatch, now: Date, because: AppError): Next {
  const rounds = desired.rounds + 1
  const later = roundPauseMs(backoffMs(rounds, ROUND_BACKOFF), desired.untilAt, now)
  return { to: 'quote', later, because, desired: { quoteId: newId('qte'), candidates: [], rounds } }
}

/** Every carrier's offer; the error if none has one at present. */
async function askForOffers(work: Dispatch, { shipmentId, quoteId }: { shipmentId: string; quoteId: string }) {
  const context = work.rpcContext({ timeoutMs: QUOTES_TIMEOUT_MS })
  const request = { context, shipment_id: shipmentId, quote_id: quoteId }
  try {
    const reply = await work.remote(() =>
      work.dependencies.quotes.QuoteForDispatch(request, { timeoutMs: QUOTES_TIMEOUT_MS }),
    )
    return quoteFromMessage(reply)
  } catch (error) {
    if (error instanceof AppError && (error.isDeterministic || error.code === 'carrier_unavailable')) return error
    throw error
  }
}

/** Writes down the next offer that is to be booked. */
async function attempt(work: Dispatch): Promise<Next> {
  const found = await stillWanted(work)
  if (!isShipment(found)) return found
  const { desired, opId, bookingId } = work.operation
  const { carriers } = work.dependencies
  return await work.commit(async (trx): Promise<Next> => {
    const now = await databaseNow(trx)
    const [option, ...candidates] = desired.candidates.filter(
      ({ carrierCode, expiresAt }) => expiresAt > now && carriers.has(carrierCode),
    )
    if (option === undefined || desired.quote === null) {
      const because = new AppError('carrier_unavailable', 'No carrier has taken the shipment in this round.')
      return anotherRound(work, now, because)
    }
    const ids = { bookingId: bookingId ?? newId('bkg'), attemptId: newId('att'), opId }
    const offer = { quoteId: desired.quote.quoteId, option }
    const shipment = claimedShipment(desired)
    const callbackBaseUrl = work.callbackBaseUrl(option.carrierCode)
    const booking = { isNewBooking: bookingId === null, dispatchUntilAt: desired.untilAt, callbackBaseUrl }
    if (!(await prepareAttempt(trx, { ...ids, ...booking, shipment, offer }, work.recorder()))) {
      throw new Error(`shipment ${shipment.shipmentId} has a live booking while it is being dispatched`)
    }
    const { bookRecovery } = work.adapter(option.carrierCode).descriptor
    return { to: firstCall(bookRecovery), bookingId: ids.bookingId, desired: { option, candidates } }
  })
}

/** The window is over. No attempt is in doubt, since the saga leaves none behind. */
function giveUp(work: Dispatch): Promise<Next> {
  const { environmentId, bookingId } = work.operation
  return work.commit(async (trx) => {
    if (bookingId !== null) await failBooking(trx, { environmentId, bookingId }, NO_COURIER, work.recorder())
    return { to: 'settle_failed' }
  })
}

const settleFailed = (work: Dispatch): Promise<Next> =>
  settleClaim(work, { dispatch_failed: { reason: NO_COURIER } }, async () => ({
    end: 'failed',
    error: new AppError('carrier_unavailable', 'No courier took the shipment within the dispatch window.'),
  }))

const settleCancelled = (work: Dispatch): Promise<Next> => settleUndone(work, () => ({ end: 'done', answer: null }))

export const dispatchSteps = {
  reclaim,
  quote,
  attempt,
  draft,
  call,
  recover,
  settle,
  finish,
  undo,
  settle_cancelled: settleCancelled,
  give_up: giveUp,
  settle_failed: settleFailed,
} satisfies Record<StepOf<'dispatch'>, (work: Work<'dispatch'>) => Promise<Next>>
