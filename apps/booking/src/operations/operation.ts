/**
 * What an operation is, and what it does next: pure. An operation is the durable wish to book, cancel, change or
 * dispatch a shipment, or to take back a job that nobody waits for; its row is committed before anyone else hears of it,
 * and names the step that is to be taken.
 */
import type { BookRecovery, CarrierFailure } from '@waybill/carriers/carrier-adapter'
import { AppError, type CarrierFault } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'
import type { Quote, QuoteOption } from '@waybill/contracts/quote'
import type { Shipment } from '@waybill/contracts/shipment'
import type { CancellationWish, Offer } from '../bookings/booking.ts'

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
  /** What the carrier said last, as long as its answer is in doubt. */
  doubt: CarrierFault | null
}

/** An operation that has met nothing yet. */
export const straight: Turning = {
  failure: null,
  wish: null,
  turnedBackFrom: null,
  cancellationRefused: null,
  doubt: null,
}

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
    /** Rounds of asking every carrier that have found no courier. */
    rounds: number
  }
  cancel: {
    reasonCode: string
    reasonNote: string | null
    holderClaimId: string | null
    failure: StoredError | null
    doubt: CarrierFault | null
  }
  update: Turning & {
    /** JSON text of the merge patch. */
    document: string
    /** As it will be once the carrier has agreed. */
    shipment: Shipment | null
    /** When the courier is to come, where that changes. */
    readyAt: Date | null
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

/** Pauses between rounds of asking every carrier for a courier: 5, 10, 20, 40 s, then a minute. */
export const ROUND_BACKOFF = { firstMs: 5_000, maxMs: 60_000 }

/** Whatever the clocks say: rounds without a pause would ask every carrier as fast as it can answer. */
const LEAST_ROUND_PAUSE_MS = 1_000

/** The pause before the next round: not beyond the end of the window, which is to be noticed when it comes. */
export const roundPauseMs = (wantedMs: number, untilAt: Date, now: Date): number =>
  Math.max(LEAST_ROUND_PAUSE_MS, Math.min(wantedMs, untilAt.getTime() - now.getTime()))

/** Where a run takes an operation up that another run left: a call that may have been made is not made as if for the first time. */
export const resumedStep = (operation: Operation): Operation['step'] =>
  operation.step === 'call' && (operation.kind === 'book' || operation.kind === 'dispatch') ? 'recover' : operation.step

/** The first step that calls the carrier of a prepared attempt. */
export const firstCall = ({ kind }: BookRecovery): 'draft' | 'call' => (kind === 'prepared_id' ? 'draft' : 'call')

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

/**
 * Whether a repeat with the same key begins anew: what failed may succeed now, and nothing was left behind. A carrier's no
 * too: nobody need ask again, but who does may find that it has changed its mind.
 */
export const mayBeginAgain = ({ state, outcome }: Operation): boolean =>
  state === 'ended' && outcome?.kind === 'failed' && !errorFromStored(outcome.error).isDeterministic
