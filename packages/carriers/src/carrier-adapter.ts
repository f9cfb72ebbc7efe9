/**
 * The interface between Waybill and a carrier. Services depend on this file; a carrier is a folder beside it.
 * Every answer of a carrier is an outcome, never an exception: only a bug in an adapter throws.
 * Money is integer minor units, weights grams, lengths tenths of a millimetre, times `Date`.
 */
import type { CarrierDriver, FactStatus, TrackingFact } from './tracking-fact.ts'

export interface CarrierService {
  serviceCode: string
  name: string
  /** A courier comes at once, instead of on a round or on the next day. */
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
  /** Proofs of delivery have photos or signatures that `media` fetches. */
  proofMedia: boolean
}

export const labelFormats = ['pdf', 'zpl', 'png'] as const
export type LabelFormat = (typeof labelFormats)[number]
/** 4 × 6 inches for label printers, or A4. */
export const labelSizes = ['4x6', 'a4'] as const
export type LabelSize = (typeof labelSizes)[number]

export interface LabelForm {
  format: LabelFormat
  size: LabelSize
}

/**
 * How to find out whether a booking of unknown outcome was made.
 * `same_key`: send it again with the same idempotency key within `keyLifetimeMs`.
 * `lookup_by_reference`: ask `findJob`. "Not found" is proof only if it is answered twice, `settleMs` after sending.
 * `prepared_id`: `draft` makes a free draft, whose id is committed. `book` buys it, repeatedly until the carrier answers:
 * a draft becomes one job however often it is bought.
 * `none`: never send it again. Only a callback with our reference or an operator settles it.
 */
export type BookRecovery =
  | { kind: 'same_key'; keyLifetimeMs: number }
  | { kind: 'lookup_by_reference'; settleMs: number }
  | { kind: 'prepared_id' }
  | { kind: 'none' }

export interface CarrierDescriptor {
  carrierCode: string
  name: string
  /** Exists in the simulator only, and is refused in live environments. */
  simulated: boolean
  services: readonly CarrierService[]
  capabilities: CarrierCapabilities
  /** The forms in which it prints labels, its default first; empty: none. */
  labels: readonly LabelForm[]
  /** Countries of pickup, ISO 3166-1 alpha-2; '*': all. */
  countries: '*' | readonly string[]
  /** Limits of one call, retries included. `book` applies to drafts too. */
  timeoutsMs: { quote: number; book: number; cancel: number; update: number; track: number }
  /** The carrier cancels jobs until they reach this status; null: never. */
  cancelWindow: { untilStatus: FactStatus } | null
  /** An offer may appear in more than one of our quotes. False if a rate id can be bought once only. */
  offersReusable: boolean
  bookRecovery: BookRecovery
}

/** The contract under which a call is made. Null `secret` or `endpoint`: the adapter's default. */
export interface CarrierAccount {
  carrierAccountId: string
  environmentId: string
  /** Of the environment. Simulated carriers refuse calls of live environments. */
  livemode: boolean
  secret: string | null
  endpoint: string | null
}

export interface CarrierCall {
  account: CarrierAccount
  /** The call ends here, or at the timeout of the descriptor if that is earlier. */
  deadlineAt: Date
  signal?: AbortSignal
  /** Id of the attempt, required by `book`. Calls with the same key make one job. */
  idempotencyKey?: string
  requestId: string
}

export interface CarrierAddress {
  name: string | null
  company: string | null
  addressLine1: string
  addressLine2: string | null
  /** Part of the city, or a locality with the city's post office. */
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
  /** Our parcel_id; null in a quote without a shipment. */
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
  /** The carrier's id of the price; null if it books by service. */
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

/** The complete job: sent with the draft and again with the purchase. */
export interface DraftRequest extends QuoteRequest {
  /** Ours, unique; echoed in facts. */
  reference: string
  merchantOrderRef: string
  serviceCode: string
  carrierOfferId: string | null
  pickupInstructions: string | null
  dropoffInstructions: string | null
  /** Where the carrier sends its callbacks; null: this installation has no public address. */
  callbackUrl: string | null
}

export interface BookRequest extends DraftRequest {
  /** The draft to buy; null unless `bookRecovery` is `prepared_id`. */
  draftId: string | null
}

/** How to find a job whose id is not known. */
export type JobQuery = Pick<BookRequest, 'reference' | 'draftId'>

export interface CancelRequest {
  carrierJobId: string
  reasonCode: string
}

/** The complete desired state, so that an update is idempotent. */
export interface UpdateRequest {
  carrierJobId: string
  pickup: CarrierAddress
  dropoff: CarrierAddress
  parcels: CarrierParcel[]
  /** When the goods will be ready; null: unchanged. */
  readyAt: Date | null
  pickupInstructions: string | null
  dropoffInstructions: string | null
}

export interface LabelRequest extends LabelForm {
  carrierJobId: string
  /** Counted from 1. Null: all parcels, one label each, or the first if the format is an image. */
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
 * Why a call failed. It is shown to the merchant: no secret, no address, no raw body.
 * `retryable`: the same call may succeed later. `retryAfterMs`: how long the carrier asks to wait; null: it does not say.
 */
export interface CarrierFailure {
  carrierCode: string
  code: string
  message: string
  httpStatus: number | null
  retryable: boolean
  retryAfterMs: number | null
}

/** The call may have had its effect: a timeout, a connection broken after sending, an inconclusive answer. */
export type Unknown = { kind: 'unknown'; failure: CarrierFailure }
/** Proof that this call had no effect: open circuit, refused connection, 429. Says nothing about earlier calls. */
export type NotSent = { kind: 'not_sent'; failure: CarrierFailure }
/** The carrier has decided against it. */
export type Refused = { kind: 'refused'; failure: CarrierFailure }
/** A read without a usable answer. */
export type Failed = { kind: 'failed'; failure: CarrierFailure }

export type QuoteOutcome =
  | { kind: 'offers'; offers: Offer[] }
  | { kind: 'not_served'; code: string; message: string }
  | Failed
/** In no case is anything bought: if the id of a draft is lost, make another draft. */
export type DraftOutcome = { kind: 'drafted'; draftId: string } | Refused | Unknown | NotSent
export type BookOutcome = { kind: 'booked'; job: CarrierJob } | Refused | Unknown | NotSent
/** A job that was cancelled before is `cancelled`. */
export type CancelOutcome = { kind: 'cancelled' } | Refused | Unknown | NotSent
/** A change that was made before is `updated`. */
export type UpdateOutcome = { kind: 'updated' } | Refused | Unknown | NotSent
export type TrackOutcome = { kind: 'facts'; facts: TrackingFact[] } | Failed
/** `no_such_label`: the job has no such parcel, or no label in that form. The caller can correct the request. */
export type LabelOutcome =
  | { kind: 'label'; label: Label }
  | { kind: 'not_ready' }
  | { kind: 'no_such_label'; failure: CarrierFailure }
  | Failed
export type MediaOutcome = { kind: 'media'; media: Media } | Failed
export type FindJobOutcome = { kind: 'found'; job: CarrierJob } | { kind: 'not_found' } | Failed
/** `forged`: the signature is not the account's. `malformed`: signed, but unreadable. Both are logged for support. */
export type CallbackOutcome =
  | { kind: 'facts'; facts: TrackingFact[] }
  | { kind: 'forged'; reason: string }
  | { kind: 'malformed'; reason: string }

export interface CallbackInput {
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  rawBody: Buffer
  account: CarrierAccount
  receivedAt: Date
}

/**
 * One carrier. Every method is idempotent; `book` by `call.idempotencyKey` if `bookRecovery` is `same_key`, by
 * `request.draftId` if it is `prepared_id`.
 */
export interface CarrierAdapter {
  readonly descriptor: CarrierDescriptor
  quote(request: QuoteRequest, call: CarrierCall): Promise<QuoteOutcome>
  /**
   * Makes a draft for `book` to buy. Present if and only if `bookRecovery` is `prepared_id`, which the registry checks.
   * May be repeated: each call may make another draft. Drafts cost nothing, and only one is bought.
   */
  draft?(request: DraftRequest, call: CarrierCall): Promise<DraftOutcome>
  /**
   * Returns the job of a draft that was bought before; if the carrier refuses a second purchase, the adapter looks the job
   * up. A refusal therefore proves that the draft is not bought and will not be.
   */
  book(request: BookRequest, call: CarrierCall): Promise<BookOutcome>
  cancel(request: CancelRequest, call: CarrierCall): Promise<CancelOutcome>
  update(request: UpdateRequest, call: CarrierCall): Promise<UpdateOutcome>
  /** All facts that the carrier has about the job, in any order. */
  track(carrierJobId: string, call: CarrierCall): Promise<TrackOutcome>
  label(request: LabelRequest, call: CarrierCall): Promise<LabelOutcome>
  /** The photo or signature at an address from a proof. Fetched from the carrier's host only. */
  media(url: string, call: CarrierCall): Promise<MediaOutcome>
  /** By the id of the draft if there is one, else by our reference. A draft that is not bought is `not_found`. */
  findJob(query: JobQuery, call: CarrierCall): Promise<FindJobOutcome>
  /** Verifies the signature with the account's secret before parsing the body. */
  parseCallback(input: CallbackInput): CallbackOutcome
}
