/** Steps of book and dispatch: call the carrier, find out the outcome, and settle the shipment. */
import type { CarrierAdapter, CarrierCall, CarrierFailure, DraftOutcome } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'
import { acceptJob, failBooking, refuseAttempt, settleBooking } from '../../bookings/commands.ts'
import { lockBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { type CarrierAttempt, countNotFound, decideAttempt, findLiveAttempt, noteDraft } from '../attempt-repository.ts'
import { afterBooking, afterLookup, type LookedUp, NEVER_ARRIVED, recoveryPlan } from '../booking-outcome.ts'
import { bookRequest } from '../carrier-requests.ts'
import { bookingRefused, carrierFault, storedError } from '../errors.ts'
import { toOffer } from '../operation.ts'
import { recallLateJob } from '../recall-commands.ts'
import { findResolution } from '../resolution-repository.ts'
import { settleClaim } from './settlement.ts'
import type { Next, Work } from './work.ts'

type Preparing<S extends 'draft' | 'call' | 'recover' | 'settle' | 'finish'> = Work<'book' | 'dispatch', S>
type CallingCarrier = Preparing<'draft' | 'call' | 'recover'>

async function getAttempt({ operation, dependencies }: CallingCarrier): Promise<CarrierAttempt> {
  const { bookingId } = operation.desired
  const attempt = await findLiveAttempt(dependencies.db, operation.environmentId, bookingId)
  if (attempt === undefined) throw new Error(`booking ${bookingId} has no live attempt`)
  return attempt
}

/**
 * Has the carrier prepare a draft, which a later step buys. A draft costs nothing: if the process dies here, the next
 * run makes another one, and this one is never bought.
 */
export async function draft(work: Preparing<'draft'>): Promise<Next> {
  const attempt = await getAttempt(work)
  const { desired } = work.operation
  // The step may have been retried for so long that an operator has resolved the booking.
  if (await findResolution(work.dependencies.db, attempt)) {
    return await work.commit(async () => ({ to: 'recover', desired }))
  }
  const adapter = work.adapter(attempt.carrierCode)
  const request = bookRequest(desired.shipment, desired.option, attempt)
  const makeDraft = (call: CarrierCall): Promise<DraftOutcome> => {
    if (adapter.draft) return adapter.draft(request, call)
    throw new TypeError(`the adapter of ${attempt.carrierCode} makes no drafts`)
  }
  const { carrierAccountId } = attempt
  const outcome = await work.callCarrier(adapter, 'draft', makeDraft, { carrierAccountId })
  return await work.commit(async (trx) => {
    if (outcome.kind !== 'drafted') return await refused(trx, work, attempt, outcome.failure)
    await noteDraft(trx, attempt, outcome.draftId)
    return { to: 'call', desired }
  })
}

function sendBooking(work: Preparing<'call' | 'recover'>, adapter: CarrierAdapter, attempt: CarrierAttempt) {
  const { shipment, option } = work.operation.desired
  const { carrierAccountId, attemptId } = attempt
  const request = bookRequest(shipment, option, attempt)
  const account = { carrierAccountId, idempotencyKey: attemptId }
  return work.callCarrier(adapter, 'book', (call) => adapter.book(request, call), account)
}

/** Makes the first booking call of an attempt, in the run that stored the attempt. */
export async function call(work: Preparing<'call'>): Promise<Next> {
  const attempt = await getAttempt(work)
  const outcome = await sendBooking(work, work.adapter(attempt.carrierCode), attempt)
  return await conclude(work, attempt, afterBooking(outcome, true))
}

/** Finds out the outcome of a booking call whose answer was lost. */
export async function recover(work: Preparing<'recover'>): Promise<Next> {
  const attempt = await getAttempt(work)
  const resolution = await findResolution(work.dependencies.db, attempt)
  if (resolution?.outcome === 'not_booked') {
    return await conclude(work, attempt, { kind: 'refused', failure: resolvedAsNotBooked(attempt.carrierCode) })
  }
  const adapter = work.adapter(attempt.carrierCode)
  const { bookRecovery } = adapter.descriptor
  const plan = recoveryPlan(bookRecovery, attempt, new Date())
  if (plan === 'send_again') {
    return await conclude(work, attempt, afterBooking(await sendBooking(work, adapter, attempt), false))
  }
  if (plan === 'wait') return await conclude(work, attempt, { kind: 'unknown', failure: null })
  const { carrierAccountId, attemptId, draftId } = attempt
  const ask = (call: CarrierCall) => adapter.findJob({ reference: attemptId, draftId }, call)
  const found = await work.callCarrier(adapter, 'find', ask, { carrierAccountId })
  return await conclude(work, attempt, afterLookup(found, bookRecovery, attempt, new Date()))
}

/** The failure that stands for an operator's resolution. */
const resolvedAsNotBooked = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: 'not_booked',
  message: 'an operator resolved the booking as not booked',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})

function conclude(work: Preparing<'call' | 'recover'>, attempt: CarrierAttempt, result: LookedUp): Promise<Next> {
  const { desired } = work.operation
  return work.commit(async (trx): Promise<Next> => {
    // A call-back that arrived during the call has named the job: it exists, whatever the answer says.
    const present = await findLiveAttempt(trx, attempt.environmentId, attempt.bookingId)
    if (result.kind !== 'accepted' && present?.reportedJobId && !attempt.reportedJobId) {
      return { to: 'recover', desired }
    }
    switch (result.kind) {
      case 'accepted':
        await acceptJob(trx, attempt, result.job, work.recorder())
        return { to: 'settle', desired: { ...desired, doubt: null } }
      case 'refused':
        return await refused(trx, work, attempt, result.failure)
      case 'unknown':
        await decideAttempt(trx, attempt, { state: 'unknown', failure: result.failure && carrierFault(result.failure) })
        return retryRecovery(result.failure)
      case 'not_found_once':
        await countNotFound(trx, attempt)
        return retryRecovery(null)
    }
  })
}

/** Ends the attempt. A booking fails with it; a dispatch tries another carrier. */
async function refused(
  trx: Trx,
  work: CallingCarrier,
  attempt: CarrierAttempt,
  failure: CarrierFailure,
): Promise<Next> {
  const { operation } = work
  await refuseAttempt(trx, attempt, carrierFault(failure))
  if (failure.code === NEVER_ARRIVED) {
    await recallLateJob(trx, await lockBooking(trx, attempt.environmentId, attempt.bookingId), attempt)
  }
  if (operation.kind === 'dispatch') return { to: 'attempt', desired: { ...operation.desired, doubt: null } }
  await failBooking(trx, attempt, failure.code, work.recorder())
  const error = storedError(bookingRefused(failure))
  return { to: 'release', desired: { ...operation.desired, failure: error, doubt: null } }
}

/** Tries to recover the outcome again, later. Without an answer, the last known doubt is kept. */
function retryRecovery(failure: CarrierFailure | null): Next {
  const carrier = failure && carrierFault(failure)
  const message = 'The carrier has not answered. Whether it took the booking is not known yet.'
  const because = new AppError('carrier_timeout', message, { carrier })
  return { to: 'recover', later: failure?.retryAfterMs ?? null, because, ...(carrier && { doubt: carrier }) }
}

/** Shows the booking on the shipment, unless a cancellation was requested. */
export async function settle(work: Preparing<'settle'>): Promise<Next> {
  const { desired } = work.operation
  return await settleClaim(work, { booked: { booking_id: desired.bookingId } }, async () => ({ to: 'finish', desired }))
}

/** Accepts the quote, lets the carrier's facts change the booking from now on, and answers the merchant. */
export async function finish(work: Preparing<'finish'>): Promise<Next> {
  const { dependencies, operation } = work
  const { environmentId, desired } = operation
  const { quoteId, option } = toOffer(desired)
  const { bookingId } = desired
  try {
    const accepted = { quote_id: quoteId, quote_option_id: option.quoteOptionId, booking_id: bookingId }
    await work.remote(() => dependencies.quotes.Accept({ context: work.rpcContext({ timeoutMs: 2_000 }), ...accepted }))
  } catch (error) {
    // Not needed for the answer: the quoting service also accepts the quote on the booking's event.
    if (!(error instanceof AppError)) throw error
    dependencies.log.info({ opId: operation.opId, quoteId, code: error.code }, 'quote.accept_deferred')
  }
  return await work.commit(async (trx) => {
    const settled = await settleBooking(trx, { environmentId, bookingId }, work.recorder())
    if (operation.kind === 'dispatch') return { end: 'done', answer: null }
    return { end: 'done', answer: dependencies.codec.toAnswer(settled, 201) }
  })
}
