/**
 * Outcomes of calls to a carrier: every answer is an outcome, never an exception.
 * Money is an integer with its exponent, weights grams, times `Date`.
 */
import type { ChargeType } from '@waybill/contracts/bookings/charge'
import type { CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import type { EtaPrecision, PriceLine } from '@waybill/contracts/quotes/quote-option'
import type { Money } from '@waybill/contracts/values/money'
import type { CarrierDriver, FactStatus, TrackingFact } from './tracking-fact.ts'

export interface Offer {
  /** The carrier's id of the price; null if it books by service. */
  carrierOfferId: string | null
  serviceCode: string
  /** Active ISO 4217 currency. */
  currency: string
  /** The amounts count 10^-exponent of one unit of `currency`, as this carrier states its prices. */
  exponent: number
  /** Before tax. */
  amountMinor: number
  taxMinor: number
  /** The parts of `amountMinor`, which must be their sum; absent: the carrier names none. */
  priceLines?: PriceLine[]
  etaFromAt: Date
  etaToAt: Date
  /** Absent: `time`. */
  etaPrecision?: EtaPrecision
  /** Shown to merchants; absent: the name in the descriptor. */
  serviceName?: string
  /** Who carries the parcels, if the adapter is an aggregator: `USPS`. */
  carriedBy?: string
  expiresAt: Date
  maxWeightGrams: number
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

/** One parcel of a job of several. */
export interface CarrierJobParcel {
  /** The carrier's id of the parcel, by which call-backs name it; absent: they name the job. */
  carrierParcelId?: string
  trackingNumber: string | null
  /** Absent or null: the carrier names no page. */
  trackingUrl?: string | null
  /** Absent or null: the carrier states the price of the job alone. */
  price?: Money | null
}

export interface CarrierJob {
  carrierJobId: string
  /** By which the carrier's own site tracks the parcel, or the first of several; null: none. */
  trackingNumber: string | null
  /** The carrier's own tracking page; absent or null: it names none. */
  trackingUrl?: string | null
  status: FactStatus
  driver: CarrierDriver | null
  label: Label | null
  /** Papers for customs that come with the answer; absent or null: none. */
  papers?: Label | null
  etaFromAt: Date | null
  etaToAt: Date | null
  /** In the order of the request; absent: one parcel, or the carrier knows the job alone. */
  parcels?: CarrierJobParcel[]
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

/**
 * Why a service made no offer, as the merchant sees it. `code`: one of `carrierMessageCodes` if one of them fits.
 * `retryable`: the same request may get an offer later.
 */
export interface Decline {
  serviceCode: string
  code: string
  message: string
  retryable: boolean
  /** JSON pointer to the field of the shipment that the merchant can mend: `/dropoff_address/phone`. Absent: none. */
  pointer?: string
}

/** A message of a carrier beside its offers. `serviceCode`: the service or the carrier behind an aggregator; null: all that are offered. */
export interface Notice {
  serviceCode: string | null
  code: CarrierMessageCode
  message: string
  /** As in a decline. */
  pointer?: string
}

/** Why there is no offer. */
export interface NotServed {
  kind: 'not_served'
  code: string
  message: string
  declines?: Decline[]
  pointer?: string
}
/** `declines`: the services without an offer whose reason the carrier gives; for the others a general one is shown. */
export type QuoteOutcome =
  | { kind: 'offers'; offers: Offer[]; declines?: Decline[]; notices?: Notice[] }
  | NotServed
  | Failed
/** In no case is anything bought: if the id of a draft is lost, make another draft. */
export type DraftOutcome = { kind: 'drafted'; draftId: string } | Refused | Unknown | NotSent
export type BookOutcome = { kind: 'booked'; job: CarrierJob } | Refused | Unknown | NotSent
/**
 * A job that was cancelled before is `cancelled`. `charges`: all of the job since its booking, the fee for it among them.
 * `refundPending`: the carrier decides later whether it pays the price back; `track` then says what has become of it. False: it pays at
 * once. Absent: nothing was paid, or the carrier charges fees for cancellations.
 */
export type CancelOutcome =
  | { kind: 'cancelled'; charges?: CarrierCharge[]; refundPending?: boolean }
  | Refused
  | Unknown
  | NotSent
/** A pickup that the carrier has taken. */
export interface CarrierPickup {
  carrierPickupId: string
  /** By which the carrier's staff know it; null: there is none. */
  confirmation: string | null
  /** Null: the carrier names no price. */
  price: Money | null
}

/** `price` null: the carrier names none. In no case is anything scheduled: if the id of a draft is lost, make another. */
export type PickupDraftOutcome = { kind: 'drafted'; draftId: string; price: Money | null } | Refused | Unknown | NotSent
/** A refusal proves that this call has scheduled nothing. */
export type PickupOutcome = { kind: 'scheduled'; pickup: CarrierPickup } | Refused | Unknown | NotSent
export type FindPickupOutcome = { kind: 'found'; pickup: CarrierPickup } | { kind: 'not_found' } | Failed
/**
 * The carrier's report about a pickup that it has taken. `changed`: it comes later than agreed. `missed`: it has not collected the
 * parcels. Null: nothing new, or no longer listed. `said`: its words.
 */
export type ReadPickupOutcome =
  | { kind: 'pickup'; report: 'changed' | 'missed' | 'cancelled' | null; said: string | null }
  | Failed
/** A pickup that was cancelled before is `cancelled`. */
export type CancelPickupOutcome = { kind: 'cancelled' } | Refused | Unknown | NotSent
/** A manifest that the carrier has taken. */
export interface CarrierManifest {
  carrierManifestId: string
  /** False: the carrier still makes it. */
  isCreated: boolean
  /** By which the carrier's staff know it; null: there is none. */
  number: string | null
  /** Jobs that the carrier has left out of it. Absent: none. */
  refused?: readonly RefusedJob[]
}

/** A job that the carrier names as a reason why it makes no manifest. */
export interface RefusedJob {
  carrierJobId: string
  message: string
}

/** A refusal proves that no manifest is made. `jobs`: those that the carrier names; empty: none. */
type ManifestRefused = Refused & { jobs: readonly RefusedJob[] }
export type ManifestOutcome = { kind: 'manifest'; manifest: CarrierManifest } | ManifestRefused | Unknown | NotSent
/** A manifest that could not be made is `not_found`. */
export type FindManifestOutcome = { kind: 'found'; manifest: CarrierManifest } | { kind: 'not_found' } | Failed
/** `refused`: the carrier could not make it. */
export type ReadManifestOutcome = { kind: 'manifest'; manifest: CarrierManifest } | ManifestRefused | Failed
/** At least one document. `not_ready`: they may come later. */
export type ManifestDocumentsOutcome =
  | { kind: 'documents'; documents: readonly Label[] }
  | { kind: 'not_ready' }
  | Failed
/**
 * Charge or credit of the carrier for a job beside its price; negative amounts are credits. `chargeId` is the carrier's, so
 * that a charge which is answered again counts once.
 */
export interface CarrierCharge {
  chargeId: string
  type: ChargeType
  currency: string
  exponent: number
  amountMinor: number
  taxMinor: number
  reason: string | null
  at: Date
}

/**
 * A change that was made before is `updated`. `window`: when the carrier delivers now, if it says; `charges`: all of the job
 * since its booking.
 */
export type UpdateOutcome =
  | { kind: 'updated'; window?: { fromAt: Date; toAt: Date }; charges?: CarrierCharge[] }
  | Refused
  | Unknown
  | NotSent
/**
 * Terms of a cancelled job: `refundPending` until the carrier has decided on its refund, and in `charges` the price that it keeps if
 * it rejects the refund, with the type `refund_rejected`. `refundPending` null: the vendor will not say. `refundRejected`: it did,
 * also where the price is not known.
 */
export type TrackOutcome =
  | {
      kind: 'facts'
      facts: TrackingFact[]
      refundPending?: boolean | null
      refundRejected?: boolean
      charges?: CarrierCharge[]
    }
  | Failed
/**
 * `no_such_label`: the job has no such parcel, or no label in that form, so that the caller can correct the request; or its label is
 * made and has no papers for customs (`NO_PAPERS`). `not_ready`: it may come later.
 */
export type LabelOutcome =
  | { kind: 'label'; label: Label }
  | { kind: 'not_ready' }
  | { kind: 'no_such_label'; failure: CarrierFailure }
  | Failed
export type MediaOutcome = { kind: 'media'; media: Media } | Failed
/** `refused`: the carrier has the booking and decided against it later. */
export type FindJobOutcome = { kind: 'found'; job: CarrierJob } | { kind: 'not_found' } | Refused | Failed
/**
 * `forged`: the signature is not the account's. `malformed`: signed, but unreadable; only these are in the exchange log.
 * `unverified`: the key that verifies it cannot be fetched now; the carrier is asked to send it again.
 */
export type CallbackOutcome =
  | { kind: 'facts'; facts: TrackingFact[] }
  | { kind: 'forged'; reason: string }
  | { kind: 'malformed'; reason: string }
  | { kind: 'unverified'; reason: string }

/**
 * `verified`: the credentials are valid, and call-backs are registered if the descriptor says so. `refused`: the carrier does not
 * accept the credentials; the failure's message is in its words.
 */
export type VerifyOutcome = { kind: 'verified' } | Refused | Failed
/** No call-back of the account is registered any more. */
export type UnregisterOutcome = { kind: 'unregistered' } | Failed

/** A field of an address that a check may correct. The country is never changed. */
export type CheckedField = 'addressLine1' | 'addressLine2' | 'city' | 'province' | 'postCode'

export interface AddressCheck {
  /**
   * `verified`: known as it is. `corrected`: known with the suggestion. `doubtful`: not known, or something is missing.
   * `unknown`: the carrier cannot tell.
   */
  status: 'verified' | 'corrected' | 'doubtful' | 'unknown'
  /** The fields that differ by more than their spelling; empty: none. */
  suggestion: Partial<Record<CheckedField, string | null>>
  /** True: a home, false: a business; null: not known. */
  residential: boolean | null
  position: { latitude: number; longitude: number } | null
  /** Messages about it, in the words of the carrier. */
  messages: { code: string; message: string }[]
}

export type CheckAddressOutcome = { kind: 'checked'; check: AddressCheck } | Failed
