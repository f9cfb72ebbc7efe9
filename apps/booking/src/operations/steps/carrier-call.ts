/** What book and dispatch have in common: the carrier is called, the outcome is found out and shown on the shipment. */
import type { CarrierAdapter, CarrierCall, CarrierFailure, DraftOutcome } from '@waybill/carriers/carrier-adapter'
import { AppError } from '@waybill/contracts/app-error'
import { acceptJob, failBooking, refuseAttempt, settleBooking } from '../../bookings/commands.ts'
import { lockBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { type CarrierAttempt, countNotFound, decideAttempt, findLiveAttempt, noteDraft } from '../attempt-repository.ts'
import { afterBooking, afterLookup, type LookedUp, NEVER_ARRIVED, recoveryPlan } from '../booking-outcome.ts'
import { bookRequest } from '../codec.ts'
import { bookingRefused, carrierFault, claimedShipment, offerOf, storedError } from '../operation.ts'
import { recallLateJob } from '../recall-commands.ts'
import { findResolution } from '../resolution-repository.ts'
import { settleClaim } from './claims.ts'
import type { Next, Work } from './work.ts'

type BookingWork = Work<'book' | 'dispatch'>

/** The booking that the operation has prepared; throws before there is one. */
function bookingRefOf({ operation }: Work<'book' | 'dispatch'>): { environmentId: string; bookingId: string } {
  const { environmentId, bookingId, opId } = operation
  if (bookingId === null) throw new TypeError(`operation ${opId} has no booking yet`)
  return { environmentId, bookingId }
}

async function attemptOf(work: BookingWork): Promise<CarrierAttempt> {
  const { environmentId, bookingId } = bookingRefOf(work)
  const attempt = await findLiveAttempt(work.dependencies.db, environmentId, bookingId)
  if (attempt === undefined) throw new Error(`booking ${bookingId} has no live attempt`)
  return attempt
}

/**
 * Has the carrier make what is going to be bought. Nothing costs anything yet: a run that dies here leaves a draft that
 * nobody buys, and an attempt without one is refused.
 */
export async function draft(work: BookingWork): Promise<Next> {
  const attempt = await attemptOf(work)
  // Who waits here for long may have been told the end of it.
  if (await findResolution(work.dependencies.db, attempt)) return await work.commit(async () => ({ to: 'recover' }))
  const adapter = work.adapter(attempt.carrierCode)
  const { desired } = work.operation
  const request = bookRequest(claimedShipment(desired), offerOf(desired).option, attempt)
  const makeDraft = (call: CarrierCall): Promise<DraftOutcome> => {
    if (adapter.draft) return adapter.draft(request, call)
    throw new TypeError(`${attempt.carrierCode} makes no drafts`)
  }
  const { carrierAccountId } = attempt
  const outcome = await work.callCarrier(adapter, 'draft', makeDraft, { carrierAccountId })
  return await work.commit(async (trx) => {
    if (outcome.kind !== 'drafted') return await refused(trx, work, attempt, outcome.failure)
    await noteDraft(trx, attempt, outcome.draftId)
    return { to: 'call' }
  })
}

function sendBooking(work: BookingWork, adapter: CarrierAdapter, attempt: CarrierAttempt) {
  const { desired } = work.operation
  const { carrierAccountId, attemptId } = attempt
  const request = bookRequest(claimedShipment(desired), offerOf(desired).option, attempt)
  const account = { carrierAccountId, idempotencyKey: attemptId }
  return work.callCarrier(adapter, 'book', (call) => adapter.book(request, call), account)
}

/** The first call of an attempt, in the run that prepared it. */
export async function call(work: BookingWork): Promise<Next> {
  const attempt = await attemptOf(work)
  const outcome = await sendBooking(work, work.adapter(attempt.carrierCode), attempt)
  return await conclude(work, attempt, afterBooking(outcome, true))
}

/** Finds out what became of a call whose answer never came. */
export async function recover(work: BookingWork): Promise<Next> {
  const attempt = await attemptOf(work)
  const resolution = await findResolution(work.dependencies.db, attempt)
  if (resolution?.outcome === 'not_booked') {
    return await conclude(work, attempt, { kind: 'refused', failure: notBooked(attempt.carrierCode) })
  }
  const adapter = work.adapter(attempt.carrierCode)
  const { bookRecovery, carrierCode } = adapter.descriptor
  const plan = recoveryPlan(bookRecovery, attempt, new Date())
  if (plan === 'send_again') {
    return await conclude(work, attempt, afterBooking(await sendBooking(work, adapter, attempt), false))
  }
  if (plan === 'wait') return await conclude(work, attempt, { kind: 'unknown', failure: null })
  const { carrierAccountId, attemptId, draftId } = attempt
  const ask = (call: CarrierCall) => adapter.findJob({ reference: attemptId, draftId }, call)
  const found = await work.callCarrier(adapter, 'find', ask, { carrierAccountId })
  return await conclude(work, attempt, afterLookup(found, bookRecovery, attempt, carrierCode, new Date()))
}

/** The operator's word. */
const notBooked = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: 'not_booked',
  message: 'the booking never became a job, as its carrier told the operator',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})

function conclude(work: BookingWork, attempt: CarrierAttempt, result: LookedUp): Promise<Next> {
  return work.commit(async (trx): Promise<Next> => {
    // A call-back that came meanwhile has named the job: whatever the answer was, there is one.
    const present = await findLiveAttempt(trx, attempt.environmentId, attempt.bookingId)
    if (result.kind !== 'accepted' && present?.reportedJobId && !attempt.reportedJobId) return { to: 'recover' }
    switch (result.kind) {
      case 'accepted':
        await acceptJob(trx, attempt, result.job, work.recorder())
        return { to: 'settle', desired: { doubt: null } }
      case 'refused':
        return await refused(trx, work, attempt, result.failure)
      case 'unknown':
        await decideAttempt(trx, attempt, { state: 'unknown', failure: result.failure && carrierFault(result.failure) })
        return doubtful(result.failure)
      case 'not_found_once':
        await countNotFound(trx, attempt)
        return doubtful(null)
    }
  })
}

/** The end of the attempt, not of a dispatch: there may be another carrier. */
async function refused(trx: Trx, work: BookingWork, attempt: CarrierAttempt, failure: CarrierFailure): Promise<Next> {
  await refuseAttempt(trx, attempt, carrierFault(failure))
  if (failure.code === NEVER_ARRIVED) {
    await recallLateJob(trx, await lockBooking(trx, attempt.environmentId, attempt.bookingId), attempt)
  }
  if (work.operation.kind === 'dispatch') return { to: 'attempt', desired: { doubt: null } }
  await failBooking(trx, attempt, failure.code, work.recorder())
  return { to: 'release', desired: { failure: storedError(bookingRefused(failure)), doubt: null } }
}

function doubtful(failure: CarrierFailure | null): Next {
  const carrier = failure && carrierFault(failure)
  const because = new AppError('carrier_timeout', 'The carrier has not answered; the outcome is being found out.', {
    carrier,
  })
  return {
    to: 'recover',
    later: failure?.retryAfterMs ?? null,
    because,
    // Silence tells nothing new: what was said before still explains the doubt.
    ...(carrier && { desired: { doubt: carrier } }),
  }
}

/** The shipment shows its booking, unless its cancellation was asked for meanwhile. */
export async function settle(work: BookingWork): Promise<Next> {
  const { bookingId } = bookingRefOf(work)
  return await settleClaim(work, { booked: { booking_id: bookingId } }, async () => ({ to: 'finish' }))
}

/** The quote shows that it was booked; the booking begins to follow its carrier; the merchant is answered. */
export async function finish(work: BookingWork): Promise<Next> {
  const { dependencies, operation } = work
  const booking = bookingRefOf(work)
  const { quoteId, option } = offerOf(operation.desired)
  try {
    const accepted = { quote_id: quoteId, quote_option_id: option.quoteOptionId, booking_id: booking.bookingId }
    await work.remote(() => dependencies.quotes.Accept({ context: work.rpcContext({ timeoutMs: 2_000 }), ...accepted }))
  } catch (error) {
    // The booking's event tells the quoting service the same: nobody needs to wait for it.
    if (!(error instanceof AppError)) throw error
    dependencies.log.info({ opId: operation.opId, quoteId, code: error.code }, 'quote.accept_deferred')
  }
  return await work.commit(async (trx) => {
    const settled = await settleBooking(trx, booking, work.recorder())
    if (operation.kind === 'dispatch') return { end: 'done', answer: null }
    return { end: 'done', answer: dependencies.codec.toAnswer(settled, 201) }
  })
}
