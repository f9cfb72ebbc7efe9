/**
 * The interface between Waybill and a carrier. Services code against this file; a carrier is one folder beside it.
 * A carrier's answer, good or bad, is always an outcome and never an exception: only a bug in an adapter throws.
 * Money is integer minor units, weights grams, lengths tenths of a millimetre, times `Date`.
 */
import type { CarrierDriver, FactStatus, TrackingFact } from './tracking-fact.ts'

export interface CarrierService {
  serviceCode: string
  name: string
  /** Comes now, instead of collecting on a round or on the next day. */
  onDemand: boolean
  maxWeightGrams: number
  maxLengthTenthMm: number
  maxWidthTenthMm: number
  maxHeightTenthMm: number
  maxParcels: number
  quoteValidityMs: number
}

export interface CarrierCapabilities {
  quote: boolean
  book: boolean
  cancel: boolean
  update: boolean
  track: boolean
  label: boolean
  callbacks: boolean
  /** Proofs of delivery with photos or signatures, which `media` fetches. */
  proofMedia: boolean
}

export const labelFormats = ['pdf', 'zpl', 'png'] as const
export type LabelFormat = (typeof labelFormats)[number]
/** 4 × 6 inches, what label printers take; or a sheet of office paper. */
export const labelSizes = ['4x6', 'a4'] as const
export type LabelSize = (typeof labelSizes)[number]

export interface LabelForm {
  format: LabelFormat
  size: LabelSize
}

/**
 * How to learn whether a booking of unknown outcome was made.
 * `same_key`: send it again with the same idempotency key within `keyLifetimeMs`.
 * `lookup_by_reference`: ask `findJob`; "not found" is proof only `settleMs` after sending, and seen twice.
 * `prepared_id`: `draft` first makes what costs nothing and has an id, which is committed; `book` buys it, and buys the
 * same draft again until the carrier answers, for a draft becomes one job however often it is bought.
 * `none`: never sent again; only a call-back with our reference or an operator decides.
 */
export type BookRecovery =
  | { kind: 'same_key'; keyLifetimeMs: number }
  | { kind: 'lookup_by_reference'; settleMs: number }
  | { kind: 'prepared_id' }
  | { kind: 'none' }

export interface CarrierDescriptor {
  carrierCode: string
  name: string
  /** True: exists only in the simulator and is refused in live environments. */
  simulated: boolean
  services: readonly CarrierService[]
  capabilities: CarrierCapabilities
  /** The forms in which it prints labels, its usual one first; empty: none. */
  labels: readonly LabelForm[]
  /** ISO 3166-1 alpha-2 codes of the countries it collects in, or '*' for all. */
  countries: '*' | readonly string[]
  /** The whole time one call may take, retries included. A draft may take as long as a booking. */
  timeoutsMs: { quote: number; book: number; cancel: number; update: number; track: number }
  /** The carrier cancels until the job reaches this status; null: it never does. */
  cancelWindow: { untilStatus: FactStatus } | null
  /** May an offer stand in more than one of our quotes? False where a rate id is bought once. */
  offersReusable: boolean
  bookRecovery: BookRecovery
}

/** The contract under which a call is made. `secret` and `endpoint` null: the adapter's own defaults. */
export interface CarrierAccount {
  carrierAccountId: string
  environmentId: string
  /** The environment's: simulated carriers refuse every call of a live one. */
  livemode: boolean
  secret: string | null
  endpoint: string | null
}

export interface CarrierCall {
  account: CarrierAccount
  /** No call outlives it; the descriptor's time-out holds too, whichever is earlier. */
  deadlineAt: Date
  signal?: AbortSignal
  /** The attempt's id. Needed by `book`; the carrier makes one job of any number of calls that bear it. */
  idempotencyKey?: string
  requestId: string
}

export interface CarrierAddress {
  name: string | null
  company: string | null
  addressLine1: string
  addressLine2: string | null
  /** Part of the city, or the place that the city serves the post of. */
  town: string | null
  city: string
  province: string | null
  postCode: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  country: string
  phone: string | null
  latitude: number | null
  longitude: number | null
}

export interface CarrierParcel {
  /** Our parcel_id; null while only a quote is asked. */
  parcelId: string | null
  title: string | null
  weightGrams: number
  lengthTenthMm: number
  widthTenthMm: number
  heightTenthMm: number
}

export interface QuoteRequest {
  pickup: CarrierAddress
  dropoff: CarrierAddress
  parcels: CarrierParcel[]
  /** When the goods can be collected. */
  readyAt: Date
}

export interface Offer {
  /** The carrier's id of this price; null where it has none and books by service. */
  carrierOfferId: string | null
  serviceCode: string
  /** ISO 4217. */
  currency: string
  /** Before tax. */
  amountMinor: number
  taxMinor: number
  etaFromAt: Date
  etaToAt: Date
  expiresAt: Date
  maxWeightGrams: number
}

/** The job that is wanted, told in full with the draft and again with the purchase. */
export interface DraftRequest extends QuoteRequest {
  /** Ours, unique; printed on the label, echoed in facts. */
  reference: string
  merchantOrderRef: string
  serviceCode: string
  carrierOfferId: string | null
  pickupInstructions: string | null
  dropoffInstructions: string | null
  /** Where the carrier reports to; null where there is no public address. */
  callbackUrl: string | null
}

export interface BookRequest extends DraftRequest {
  /** The draft to be bought; null where `bookRecovery` is not `prepared_id`. */
  draftId: string | null
}

/** What a job is asked for by, before its own id is known. */
export type JobQuery = Pick<BookRequest, 'reference' | 'draftId'>

export interface CancelRequest {
  carrierJobId: string
  reasonCode: string
}

/** The whole desired state, so that sending it twice is the same as once. */
export interface UpdateRequest {
  carrierJobId: string
  pickup: CarrierAddress
  dropoff: CarrierAddress
  parcels: CarrierParcel[]
  /** When the goods will be ready, where that is to change; null: it stays as it was told last. */
  readyAt: Date | null
  pickupInstructions: string | null
  dropoffInstructions: string | null
}

export interface LabelRequest extends LabelForm {
  carrierJobId: string
  /** Counted from 1. Null: all parcels, one label each; of an image, the first. */
  parcelNumber: number | null
}

export interface Label {
  contentType: string
  bytes: Buffer
}

/** A photo or a signature of a proof of delivery. */
export interface Media {
  contentType: string
  bytes: Buffer
}

export interface CarrierJob {
  carrierJobId: string
  trackingNumber: string | null
  status: FactStatus
  driver: CarrierDriver | null
  label: Label | null
  etaFromAt: Date | null
  etaToAt: Date | null
}

/**
 * What went wrong, fit to be shown to the merchant: no secret, no address, no raw body.
 * `retryable`: the same call may do better later. `retryAfterMs`: not before, by the carrier's own word.
 */
export interface CarrierFailure {
  carrierCode: string
  code: string
  message: string
  httpStatus: number | null
  retryable: boolean
  retryAfterMs: number | null
}

/** Nobody can say whether it happened: a time-out, a connection broken after sending, an answer that proves nothing. */
export type Unknown = { kind: 'unknown'; failure: CarrierFailure }
/** Proof that THIS call did nothing: circuit open, connection refused, 429. It says nothing of an earlier call. */
export type NotSent = { kind: 'not_sent'; failure: CarrierFailure }
/** The carrier has decided: no. */
export type Refused = { kind: 'refused'; failure: CarrierFailure }
/** A read that brought no answer. */
export type Failed = { kind: 'failed'; failure: CarrierFailure }

export type QuoteOutcome =
  | { kind: 'offers'; offers: Offer[] }
  | { kind: 'not_served'; code: string; message: string }
  | Failed
/** Whatever it is, nothing is bought: a draft whose id was lost is left alone and another one made. */
export type DraftOutcome = { kind: 'drafted'; draftId: string } | Refused | Unknown | NotSent
export type BookOutcome = { kind: 'booked'; job: CarrierJob } | Refused | Unknown | NotSent
/** 'already cancelled' is `cancelled`. */
export type CancelOutcome = { kind: 'cancelled' } | Refused | Unknown | NotSent
/** 'already so' is `updated`. */
export type UpdateOutcome = { kind: 'updated' } | Refused | Unknown | NotSent
export type TrackOutcome = { kind: 'facts'; facts: TrackingFact[] } | Failed
/** `no_such_label`: the job has no such parcel, or is not printed in such a form; whoever asked can mend it. */
export type LabelOutcome =
  | { kind: 'label'; label: Label }
  | { kind: 'not_ready' }
  | { kind: 'no_such_label'; failure: CarrierFailure }
  | Failed
export type MediaOutcome = { kind: 'media'; media: Media } | Failed
export type FindJobOutcome = { kind: 'found'; job: CarrierJob } | { kind: 'not_found' } | Failed
/** `forged`: the signature does not fit the account. `malformed`: signed, but not to be read; both are kept for support. */
export type CallbackOutcome =
  | { kind: 'facts'; facts: TrackingFact[] }
  | { kind: 'forged'; reason: string }
  | { kind: 'malformed'; reason: string }

export interface CallbackInput {
  /** Names in lower case, as Node gives them. */
  headers: Record<string, string | string[] | undefined>
  rawBody: Buffer
  account: CarrierAccount
  receivedAt: Date
}

/**
 * One carrier. Every method is safe to call twice; `book` by `call.idempotencyKey` where `bookRecovery` says `same_key`,
 * by `request.draftId` where it says `prepared_id`.
 */
export interface CarrierAdapter {
  readonly descriptor: CarrierDescriptor
  quote(request: QuoteRequest, call: CarrierCall): Promise<QuoteOutcome>
  /**
   * Makes what `book` then buys. Exists exactly where `bookRecovery` is `prepared_id`; the registry refuses all else.
   * May be repeated at will: each call may make another draft, of which none costs anything and one is bought.
   */
  draft?(request: DraftRequest, call: CarrierCall): Promise<DraftOutcome>
  /**
   * A draft that is bought already is answered with its job; where the carrier refuses a second purchase, the adapter
   * asks for that job. So a refusal proves that the draft is not bought, and never will be.
   */
  book(request: BookRequest, call: CarrierCall): Promise<BookOutcome>
  cancel(request: CancelRequest, call: CarrierCall): Promise<CancelOutcome>
  update(request: UpdateRequest, call: CarrierCall): Promise<UpdateOutcome>
  /** Every fact the carrier has of the job, in any order. */
  track(carrierJobId: string, call: CarrierCall): Promise<TrackOutcome>
  label(request: LabelRequest, call: CarrierCall): Promise<LabelOutcome>
  /** What stands at an address that the carrier gave in a proof; it is fetched from the carrier's own host or not at all. */
  media(url: string, call: CarrierCall): Promise<MediaOutcome>
  /** By the draft's id where there is one, else by our reference. A draft that is not bought is `not_found`. */
  findJob(query: JobQuery, call: CarrierCall): Promise<FindJobOutcome>
  /** Checks the signature with the account's secret before it reads a byte of meaning. */
  parseCallback(input: CallbackInput): CallbackOutcome
}
