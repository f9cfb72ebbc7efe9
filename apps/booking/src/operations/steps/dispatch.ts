/**
 * Dispatches an on-demand shipment: quotes, then tries one carrier after another until one accepts or the window ends.
 * (reclaim →) quote → attempt → (draft →) call → (recover) → settle → finish. A refusal leads back to attempt, the last
 * candidate's refusal back to quote, and the end of the window to give_up.
 */
import { backoffMs } from '@waybill/chassis/process/backoff'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { type Quote, quoteFromMessage } from '@waybill/contracts/quote'
import { type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import { failBooking, prepareAttempt, storeShipment } from '../../bookings/commands.ts'
import { firstCarrierStep, ROUND_BACKOFF, rankForDispatch, roundPauseMs } from '../operation.ts'
import { databaseNow } from '../repository.ts'
import { call, draft, finish, recover, settle } from './carrier-call.ts'
import { claimShipment } from './claims.ts'
import { settleClaim, settleUndone, turnBack, undo } from './settlement.ts'
import type { Next, StepTable, Work } from './work.ts'

/** Longer than every carrier's own timeout for quotes. */
const QUOTES_TIMEOUT_MS = 12_000
/** Pause before a shipment is claimed again that still shows another booking or another holder. */
const RECLAIM_PAUSE_MS = 500

const NO_COURIER = 'no_courier_available'

type Searching = Work<'dispatch', 'quote' | 'attempt'>

/** Claims the shipment again, after a courier gave up before pickup. */
async function reclaim(work: Work<'dispatch', 'reclaim'>): Promise<Next> {
  const { desired } = work.operation
  const reply = await claimShipment(work, { kind: 'DISPATCH' })
  if (!(reply instanceof AppError)) return await work.commit(async () => ({ to: 'quote', desired }))
  if (reply.code === 'shipment_busy') return { later: RECLAIM_PAUSE_MS, because: reply }
  return await work.commit(async () => ({ end: 'failed', error: reply }))
}

/** Resolves to the shipment if it is still to be dispatched and the window is open, otherwise to the next step. */
async function findWanted(work: Searching): Promise<Shipment | Next> {
  const { shipmentId, claimId, desired } = work.operation
  const { shipments, db } = work.dependencies
  const found = await work.remote(() => shipments.Find({ context: work.rpcContext(), shipment_id: shipmentId }))
  const shipment = shipmentFromMessage(found)
  if (shipment.claimId !== claimId) {
    const message = `Shipment ${shipmentId} is ${shipment.status} and is no longer held by this dispatch.`
    return await work.commit(async () => ({ end: 'failed', error: new AppError('shipment_not_bookable', message) }))
  }
  if (shipment.cancelRequested) {
    const { cancellationReasonCode: reasonCode, cancellationReasonNote: reasonNote } = shipment
    return await turnBack(work, { reasonCode, reasonNote })
  }
  if ((await databaseNow(db)) >= desired.untilAt) return await work.commit(async () => ({ to: 'give_up', desired }))
  return shipment
}

const isShipment = (found: Shipment | Next): found is Shipment => 'shipmentId' in found

async function quote(work: Work<'dispatch', 'quote'>): Promise<Next> {
  const found = await findWanted(work)
  if (!isShipment(found)) return found
  const { desired } = work.operation
  const reply = await requestQuote(work)
  if (reply instanceof AppError) {
    return await work.commit(async (trx) => nextRound(work, await databaseNow(trx), reply))
  }
  return await work.commit(async (trx) => {
    await storeShipment(trx, found)
    const candidates = rankForDispatch(reply.options)
    return { to: 'attempt', desired: { ...desired, quote: reply, candidates, shipment: found } }
  })
}

/** Asks every carrier again with a new quote, after a pause that grows with the rounds. */
function nextRound({ operation: { desired } }: Searching, now: Date, because: AppError): Next {
  const rounds = desired.rounds + 1
  const later = roundPauseMs(backoffMs(rounds, ROUND_BACKOFF), desired.untilAt, now)
  return { to: 'quote', later, because, desired: { ...desired, quoteId: newId('qte'), candidates: [], rounds } }
}

/** A quote with every carrier's option; the error if there is none now. */
async function requestQuote(work: Work<'dispatch', 'quote'>): Promise<Quote | AppError> {
  const { shipmentId, desired } = work.operation
  const context = work.rpcContext({ timeoutMs: QUOTES_TIMEOUT_MS })
  const request = { context, shipment_id: shipmentId, quote_id: desired.quoteId }
  const { quotes } = work.dependencies
  try {
    return quoteFromMessage(await work.remote(() => quotes.QuoteForDispatch(request, { timeoutMs: QUOTES_TIMEOUT_MS })))
  } catch (error) {
    if (error instanceof AppError && (error.isDeterministic || error.code === 'carrier_unavailable')) return error
    throw error
  }
}

/** Stores the attempt to book the next candidate. */
async function attempt(work: Work<'dispatch', 'attempt'>): Promise<Next> {
  const found = await findWanted(work)
  if (!isShipment(found)) return found
  const { desired, opId } = work.operation
  const { shipment, quote } = desired
  return await work.commit(async (trx): Promise<Next> => {
    const now = await databaseNow(trx)
    const [option, ...candidates] = desired.candidates.filter(
      ({ carrierCode, expiresAt }) => expiresAt > now && work.dependencies.carriers.has(carrierCode),
    )
    if (option === undefined) {
      const because = new AppError('carrier_unavailable', 'No carrier accepted the shipment in this round.')
      return nextRound(work, now, because)
    }
    const bookingId = desired.bookingId ?? newId('bkg')
    const booking = { bookingId, isNewBooking: desired.bookingId === null, dispatchUntilAt: desired.untilAt }
    const offer = { quoteId: quote.quoteId, option }
    const callbackBaseUrl = work.callbackBaseUrl(option.carrierCode)
    const input = { ...booking, attemptId: newId('att'), opId, shipment, offer, callbackBaseUrl }
    if (!(await prepareAttempt(trx, input, work.recorder()))) {
      throw new Error(`shipment ${shipment.shipmentId} has a live booking while it is being dispatched`)
    }
    const { bookRecovery } = work.adapter(option.carrierCode).descriptor
    return { to: firstCarrierStep(bookRecovery), desired: { ...desired, option, candidates, bookingId } }
  })
}

/** Fails the booking at the end of the window. No attempt is in doubt then: the saga resolves each before the next. */
function giveUp(work: Work<'dispatch', 'give_up'>): Promise<Next> {
  const { environmentId, desired } = work.operation
  const { bookingId } = desired
  return work.commit(async (trx) => {
    if (bookingId !== null) await failBooking(trx, { environmentId, bookingId }, NO_COURIER, work.recorder())
    return { to: 'settle_failed', desired }
  })
}

const settleFailed = (work: Work<'dispatch', 'settle_failed'>): Promise<Next> =>
  settleClaim(work, { dispatch_failed: { reason: NO_COURIER } }, async () => ({
    end: 'failed',
    error: new AppError('carrier_unavailable', 'No courier accepted the shipment within the dispatch window.'),
  }))

const settleCancelled = (work: Work<'dispatch', 'settle_cancelled'>): Promise<Next> =>
  settleUndone(work, () => ({ end: 'done', answer: null }))

export const dispatchSteps: StepTable<'dispatch'> = {
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
}
