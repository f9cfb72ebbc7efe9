/** Steps of book and dispatch: call the carrier, find out the outcome, and settle the shipment. */

import type {
  CarrierAdapter,
  CarrierCall,
  CarrierFailure,
  CarrierJob,
  DraftOutcome,
} from '@waybill/carriers/carrier-adapter'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import type { FailureReason } from '@waybill/contracts/shipments/failure-reason'
import {
  type CarrierAttempt,
  countNotFound,
  decideAttempt,
  findLiveAttempt,
  findNewestAttempt,
  lockReportedJob,
  sendingWrite,
} from '../../attempts/repository.ts'
import { findResolution } from '../../attempts/resolutions/repository.ts'
import type { BookingRecord } from '../../bookings/booking.ts'
import { findBooking, findLiveBooking, lockBooking } from '../../bookings/repository.ts'
import type { Trx } from '../../db.ts'
import { notePickupDue } from '../../dispatching/commands.ts'
import { reportDeclines } from '../../dispatching/declines.ts'
import { mayAcceptLater, offerKey, serviceKey } from '../../dispatching/limits.ts'
import { acceptJob, failBooking, refuseAttempt, settleBooking } from '../../lifecycle/commands.ts'
import { bookingRefused, carrierFault, storedError } from '../../operations/errors.ts'
import { type OpenOperation, toOffer } from '../../operations/operation.ts'
import { recallLateJob } from '../../operations/recall-commands.ts'
import {
  afterBooking,
  afterLookup,
  type LookedUp,
  NEVER_ARRIVED,
  neverProvesAbsence,
  recoveryPlan,
} from '../booking-outcome.ts'
import { bookRequest } from '../carrier-requests.ts'
import { Stopping } from './interruptions.ts'
import type { Next } from './next.ts'
import { endClaim, storeSettled } from './settlement.ts'
import type { Work } from './work.ts'

type Preparing<S extends 'draft' | 'call' | 'recover' | 'settle' | 'finish'> = Work<'book' | 'dispatch', S>
type CallingCarrier = Preparing<'draft' | 'call' | 'recover'>

/** The booking whose attempt this operation has stored but not sent: the step that stores it has been taken before. */
export async function findPreparedBooking(
  trx: Trx,
  { environmentId, shipmentId, opId }: OpenOperation,
): Promise<BookingRecord | undefined> {
  const booking = await findLiveBooking(trx, environmentId, shipmentId)
  const attempt = booking && (await findLiveAttempt(trx, environmentId, booking.bookingId))
  return attempt?.opId === opId && attempt.state === 'sending' ? booking : undefined
}

/**
 * The attempt to work on. If its outcome is stored already, the step has been taken before: then the next step. Versions
 * before 0.2 could forget that they had taken it.
 */
async function findAttempt(work: CallingCarrier): Promise<CarrierAttempt | Next> {
  const { operation, dependencies, known } = work
  const { bookingId } = operation.desired
  if (known.attempt?.bookingId === bookingId) return known.attempt
  const find = () => findNewestAttempt(dependencies.db, operation.environmentId, bookingId)
  // A first call that fails before it is sent would be taken for one whose answer was lost.
  const newest = await work.patiently(find)
  if (newest === undefined) throw new Error(`booking ${bookingId} has no attempt`)
  const { attempt, failure } = newest
  const { desired } = operation
  if (attempt.state === 'accepted') return await work.commit(async () => ({ to: 'settle', desired }))
  if (attempt.state !== 'refused') return attempt
  return await work.commit(async () => afterRefusal(work, storedRefusal(attempt, failure)))
}

const isAttempt = (found: CarrierAttempt | Next): found is CarrierAttempt => 'attemptId' in found

const storedRefusal = ({ carrierCode }: CarrierAttempt, failure: CarrierFault | null): CarrierFailure => ({
  carrierCode,
  code: failure?.code ?? 'refused',
  message: failure?.message ?? 'the carrier refused the booking',
  httpStatus: failure?.http_status ?? null,
  retryable: false,
  retryAfterMs: null,
})

/**
 * Has the carrier prepare a draft, which a later step buys. A draft costs nothing: if the process dies here, the next
 * run makes another one, and this one is never bought. An operation also waits here for a run that may call the carrier.
 */
export async function draft(work: Preparing<'draft'>): Promise<Next> {
  const attempt = await findAttempt(work)
  if (!isAttempt(attempt)) return attempt
  const { desired } = work.operation
  // The step may have been retried for so long that an operator has resolved the booking.
  if (work.known.attempt === undefined && (await findResolution(work.dependencies.db, attempt))) {
    return await work.commit(async () => ({ to: 'recover', desired }))
  }
  const outcome = await makeDraft(work, attempt)
  if (outcome !== null && outcome.kind !== 'drafted') {
    return await work.commit(async (trx, now) => {
      const isReported = (await lockReportedJob(trx, attempt)) !== null
      return isReported
        ? { to: 'recover', desired }
        : await refused(trx, work, { attempt, failure: outcome.failure, now })
    })
  }
  const next = { to: 'call', desired } as const
  const sent = await work.move(next, (db, condition) => sendingWrite(db, attempt, { draft: outcome, condition }))
  // Unless an earlier try has stored it: then the next step reads it.
  work.known.attempt = sent && { ...attempt, ...sent, ...(outcome && { draftId: outcome.draftId }) }
  return next
}

/** Null: the carrier sells no drafts. */
async function makeDraft(work: Preparing<'draft'>, attempt: CarrierAttempt): Promise<DraftOutcome | null> {
  const { shipment, option } = work.operation.desired
  const { carrierCode, carrierAccountId } = attempt
  const adapter = work.adapter(carrierCode)
  if (adapter.draft === undefined) return null
  const request = bookRequest(shipment, option, attempt)
  const make = adapter.draft.bind(adapter)
  return await work.callCarrier(adapter, 'draft', (call) => make(request, call), { carrierAccountId })
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
  const attempt = await findAttempt(work)
  if (!isAttempt(attempt)) return attempt
  const adapter = work.adapter(attempt.carrierCode)
  try {
    return await conclude(work, attempt, afterBooking(await sendBooking(work, adapter, attempt), true))
  } catch (error) {
    // Nothing was sent, but at this step the next run takes the call for one whose answer was lost. Most carriers tell it
    // the outcome; only the others need another step.
    if (error instanceof Stopping && neverProvesAbsence(adapter.descriptor.bookRecovery)) {
      await work.commit(async () => ({ to: 'draft', desired: work.operation.desired }))
    }
    throw error
  }
}

/** Finds out the outcome of a booking call whose answer was lost. */
export async function recover(work: Preparing<'recover'>): Promise<Next> {
  // A report may have named the job since the run stored the attempt.
  work.known.attempt = undefined
  const attempt = await findAttempt(work)
  if (!isAttempt(attempt)) return attempt
  const resolution = await findResolution(work.dependencies.db, attempt)
  if (resolution?.outcome === 'not_booked' && attempt.reportedJobId === null) {
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
  const { carrierRateId: carrierOfferId } = work.operation.desired.option
  const ask = (call: CarrierCall) => adapter.findJob({ reference: attemptId, draftId, carrierOfferId }, call)
  const found = await work.callCarrier(adapter, 'find', ask, { carrierAccountId })
  return await conclude(work, attempt, afterLookup(found, bookRecovery, attempt, new Date()))
}

/** The failure that stands for an operator's resolution. */
const resolvedAsNotBooked = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: 'not_booked' satisfies FailureReason,
  message: 'an operator resolved the booking as not booked',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})

function conclude(work: Preparing<'call' | 'recover'>, attempt: CarrierAttempt, result: LookedUp): Promise<Next> {
  const { desired } = work.operation
  const { label: makesLabels } = work.adapter(attempt.carrierCode).descriptor.capabilities
  return work.commit(async (trx, now): Promise<Next> => {
    // A job that the carrier has reported exists, whatever its answer or an operator says. Reports lock the job before the
    // attempt, and so does an acceptance.
    if (result.kind !== 'accepted' && (await lockReportedJob(trx, attempt)) !== null) return { to: 'recover', desired }
    switch (result.kind) {
      case 'accepted':
        return await accepted(trx, work, attempt, { job: result.job, makesLabels })
      case 'refused':
        return await refused(trx, work, { attempt, failure: result.failure, now })
      case 'unknown':
        await decideAttempt(trx, attempt, { state: 'unknown', failure: result.failure && carrierFault(result.failure) })
        return retryRecovery(result.failure)
      case 'not_found_once':
        await countNotFound(trx, attempt)
        return retryRecovery(null)
    }
  })
}

async function accepted(
  trx: Trx,
  work: Preparing<'call' | 'recover'>,
  attempt: CarrierAttempt,
  taken: { job: CarrierJob; makesLabels: boolean },
): Promise<Next> {
  const { desired } = work.operation
  const next: Next = { to: 'settle', desired: desired.doubt === null ? desired : { ...desired, doubt: null } }
  const move = work.moveWrite(trx, next)
  work.known.bookedAt = await acceptJob(trx, attempt, { ...taken, further: [move] }, work.recorder())
  return next
}

/** Ends the attempt. A booking fails with it; a dispatch tries another carrier. */
async function refused(
  trx: Trx,
  work: CallingCarrier,
  { attempt, failure, now }: { attempt: CarrierAttempt; failure: CarrierFailure; now: Date },
): Promise<Next> {
  await refuseAttempt(trx, attempt, carrierFault(failure))
  if (failure.code === NEVER_ARRIVED) {
    await recallLateJob(trx, await lockBooking(trx, attempt.environmentId, attempt.bookingId), attempt)
  }
  const { operation } = work
  if (operation.kind === 'book') await failBooking(trx, attempt, { reason: failure.code }, work.recorder())
  else {
    const { carrierCode, serviceCode } = operation.desired.option
    const why = { reason: failure.code, description: failure.message, retryable: mayAcceptLater(failure) }
    await reportDeclines(trx, operation, [{ carrierCode, serviceCode, ...why }], now)
  }
  return afterRefusal(work, failure)
}

function afterRefusal({ operation, dependencies }: CallingCarrier, failure: CarrierFailure): Next {
  if (operation.kind === 'dispatch') {
    const { desired } = operation
    const { option } = desired
    // Another account of the merchant may have another contract with the carrier.
    const hasAccounts = dependencies.carriers.get(option.carrierCode)?.descriptor.account !== undefined
    const noted = mayAcceptLater(failure)
      ? { isHopeful: true }
      : { refused: [...desired.refused, hasAccounts ? offerKey(option) : serviceKey(option)] }
    return { to: 'attempt', desired: { ...desired, ...noted, doubt: null } }
  }
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

/**
 * Shows the booking on the shipment, unless a cancellation was requested, and accepts the quote at the same time. `finish`
 * stores both: if the process dies before, the claim is ended again, which changes nothing.
 */
export async function settle(work: Preparing<'settle'>): Promise<Next> {
  const { desired } = work.operation
  const booked = { booking_id: desired.bookingId, booked_at: (await findBookedAt(work)).toISOString() }
  work.known.quoteAccepted = acceptQuote(work)
  work.known.quoteAccepted.catch(() => {}) // `finish` handles it
  const ended = await endClaim(work, { booked })
  if ('turned' in ended) return ended.turned
  work.known.settled = ended
  return work.pass({ to: 'finish', desired })
}

async function findBookedAt({ operation, dependencies, known }: Preparing<'settle'>): Promise<Date> {
  if (known.bookedAt) return known.bookedAt
  const { environmentId, desired } = operation
  const booking = await findBooking(dependencies.db, environmentId, desired.bookingId)
  if (booking === undefined) throw new Error(`booking ${desired.bookingId} does not exist`)
  return booking.bookedAt
}

async function acceptQuote(work: Preparing<'settle' | 'finish'>): Promise<void> {
  const { dependencies, operation } = work
  const { bookingId } = operation.desired
  const { quoteId, option } = toOffer(operation.desired)
  const context = work.rpcContext({ timeoutMs: 2_000 })
  try {
    await dependencies.quotes.Accept({
      context,
      quote_id: quoteId,
      quote_option_id: option.quoteOptionId,
      booking_id: bookingId,
    })
  } catch (error) {
    // Not needed for the answer: the quoting service also accepts the quote on the booking's event.
    if (!(error instanceof AppError)) throw error
    dependencies.log.info({ opId: operation.opId, quoteId, code: error.code }, 'quote.accept_deferred')
  }
}

/** Stores the shipment as settled, lets the carrier's facts change the booking from now on, and answers the merchant. */
export async function finish(work: Preparing<'finish'>): Promise<Next> {
  const { dependencies, operation, known } = work
  const { environmentId, desired } = operation
  const { bookingId } = desired
  await work.remote(() => known.quoteAccepted ?? acceptQuote(work))
  return await work.commit(async (trx, now) => {
    if (known.settled) await storeSettled(trx, operation, known.settled)
    const settled = await settleBooking(trx, { environmentId, bookingId }, work.recorder())
    if (operation.kind === 'dispatch') {
      await notePickupDue(trx, { environmentId, bookingId }, operation.desired.shipment, now)
      return { end: 'done', answer: null }
    }
    return { end: 'done', answer: dependencies.codec.toAnswer(settled, 201) }
  })
}
