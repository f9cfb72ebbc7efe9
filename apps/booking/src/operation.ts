/**
 * What an operation is, and what it does next: pure. An operation is the durable wish to book, cancel, change or
 * dispatch a shipment, or to take back a job that nobody waits for; its row is committed before anyone else hears of it,
 * and names the step that is to be taken.
 */
import type {
  BookOutcome,
  BookRecovery,
  CarrierFailure,
  CarrierJob,
  FindJobOutcome,
} from '@waybill/carriers/carrier-adapter'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { Quote, QuoteOption } from '@waybill/contracts/quote'
import type { Shipment } from '@waybill/contracts/shipment'
import type { CancellationWish, Offer } from './booking/record.ts'

export type OperationKind = 'book' | 'cancel' | 'update' | 'dispatch' | 'recall'

/** By kind, in about the order in which they are taken. */
export const steps = {
  book: ['claim', 'draft', 'call', 'recover', 'settle', 'finish', 'release', 'undo', 'settle_cancelled'],
  cancel: ['claim', 'call', 'pend', 'pursue', 'settle_cancelled', 'release', 'await_holder'],
  update: ['claim', 'call', 'pursue', 'settle', 'release', 'undo', 'settle_cancelled'],
  dispatch: [
    'reclaim',
    'quote',
    'attempt',
    ...(['draft', 'call', 'recover', 'settle', 'finish'] as const),
    ...(['undo', 'settle_cancelled', 'give_up', 'settle_failed'] as const),
  ],
  recall: ['look', 'call'],
} as const satisfies Record<OperationKind, readonly string[]>

export type StepOf<K extends OperationKind> = (typeof steps)[K][number]

/** Whose operation it is and what caused it. */
export interface OperationContext {
  merchantId: string
  livemode: boolean
  requestId: string | null
  idempotencyKey: string | null
  ifMatch: string | null
  traceparent: string | null
}

/** An error as it is stored, to be thrown by whoever waits or asks again. */
export interface StoredError {
  code: ErrorCode
  message: string
  meta: Record<string, unknown>
  carrier: CarrierFault | null
  retryAfterSeconds: number | null
}

/** Why the operation turns around, for those that may meet someone else's wish to cancel. */
export interface Turning {
  /** What it will have come to once everything is undone or released. */
  failure: StoredError | null
  /** A cancellation asked for meanwhile. */
  wish: CancellationWish | null
  /** The step that met the wish, and that is taken again if the carrier refuses it. */
  turnedBackFrom: StepName | null
  /** The carrier's refusal of that wish. */
  cancellationRefused: CarrierFault | null
}

/** An operation that has met nothing yet. */
export const straight: Turning = { failure: null, wish: null, turnedBackFrom: null, cancellationRefused: null }

export interface BookingDesired extends Turning {
  quote: Quote | null
  /** The offer that is being booked. */
  option: QuoteOption | null
  /** As claimed: what the carrier is told. */
  shipment: Shipment | null
}

/** What each kind wants, and how far it is with it. Holds what a later step needs, so that a restart tells the same. */
export interface DesiredOf {
  book: BookingDesired
  dispatch: BookingDesired & {
    untilAt: Date
    quoteId: string
    /** Offers still to be tried, best first. */
    candidates: QuoteOption[]
  }
  cancel: { reasonCode: string; reasonNote: string | null; holderClaimId: string | null; failure: StoredError | null }
  update: Turning & {
    /** JSON text of the merge patch. */
    document: string
    /** As it will be once the carrier has agreed. */
    shipment: Shipment | null
  }
  /** A job that lives at a carrier though nobody here waits for it; without an id while that is only feared. */
  recall: { attemptId: string; carrierCode: string; carrierAccountId: string; carrierJobId: string | null }
}

/** What a step may change in what is wanted. */
export type DesiredChange = Partial<
  DesiredOf['dispatch'] & DesiredOf['cancel'] & DesiredOf['update'] & DesiredOf['recall']
>

export type StepName = { [K in OperationKind]: StepOf<K> }[OperationKind]

/** What an operation came to. The answer of a success is in the idempotency record. */
export type Outcome = { kind: 'done' } | { kind: 'failed'; error: StoredError }

export type OperationOf<K extends OperationKind> = {
  [Kind in K]: {
    environmentId: string
    opId: string
    kind: Kind
    shipmentId: string
    bookingId: string | null
    /** Of the claim on the shipment; a new try under the same opId has a new one. */
    claimId: string
    state: 'open' | 'ended'
    step: StepOf<Kind>
    desired: DesiredOf[Kind]
    context: OperationContext
    outcome: Outcome | null
    /** Tries of the present step that came to nothing. */
    attempts: number
  }
}[K]

export type Operation = OperationOf<OperationKind>

/** Pauses between tries of a step that brought no result: 1, 2, 4 … s, a minute at most. */
export const STEP_BACKOFF = { firstMs: 1_000, maxMs: 60_000 }

/** Where a run takes an operation up that another run left: a call that may have been made is not made as if for the first time. */
export const resumedStep = (operation: Operation): Operation['step'] =>
  operation.step === 'call' && (operation.kind === 'book' || operation.kind === 'dispatch') ? 'recover' : operation.step

/** The first step that calls the carrier of a prepared attempt. */
export const firstCall = ({ kind }: BookRecovery): 'draft' | 'call' => (kind === 'prepared_id' ? 'draft' : 'call')

/** What a booking call proves. */
export type Booked =
  | { kind: 'accepted'; job: CarrierJob }
  | { kind: 'refused'; failure: CarrierFailure }
  | { kind: 'unknown'; failure: CarrierFailure | null }

/** `isFirst`: no call of this attempt was made before, so one that was not sent leaves no doubt. */
export function afterBooking(outcome: BookOutcome, isFirst: boolean): Booked {
  switch (outcome.kind) {
    case 'booked':
      return { kind: 'accepted', job: outcome.job }
    case 'refused':
      return { kind: 'refused', failure: outcome.failure }
    case 'not_sent':
      return { kind: isFirst ? 'refused' : 'unknown', failure: outcome.failure }
    case 'unknown':
      return { kind: 'unknown', failure: outcome.failure }
  }
}

/** An attempt whose outcome is to be found out. */
export interface DoubtfulAttempt {
  sentAt: Date
  /** Committed before the call; null where the carrier has no drafts. */
  draftId: string | null
  /** The job that a call-back has named. */
  reportedJobId: string | null
  notFoundSeen: number
}

/** How the outcome of a booking call is found out. */
export type RecoveryPlan = 'send_again' | 'look_up' | 'wait'

export function recoveryPlan(recovery: BookRecovery, attempt: DoubtfulAttempt, now: Date): RecoveryPlan {
  // A call-back has named the job: looking can only add to what is known, and sending is needed no more.
  if (attempt.reportedJobId !== null) return 'look_up'
  switch (recovery.kind) {
    case 'same_key': {
      // A margin of a tenth: the carrier's clock and ours may differ, and a forgotten key makes a second job.
      const ageMs = now.getTime() - attempt.sentAt.getTime()
      return ageMs < recovery.keyLifetimeMs * 0.9 ? 'send_again' : 'look_up'
    }
    case 'lookup_by_reference':
      return 'look_up'
    case 'prepared_id':
      // Without a draft: the adapter had none when the call was made, and the next draft may be a second job.
      return attempt.draftId === null ? 'look_up' : 'send_again'
    case 'none':
      return 'wait'
  }
}

/** What the carrier's answer to "do you have our job?" proves. */
export type LookedUp = Booked | { kind: 'not_found_once' }

/** "Not found" is proof only for a carrier that says so, after its settle time, and seen twice. */
export function afterLookup(
  outcome: FindJobOutcome,
  recovery: BookRecovery,
  attempt: DoubtfulAttempt,
  carrierCode: string,
  now: Date,
): LookedUp {
  if (outcome.kind === 'found') return { kind: 'accepted', job: outcome.job }
  if (attempt.reportedJobId !== null) return { kind: 'accepted', job: bareJob(attempt.reportedJobId) }
  if (outcome.kind === 'failed') return { kind: 'unknown', failure: outcome.failure }
  const ageMs = now.getTime() - attempt.sentAt.getTime()
  if (recovery.kind !== 'lookup_by_reference' || ageMs < recovery.settleMs) return { kind: 'unknown', failure: null }
  if (attempt.notFoundSeen === 0) return { kind: 'not_found_once' }
  return { kind: 'refused', failure: neverArrived(carrierCode) }
}

/** All that a call-back tells of a job; label and driver follow. */
const bareJob = (carrierJobId: string): CarrierJob => ({
  carrierJobId,
  trackingNumber: null,
  status: 'assigned',
  driver: null,
  label: null,
  etaFromAt: null,
  etaToAt: null,
})

/** The code of a booking of which the carrier knows nothing when it should. */
export const NEVER_ARRIVED = 'never_arrived'

const neverArrived = (carrierCode: string): CarrierFailure => ({
  carrierCode,
  code: NEVER_ARRIVED,
  message: 'the booking never reached the carrier',
  httpStatus: null,
  retryable: true,
  retryAfterMs: null,
})

/** Earliest arrival first, then the cheapest. */
export const rankForDispatch = (options: readonly QuoteOption[]): QuoteOption[] =>
  options.toSorted((a, b) => a.etaTo.getTime() - b.etaTo.getTime() || totalMinor(a) - totalMinor(b))

const totalMinor = ({ amountMinor, taxMinor }: QuoteOption): number => amountMinor + taxMinor

/** Why an offer cannot be booked any more for the shipment as claimed; null if it can. */
export function offerFault(quote: Quote, shipment: Shipment, now: Date): AppError | null {
  const superseded = (why: string) =>
    new AppError('quote_superseded', `Quote ${quote.quoteId} ${why}: request a new quote.`, {
      meta: { current_status: quote.status },
    })
  if (quote.routeRevision !== shipment.routeRevision) return superseded('priced an earlier route of the shipment')
  if (quote.status !== 'pending' && quote.status !== 'expired') return superseded(`is ${quote.status}`)
  if (quote.status === 'expired' || quote.expiresAt <= now) {
    return new AppError(
      'quote_expired',
      `Quote ${quote.quoteId} expired at ${quote.expiresAt.toISOString()}: request a new one.`,
      { meta: { current_status: 'expired' } },
    )
  }
  return null
}

/** The offer that an operation is booking; throws before there is one. */
export function offerOf({ quote, option }: BookingDesired): Offer {
  if (quote === null || option === null) throw new TypeError('the operation has no offer yet')
  return { quoteId: quote.quoteId, option }
}

/** The shipment that an operation has claimed; throws before it has. */
export function claimedShipment({ shipment }: { shipment: Shipment | null }): Shipment {
  if (shipment === null) throw new TypeError('the operation has no shipment yet')
  return shipment
}

/** What a merchant is told of a carrier's failure. */
export const carrierFault = (failure: CarrierFailure): CarrierFault => ({
  carrier_code: failure.carrierCode,
  code: failure.code,
  message: failure.message,
  http_status: failure.httpStatus,
})

/** No job came of a booking: 503 where the same may succeed later, else 502. */
export function bookingRefused(failure: CarrierFailure): AppError {
  const carrier = carrierFault(failure)
  if (failure.retryable) {
    const retryAfterSeconds = Math.ceil((failure.retryAfterMs ?? 5_000) / 1_000)
    const message = `Carrier ${failure.carrierCode} cannot take bookings at present: try again, or book another option.`
    return new AppError('carrier_unavailable', message, { carrier, retryAfterSeconds })
  }
  const message = `Carrier ${failure.carrierCode} refused the booking: book another option.`
  return new AppError('carrier_error', message, { carrier })
}

export const storedError = ({ code, message, meta, carrier, retryAfterSeconds }: AppError): StoredError => ({
  code,
  message,
  meta,
  carrier,
  retryAfterSeconds,
})

export const errorFromStored = ({ code, message, meta, carrier, retryAfterSeconds }: StoredError): AppError =>
  new AppError(code, message, { meta, carrier, ...(retryAfterSeconds !== null && { retryAfterSeconds }) })

/** Whether a repeat with the same key begins anew: what failed may succeed now, and nothing was left behind. */
export const mayBeginAgain = ({ state, outcome }: Operation): boolean =>
  state === 'ended' && outcome?.kind === 'failed' && errorFromStored(outcome.error).kind.retryable
