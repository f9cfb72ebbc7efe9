/** Pure: what an operation keeps at its step ⇄ the JSON of column `desired`. */
import type { Quote__Output as QuoteMessage } from '@waybill/contracts/gen/waybill/quoting/v1/Quote'
import type { QuoteOption__Output as QuoteOptionMessage } from '@waybill/contracts/gen/waybill/quoting/v1/QuoteOption'
import type { Shipment__Output as ShipmentMessage } from '@waybill/contracts/gen/waybill/shipment/v1/Shipment'
import { type Quote, quoteFromMessage, quoteMessage } from '@waybill/contracts/quote'
import { type QuoteOption, quoteOptionFromMessage, quoteOptionMessage } from '@waybill/contracts/quotes/quote-option'
import { type Shipment, shipmentFromMessage, shipmentMessage } from '@waybill/contracts/shipment'
import type { SearchEnd } from '@waybill/contracts/shipments/failure-reason'
import type { OperationKind, Position, StepName, StepOf } from './operation.ts'

/** The fields that JSON cannot hold as they are, in their stored form. */
interface StoredFields {
  quote?: QuoteMessage | null
  option?: QuoteOptionMessage | null
  shipment?: ShipmentMessage | null
  candidates?: QuoteOptionMessage[]
  untilAt?: string
  readyAt?: string | null
}

interface Fields {
  quote?: Quote | null
  option?: QuoteOption | null
  shipment?: Shipment | null
  candidates?: QuoteOption[]
  /** Stored in column `booking_id`. */
  bookingId?: string | null
}

const holding = { failure: null, wish: null, turnedBackFrom: null, cancellationRefused: null, doubt: null }

/** Stored as null at steps that do not have them: the previous version reads them at every step. */
const storedNulls: Record<OperationKind, object> = {
  book: holding,
  dispatch: holding,
  update: { ...holding, readyAt: null },
  cancel: { holderClaimId: null, failure: null, doubt: null },
  cancel_booking: {},
  recall: { carrierJobId: null },
}

/** JSON text for column `desired`. */
export function desiredText({ kind, desired }: Pick<Position, 'kind' | 'desired'>): string {
  const { quote, option, shipment, candidates, bookingId: _, ...rest }: Fields = desired
  const stored: StoredFields = {
    ...(quote && { quote: quoteMessage(quote) }),
    ...(option && { option: quoteOptionMessage(option) }),
    ...(shipment && { shipment: shipmentMessage(shipment) }),
    ...(candidates && { candidates: candidates.map(quoteOptionMessage) }),
  }
  return JSON.stringify({ ...storedNulls[kind], ...rest, ...stored })
}

const prepared = ['quote', 'option', 'shipment', 'bookingId']
const carrierSteps = { draft: prepared, call: prepared, recover: prepared, settle: prepared, finish: prepared }

/** The fields that must be present at a step; the others may be null or have a default. */
const required: { [K in OperationKind]: { [S in StepOf<K>]: readonly string[] } } = {
  book: {
    ...carrierSteps,
    claim: ['quote', 'option'],
    release: ['quote', 'option', 'failure'],
    undo: ['quote', 'option'],
    settle_cancelled: ['quote', 'option'],
  },
  dispatch: {
    ...carrierSteps,
    reclaim: ['untilAt', 'quoteId'],
    quote: ['untilAt', 'quoteId'],
    attempt: ['untilAt', 'quoteId', 'quote', 'shipment'],
    undo: ['untilAt', 'quoteId'],
    settle_cancelled: ['untilAt', 'quoteId'],
    give_up: ['untilAt', 'quoteId'],
    settle_failed: ['untilAt', 'quoteId'],
  },
  cancel: {
    claim: ['reasonCode'],
    call: ['reasonCode'],
    pend: ['reasonCode'],
    pursue: ['reasonCode'],
    settle_cancelled: ['reasonCode'],
    release: ['reasonCode'],
    await_holder: ['reasonCode', 'holderClaimId'],
  },
  cancel_booking: {
    await_booking: ['reasonCode', 'bookingId'],
    claim: ['reasonCode', 'bookingId'],
    call: ['reasonCode', 'bookingId'],
    pursue: ['reasonCode', 'bookingId'],
    settle: ['reasonCode', 'bookingId'],
    release: ['reasonCode', 'bookingId', 'failure'],
  },
  update: {
    claim: ['document'],
    call: ['document', 'shipment'],
    pursue: ['document', 'shipment'],
    settle: ['document', 'shipment'],
    release: ['document', 'shipment', 'failure'],
    undo: ['document', 'shipment'],
    settle_cancelled: ['document', 'shipment'],
  },
  recall: {
    look: ['attemptId', 'carrierCode', 'carrierAccountId'],
    call: ['attemptId', 'carrierCode', 'carrierAccountId', 'carrierJobId'],
  },
}

/** `kind.step` of every position that this version can take. A later version may have stored others. */
export const knownPositions: readonly string[] = Object.entries(required).flatMap(([kind, fieldsByStep]) =>
  Object.keys(fieldsByStep).map((step) => `${kind}.${step}`),
)

/** Absent from rows of earlier versions, and from rows at a step before the field is known. */
const defaults: Record<OperationKind, object> = {
  book: { quote: null, option: null, shipment: null, doubt: null },
  dispatch: {
    quote: null,
    option: null,
    shipment: null,
    doubt: null,
    candidates: [],
    rounds: 0,
    isHopeful: true,
    refused: [],
    endedBy: 'no_courier_available' satisfies SearchEnd,
  },
  update: { readyAt: null, doubt: null, mayCost: true },
  cancel: { doubt: null },
  cancel_booking: { untilAt: null, failure: null },
  recall: { carrierOfferId: null, parcels: null },
}

const noReason = { reasonCode: null, reasonNote: null }

/** Reads what an open operation keeps at its step. Throws if a field is missing that the step needs. */
export function parsePosition(
  { kind, step, bookingId }: { kind: OperationKind; step: StepName; bookingId: string | null },
  json: object,
): Position {
  const needed = (required[kind] as Partial<Record<StepName, readonly string[]>>)[step]
  if (needed === undefined) throw new TypeError(`${kind} has no step ${step}`)
  const { quote, option, shipment, candidates, untilAt, readyAt, ...rest }: StoredFields = json
  const desired: Record<string, unknown> = {
    ...defaults[kind],
    ...rest,
    ...(quote && { quote: quoteFromMessage(quote) }),
    ...(option && { option: quoteOptionFromMessage(option) }),
    ...(shipment && { shipment: shipmentFromMessage(shipment) }),
    ...(candidates && { candidates: candidates.map(quoteOptionFromMessage) }),
    ...(untilAt && { untilAt: new Date(untilAt) }),
    ...(readyAt && { readyAt: new Date(readyAt) }),
    bookingId,
  }
  const missing = needed.filter((name) => desired[name] == null)
  if (missing.length > 0) throw new TypeError(`${kind} at step ${step} lacks ${missing.join(', ')}`)
  if (step === 'undo' || (step === 'settle_cancelled' && kind !== 'cancel')) desired.wish ??= noReason
  return { kind, step, desired } as unknown as Position
}
