/**
 * Dispatches an on-demand shipment: quotes, then tries one carrier after another until one accepts or the window ends.
 * (reclaim →) quote → attempt → (draft →) call → (recover) → settle → finish. A refusal leads back to attempt, the last
 * candidate's refusal back to quote. The end of the window or of the attempts leads to give_up, and so does a round in which
 * every carrier has declined for good.
 */

import type { Carriers } from '@waybill/carriers/registry'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import { AppError } from '@waybill/contracts/app-error'
import { type AccountRevision, accountRevisionFromMessage } from '@waybill/contracts/carrier-accounts/account-revision'
import { defaultDispatch } from '@waybill/contracts/dispatch'
import { newId } from '@waybill/contracts/ids'
import { type Quote, quoteFromMessage } from '@waybill/contracts/quote'
import type { PublicCarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import { type Shipment, shipmentFromMessage } from '@waybill/contracts/shipment'
import type { SearchEnd } from '@waybill/contracts/shipments/failure-reason'
import { accountRefusal } from '../../accounts/account-access.ts'
import { storeAccountRevision } from '../../accounts/repository.ts'
import { listCancelledServices } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { reportDeclines } from '../../dispatching/declines.ts'
import { screenOffers, serviceKey } from '../../dispatching/limits.ts'
import { countBookings, listFees } from '../../dispatching/repository.ts'
import { failBooking, prepareAttempt, storeShipment } from '../../lifecycle/commands.ts'
import { firstCarrierStep, ROUND_BACKOFF, rankForDispatch, roundPauseMs } from '../../operations/operation.ts'
import { databaseNow } from '../../operations/repository.ts'
import { call, draft, findPreparedBooking, finish, recover, settle } from './carrier-call.ts'
import { claimShipment } from './claims.ts'
import type { Next } from './next.ts'
import { settleClaim, settleUndone, turnBack, undo } from './settlement.ts'
import type { StepTable, Work } from './work.ts'

/** Longer than every carrier's own timeout for quotes. */
const QUOTES_TIMEOUT_MS = 12_000
/** Pause before a shipment is claimed again that still shows another booking or another holder. */
const RECLAIM_PAUSE_MS = 500

type Searching = Work<'dispatch', 'quote' | 'attempt'>

/** Claims the shipment again, after a courier gave up before pickup. */
async function reclaim(work: Work<'dispatch', 'reclaim'>): Promise<Next> {
  const { desired } = work.operation
  const reply = await claimShipment(work, { kind: 'DISPATCH' })
  if (!(reply instanceof AppError)) return await work.commit(async () => ({ to: 'quote', desired }))
  const isBusy = reply.code === 'shipment_busy'
  return await work.commit(async () =>
    isBusy ? { later: RECLAIM_PAUSE_MS, because: reply } : { end: 'failed', error: reply },
  )
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
  if (shipment.cancelRequested && desired.cancellationRefused !== null) return await giveBack(work)
  if (shipment.cancelRequested) {
    const { cancellationReasonCode: reasonCode, cancellationReasonNote: reasonNote } = shipment
    return await turnBack(work, { reasonCode, reasonNote })
  }
  if ((await databaseNow(db)) >= desired.untilAt) {
    return await work.commit(async () => endSearch(work, 'dispatch_window_over'))
  }
  return shipment
}

const endSearch = ({ operation: { desired } }: Searching, endedBy: SearchEnd): Next => ({
  to: 'give_up',
  desired: { ...desired, endedBy },
})

/** Time changes nothing: every carrier has declined for good, except services whose booking was cancelled. */
async function endHopeless(trx: Trx, work: Searching, isAsked: boolean): Promise<Next> {
  const cancelled = await listCancelledServices(trx, work.operation)
  if (cancelled.length > 0) return endSearch(work, 'booking_cancelled')
  return endSearch(work, isAsked ? 'no_courier_available' : 'no_carrier_on_demand')
}

/** A search has no job, so the job whose carrier refused to cancel, or which has ended, is another's: none is added to it. */
const giveBack = (work: Searching): Promise<Next> =>
  settleClaim(work, { released: {} }, async () => {
    const message = `Shipment ${work.operation.shipmentId} has a job that is not cancelled. It is not dispatched.`
    return { end: 'failed', error: new AppError('shipment_not_bookable', message) }
  })

const isShipment = (found: Shipment | Next): found is Shipment => 'shipmentId' in found

async function quote(work: Work<'dispatch', 'quote'>): Promise<Next> {
  const found = await findWanted(work)
  if (!isShipment(found)) return found
  const { desired } = work.operation
  const reply = await requestQuote(work)
  return await work.commit(async (trx, now) => {
    const { candidates, declined } = await screen(trx, work, found, reply)
    await reportDeclines(trx, work.operation, declined, now)
    const isHopeful = declined.some(({ retryable }) => retryable)
    const screened = { ...desired, isHopeful }
    if (candidates.length === 0 || reply instanceof AppError) {
      const saysWhy = !(reply instanceof AppError) || reply.meta.messages !== undefined
      const isAsked = declined.length > 0 || desired.refused.length > 0
      if (saysWhy && !isHopeful) return await endHopeless(trx, work, isAsked)
      return nextRound(work, now, reply instanceof AppError ? reply : noneAccepted())
    }
    for (const account of reply.accounts) await storeAccountRevision(trx, account)
    await storeShipment(trx, found)
    return {
      to: 'attempt',
      desired: { ...screened, quote: reply.quote, candidates: rankForDispatch(candidates), shipment: found },
    }
  })
}

/** Offers of the round within the merchant's limits, and the reason why each other service is not booked. */
async function screen(
  trx: Trx,
  { dependencies, operation }: Work<'dispatch', 'quote'>,
  { dispatch, livemode }: Shipment,
  reply: Offered | AppError,
): Promise<ReturnType<typeof screenOffers>> {
  const [options, messages] = toOffers(reply)
  const cancelled = await listCancelledServices(trx, operation)
  return screenOffers(options, messages, {
    dispatch: dispatch ?? defaultDispatch,
    services: knownServices(dependencies.carriers, { livemode, options }),
    spent: await listFees(trx, operation),
    refused: [...operation.desired.refused, ...cancelled.map(serviceKey)],
  })
}

/** The services of the carriers that may be booked, with an account of the merchant or without one. */
function knownServices(
  carriers: Carriers,
  { livemode, options }: { livemode: boolean; options: readonly QuoteOption[] },
): Parameters<typeof screenOffers>[2]['services'] {
  const open = [...carriers.values()].filter(({ descriptor }) => !(livemode && descriptor.simulated))
  return open.flatMap(({ descriptor: { carrierCode, services, discoversServices } }) =>
    discoversServices
      ? options
          .filter((option) => option.carrierCode === carrierCode)
          .map(({ serviceCode, carriedBy }) => ({ carrierCode, serviceCode, carriedBy, onDemand: false }))
      : services.map(({ serviceCode, onDemand }) => ({ carrierCode, serviceCode, onDemand })),
  )
}

/** Options and messages of a quote. The error in its place holds the messages. */
function toOffers(reply: Offered | AppError): [Quote['options'], Parameters<typeof screenOffers>[1]] {
  if (!(reply instanceof AppError)) return [reply.quote.options, reply.quote.messages]
  const messages = (reply.meta.messages ?? []) as PublicCarrierMessage[]
  return [
    [],
    messages.map(({ carrier_code, service_code, ...reason }) => ({
      ...reason,
      carrierCode: carrier_code,
      serviceCode: service_code,
    })),
  ]
}

const noneAccepted = (): AppError =>
  new AppError('carrier_unavailable', 'No carrier accepted the shipment in this round.')

/** Asks every carrier again with a new quote, after a pause that grows with the rounds. */
function nextRound({ operation: { desired } }: Searching, now: Date, because: AppError): Next {
  const rounds = desired.rounds + 1
  const later = roundPauseMs(backoffMs(rounds, ROUND_BACKOFF), desired.untilAt, now)
  return { to: 'quote', later, because, desired: { ...desired, quoteId: newId('qte'), candidates: [], rounds } }
}

/** A quote and the merchant's carrier accounts that made its offers. */
interface Offered {
  quote: Quote
  accounts: AccountRevision[]
}

/** A quote with every carrier's option; the error if there is none now. */
async function requestQuote(work: Work<'dispatch', 'quote'>): Promise<Offered | AppError> {
  const { shipmentId, desired } = work.operation
  const context = work.rpcContext({ timeoutMs: QUOTES_TIMEOUT_MS })
  const request = { context, shipment_id: shipmentId, quote_id: desired.quoteId }
  const { quotes } = work.dependencies
  try {
    const found = await work.remote(() => quotes.QuoteForDispatch(request, { timeoutMs: QUOTES_TIMEOUT_MS }))
    return { quote: quoteFromMessage(found), accounts: found.accounts.map(accountRevisionFromMessage) }
  } catch (error) {
    if (error instanceof AppError && (error.isDeterministic || error.code === 'carrier_unavailable')) return error
    throw error
  }
}

/** Stores the attempt to book the next candidate. */
async function attempt(work: Work<'dispatch', 'attempt'>): Promise<Next> {
  const found = await findWanted(work)
  if (!isShipment(found)) return found
  const { desired, opId, claimId } = work.operation
  const { shipment, quote } = desired
  return await work.commit(async (trx, now): Promise<Next> => {
    const next = (option: QuoteOption, candidates: QuoteOption[], bookingId: string): Next => ({
      to: firstCarrierStep(work.adapter(option.carrierCode).descriptor.bookRecovery),
      desired: { ...desired, option, candidates, bookingId },
    })
    work.known.attempt = undefined
    const prepared = await findPreparedBooking(trx, work.operation)
    if (prepared !== undefined) return next(prepared.quoteOption, desired.candidates, prepared.bookingId)
    const { max_attempts: mostAttempts } = shipment.dispatch ?? defaultDispatch
    if ((await countBookings(trx, work.operation)) >= mostAttempts) return endSearch(work, 'dispatch_attempts_used_up')
    const [option, ...candidates] = await bookable(trx, work, now)
    if (option === undefined) {
      const hasExpired = desired.candidates.length > 0
      return hasExpired || desired.isHopeful ? nextRound(work, now, noneAccepted()) : await endHopeless(trx, work, true)
    }
    const bookingId = desired.bookingId ?? newId('bkg')
    const booking = { bookingId, isNewBooking: desired.bookingId === null, dispatchUntilAt: desired.untilAt }
    const offer = { quoteId: quote.quoteId, option }
    const callbackBaseUrl = await work.callbackBaseUrl(trx, option)
    const input = { ...booking, attemptId: newId('att'), opId, claimId, shipment, offer, callbackBaseUrl, sentAt: now }
    const stored = await prepareAttempt(trx, input, work.recorder())
    if (stored === null) {
      throw new Error(`shipment ${shipment.shipmentId} has a live booking while it is being dispatched`)
    }
    work.known.attempt = stored
    return next(option, candidates, bookingId)
  })
}

/** The candidates from the first one on that can be booked now. */
async function bookable(trx: Trx, work: Work<'dispatch', 'attempt'>, now: Date): Promise<QuoteOption[]> {
  const { environmentId, desired } = work.operation
  const { dependencies } = work
  for (const [index, option] of desired.candidates.entries()) {
    const adapter = dependencies.carriers.get(option.carrierCode)
    if (adapter === undefined || option.expiresAt <= now) continue
    const refusal = await accountRefusal(trx, dependencies, adapter.descriptor, { environmentId, option })
    if (refusal === null) return desired.candidates.slice(index)
  }
  return []
}

/** Fails the booking at the end of the search. No attempt is in doubt then: the saga resolves each before the next. */
function giveUp(work: Work<'dispatch', 'give_up'>): Promise<Next> {
  const { environmentId, desired } = work.operation
  const { bookingId } = desired
  return work.commit(async (trx) => {
    if (bookingId !== null) {
      const ending = { reason: desired.endedBy, shipmentStatus: 'failed' } as const
      await failBooking(trx, { environmentId, bookingId }, ending, work.recorder())
    }
    return { to: 'settle_failed', desired }
  })
}

const settleFailed = (work: Work<'dispatch', 'settle_failed'>): Promise<Next> =>
  settleClaim(work, { dispatch_failed: { reason: work.operation.desired.endedBy } }, async () => ({
    end: 'failed',
    error: new AppError('carrier_unavailable', 'No courier accepted the shipment. Its timeline names who was asked.'),
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
