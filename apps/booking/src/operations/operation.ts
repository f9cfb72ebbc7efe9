/**
 * Pure: what an operation is and what it keeps at each of its steps. An operation is a durable request to book, cancel,
 * update or dispatch a shipment, or to recall a job that nothing here expects. Its row is committed before any other
 * system is called, and names the step to take next.
 */
import type { BookRecovery } from '@waybill/carriers/carrier-adapter'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import type { Quote, QuoteOption } from '@waybill/contracts/quote'
import type { Shipment } from '@waybill/contracts/shipment'
import type { CancellationWish, Offer } from '../bookings/booking.ts'
import { errorFromStored, type StoredError } from './errors.ts'

export type OperationKind = 'book' | 'cancel' | 'update' | 'dispatch' | 'recall'

/** The steps of each kind, roughly in the order in which they are taken. */
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

export type StepOf<K extends OperationKind> = K extends OperationKind ? (typeof steps)[K][number] : never
export type StepName = StepOf<OperationKind>

/** Kept by every operation that holds a shipment. */
interface Holding {
  /** The carrier's refusal of a cancellation that was requested during the operation. */
  cancellationRefused: CarrierFault | null
  /** The carrier's last answer while the outcome is unknown. */
  doubt: CarrierFault | null
}

/** A new operation that holds a shipment. */
export const newHolding: Holding = { cancellationRefused: null, doubt: null }

/** A cancellation was requested: the work is undone first. */
interface TurnedBack {
  wish: CancellationWish
  /** The step that found the request. It is taken again if the carrier refuses to cancel. */
  turnedBackFrom: StepName | null
  failure?: StoredError | null
}

/** The error that the operation ends with, once the shipment is released. */
interface Failing {
  failure: StoredError
}

/** The quote and the option of it that is being booked. */
interface Chosen {
  quote: Quote
  option: QuoteOption
}

/** The booking and its attempt are stored: the carrier can be called. */
interface Prepared extends Holding, Chosen {
  /** As claimed: the carrier is called with this. */
  shipment: Shipment
  bookingId: string
}

interface Booking extends Holding, Chosen {
  shipment: Shipment | null
  bookingId: string | null
}

/** The search of a dispatch for a courier. */
interface Search {
  untilAt: Date
  /** Id of the round's quote: a step that is repeated asks for the same one. */
  quoteId: string
  /** Options still to be tried, best first. */
  candidates: QuoteOption[]
  /** Rounds of asking every carrier that found no courier. */
  rounds: number
}

interface Searching extends Holding, Search {
  quote: Quote | null
  option: QuoteOption | null
  shipment: Shipment | null
  bookingId: string | null
}

interface Cancelling {
  reasonCode: string
  reasonNote: string | null
  doubt: CarrierFault | null
  bookingId: string | null
}

interface Updating extends Holding {
  /** JSON text of the merge patch. */
  document: string
  bookingId: null
}

interface Updated extends Updating {
  /** The shipment as it will be once the carrier has agreed. */
  shipment: Shipment
  /** New collection time; null: it does not change. */
  readyAt: Date | null
}

interface Recalling {
  attemptId: string
  carrierCode: string
  carrierAccountId: string
  bookingId: string | null
}

type AtSteps<S extends StepName, T> = { [Step in S]: T }
type CarrierStep = 'draft' | 'call' | 'recover' | 'settle' | 'finish'
type UndoStep = 'undo' | 'settle_cancelled'

/** What an operation of a kind keeps at a step. A later step finds everything it needs, so a restart loses nothing. */
interface DesiredByStep {
  book: AtSteps<'claim', Holding & Chosen & { bookingId: null }> &
    AtSteps<CarrierStep, Prepared> &
    AtSteps<'release', Booking & Failing> &
    AtSteps<UndoStep, Booking & TurnedBack>
  dispatch: AtSteps<'reclaim' | 'quote' | 'give_up' | 'settle_failed', Searching> &
    AtSteps<'attempt', Searching & { quote: Quote; shipment: Shipment }> &
    AtSteps<CarrierStep, Prepared & Search> &
    AtSteps<UndoStep, Searching & TurnedBack>
  cancel: AtSteps<'claim' | 'call' | 'pend' | 'pursue' | 'settle_cancelled', Cancelling> &
    AtSteps<'release', Cancelling & { failure: StoredError | null }> &
    AtSteps<'await_holder', Cancelling & { holderClaimId: string }>
  update: AtSteps<'claim', Updating> &
    AtSteps<'call' | 'pursue' | 'settle', Updated> &
    AtSteps<'release', Updated & Failing> &
    AtSteps<UndoStep, Updated & TurnedBack>
  recall: AtSteps<'look', Recalling & { carrierJobId: null }> & AtSteps<'call', Recalling & { carrierJobId: string }>
}

export type DesiredAt<K extends OperationKind, S extends StepName> = K extends OperationKind
  ? S extends keyof DesiredByStep[K]
    ? DesiredByStep[K][S]
    : never
  : never

/** The merchant and the request behind an operation. */
export interface OperationContext {
  merchantId: string
  livemode: boolean
  requestId: string | null
  idempotencyKey: string | null
  ifMatch: string | null
  traceparent: string | null
}

/** The result of an operation. The answer of a success is in the idempotency record. */
export type Outcome = { kind: 'done' } | { kind: 'failed'; error: StoredError }

interface EveryOperation {
  environmentId: string
  opId: string
  shipmentId: string
  /** The claim on the shipment. A new try under the same opId has a new claim. */
  claimId: string
  context: OperationContext
  /** Tries of the present step that failed. */
  attempts: number
}

/** A kind of operation, a step of it, and what it keeps there. */
export type Position<K extends OperationKind = OperationKind, S extends StepName = StepName> = K extends OperationKind
  ? S extends StepOf<K>
    ? { kind: K; step: S; desired: DesiredAt<K, S> }
    : never
  : never

export type OpenOperation<K extends OperationKind = OperationKind, S extends StepName = StepName> = EveryOperation &
  Position<K, S> & { state: 'open' }

/** What remains of use after the end; an erasure empties it. */
export interface EndedOperation extends EveryOperation {
  state: 'ended'
  kind: OperationKind
  step: StepName
  outcome: Outcome
  desired: Partial<Holding> & { carrierJobId?: string | null }
}

export type Operation = OpenOperation | EndedOperation

/** The next step, with everything that the operation keeps there. */
export type Move = { [S in StepName]: { to: S; desired: DesiredAt<OperationKind, S> } }[StepName]

/** Pauses between failed tries of a step: 1, 2, 4 … s, at most a minute. */
export const STEP_BACKOFF = { firstMs: 1_000, maxMs: 60_000 }

/** Pauses between rounds of asking every carrier for a courier: 5, 10, 20, 40 s, then a minute. */
export const ROUND_BACKOFF = { firstMs: 5_000, maxMs: 60_000 }

/** If clocks differ, a round would otherwise follow at once and call every carrier as fast as it can answer. */
const MIN_ROUND_PAUSE_MS = 1_000

/** The pause before the next round. It ends with the window, so that the end of the window is noticed in time. */
export const roundPauseMs = (wantedMs: number, untilAt: Date, now: Date): number =>
  Math.max(MIN_ROUND_PAUSE_MS, Math.min(wantedMs, untilAt.getTime() - now.getTime()))

/** The step at which a run resumes an operation: a booking call that may have been made is recovered, not repeated. */
export const resumedStep = ({ kind, step }: Pick<OpenOperation, 'kind' | 'step'>): StepName =>
  step === 'call' && (kind === 'book' || kind === 'dispatch') ? 'recover' : step

/** The first step that calls the carrier of a prepared attempt. */
export const firstCarrierStep = ({ kind }: BookRecovery): 'draft' | 'call' =>
  kind === 'prepared_id' ? 'draft' : 'call'

/** Earliest arrival first, then the cheapest. */
export const rankForDispatch = (options: readonly QuoteOption[]): QuoteOption[] =>
  options.toSorted((a, b) => a.etaTo.getTime() - b.etaTo.getTime() || totalMinor(a) - totalMinor(b))

const totalMinor = ({ amountMinor, taxMinor }: QuoteOption): number => amountMinor + taxMinor

/** Why the option can no longer be booked for the shipment as claimed; null if it can. */
export function offerFault(quote: Quote, shipment: Shipment, now: Date): AppError | null {
  const superseded = (why: string) =>
    new AppError('quote_superseded', `Quote ${quote.quoteId} ${why}. Request a new quote.`, {
      meta: { current_status: quote.status },
    })
  if (quote.routeRevision !== shipment.routeRevision) return superseded('priced an earlier route of the shipment')
  if (quote.status !== 'pending' && quote.status !== 'expired') return superseded(`is ${quote.status}`)
  if (quote.status === 'expired' || quote.expiresAt <= now) {
    return new AppError(
      'quote_expired',
      `Quote ${quote.quoteId} expired at ${quote.expiresAt.toISOString()}. Request a new quote.`,
      { meta: { current_status: 'expired' } },
    )
  }
  return null
}

export const toOffer = ({ quote, option }: Chosen): Offer => ({ quoteId: quote.quoteId, option })

/**
 * Whether a retry with the same key starts over: the operation failed in a way that may succeed now, and left nothing
 * behind. That includes a carrier's refusal, since the carrier may have changed its mind.
 */
export const mayBeginAgain = (operation: Operation): boolean =>
  operation.state === 'ended' &&
  operation.outcome.kind === 'failed' &&
  !errorFromStored(operation.outcome.error).isDeterministic
