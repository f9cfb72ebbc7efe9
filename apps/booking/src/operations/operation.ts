/**
 * Pure: what an operation is and what it keeps at each of its steps. An operation is a durable request to book, cancel,
 * update or dispatch a shipment, to cancel a booking alone, or to recall a job that nothing here expects. Its row is committed before any other
 * system is called, and names the step to take next.
 */
import type { BookRecovery } from '@waybill/carriers/carrier-descriptor'
import type { CarrierFault } from '@waybill/contracts/app-error'
import type { BookedParcel } from '@waybill/contracts/bookings/booked-parcel'
import { newId } from '@waybill/contracts/ids'
import type { Quote } from '@waybill/contracts/quote'
import { compareTotals, type QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { Shipment } from '@waybill/contracts/shipment'
import type { SearchEnd } from '@waybill/contracts/shipments/failure-reason'
import type { BookingRecord, CancellationWish, Offer } from '../bookings/booking.ts'
import { errorFromStored, type StoredError } from './errors.ts'

export type OperationKind = 'book' | 'cancel' | 'cancel_booking' | 'update' | 'dispatch' | 'recall'

/** The steps of each kind, roughly in the order in which they are taken. */
export const steps = {
  book: ['claim', 'draft', 'call', 'recover', 'settle', 'finish', 'release', 'undo', 'settle_cancelled'],
  cancel: ['claim', 'call', 'pend', 'pursue', 'settle_cancelled', 'release', 'await_holder'],
  cancel_booking: ['await_booking', 'claim', 'call', 'pursue', 'settle', 'release'],
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
  /** A carrier of this round may offer or accept it in a later one. */
  isHopeful: boolean
  /** Services that have refused a booking for good: carrier/service. */
  refused: string[]
  /** Why the search ends, once it does. */
  endedBy: SearchEnd
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
  /** The shipment expires, which no merchant requested. */
  expires?: boolean
  doubt: CarrierFault | null
  bookingId: string | null
}

interface CancellingBooking extends Holding {
  reasonCode: string
  reasonNote: string | null
  bookingId: string
  /** On-demand: until when another courier is looked for. Null until the booking is known to end by this operation. */
  untilAt: Date | null
}

interface Updating extends Holding {
  /** JSON text of the merge patch. */
  document: string
  /** Whether the carrier may ask money for the change. */
  mayCost: boolean
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
  /** The carrier's id of the offer that was booked; null: it has none. */
  carrierOfferId: string | null
  carrierCode: string
  carrierAccountId: string
  bookingId: string | null
  /** Those of the job, by whose numbers a carrier is asked what has become of each; null: it has one, or they are not known. */
  parcels: readonly Pick<BookedParcel, 'trackingNumber'>[] | null
}

type AtSteps<S extends StepName, T> = { [Step in S]: T }
type CarrierStep = 'draft' | 'call' | 'recover' | 'settle' | 'finish'
type UndoStep = 'undo' | 'settle_cancelled'

/** State of an operation at a step. A later step finds everything it needs, so a restart loses nothing. */
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
  cancel_booking: AtSteps<'await_booking' | 'claim' | 'call' | 'pursue', CancellingBooking> &
    AtSteps<'settle', CancellingBooking & { failure: StoredError | null }> &
    AtSteps<'release', CancellingBooking & Failing>
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

/** State that is still used after the end; an erasure empties it. */
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

/** State of a dispatch that has not asked any carrier yet. */
const newSearch = (untilAt: Date): Searching & { quote: null; option: null } => ({
  ...newHolding,
  quote: null,
  option: null,
  bookingId: null,
  shipment: null,
  untilAt,
  quoteId: newId('qte'),
  candidates: [],
  rounds: 0,
  isHopeful: false,
  refused: [],
  endedBy: 'no_courier_available',
})

/** A dispatch that has not begun. Its claim was taken with the shipment's creation, and its id is that of the claim. */
export const newDispatch = ({
  untilAt,
  ...fields
}: Pick<EveryOperation, 'environmentId' | 'shipmentId' | 'claimId' | 'context'> & { untilAt: Date }) => ({
  ...fields,
  opId: fields.claimId,
  kind: 'dispatch' as const,
  step: 'quote' as const,
  desired: newSearch(untilAt),
})

/** A dispatch that looks for another courier, after a booking has ended before pickup. It claims the shipment anew. */
export function nextDispatch({ environmentId, shipmentId, merchantId, livemode }: BookingRecord, untilAt: Date) {
  const opId = newId('op')
  const context = { merchantId, livemode, requestId: null, idempotencyKey: null, ifMatch: null, traceparent: null }
  const dispatch = newDispatch({ environmentId, shipmentId, claimId: opId, untilAt, context })
  return { ...dispatch, step: 'reclaim' as const }
}

/** Earliest arrival first, then the cheapest. */
export const rankForDispatch = (options: readonly QuoteOption[]): QuoteOption[] =>
  options.toSorted((a, b) => a.etaTo.getTime() - b.etaTo.getTime() || compareTotals(a, b))

export const toOffer = ({ quote, option }: Chosen): Offer => ({ quoteId: quote.quoteId, option })

/**
 * Whether a retry with the same key starts over: the operation failed in a way that may succeed now, and left nothing
 * behind.
 */
export const mayBeginAgain = (operation: Operation): boolean =>
  operation.state === 'ended' &&
  operation.outcome.kind === 'failed' &&
  !errorFromStored(operation.outcome.error).isDeterministic
