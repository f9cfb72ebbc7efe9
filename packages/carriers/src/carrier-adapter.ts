/**
 * The interface between Waybill and a carrier. Services depend on this file; a carrier is a folder beside it.
 * Every answer of a carrier is an outcome (`carrier-outcomes.ts`), never an exception: only a bug in an adapter throws.
 * The properties and abilities of a carrier are in `carrier-descriptor.ts`.
 * Money is an integer with its exponent, weights grams, lengths tenths of a millimetre, times `Date`.
 */

import type { DangerousGoodsKind, InsuranceProvider, Signature } from '@waybill/contracts/requests/service-options'
import type { Money } from '@waybill/contracts/values/money'
import type { CarrierCustoms, CarrierItem } from './carrier-customs.ts'
import type { CarrierDescriptor, LabelForm } from './carrier-descriptor.ts'
import type {
  BookOutcome,
  CallbackOutcome,
  CancelOutcome,
  CancelPickupOutcome,
  CheckAddressOutcome,
  DraftOutcome,
  FindJobOutcome,
  FindManifestOutcome,
  FindPickupOutcome,
  LabelOutcome,
  ManifestDocumentsOutcome,
  ManifestOutcome,
  MediaOutcome,
  PickupDraftOutcome,
  PickupOutcome,
  QuoteOutcome,
  ReadManifestOutcome,
  ReadPickupOutcome,
  TrackOutcome,
  UnregisterOutcome,
  UpdateOutcome,
  VerifyOutcome,
} from './carrier-outcomes.ts'

export type * from './carrier-customs.ts'
export type * from './carrier-outcomes.ts'

/** The contract under which a call is made. */
export interface CarrierAccount {
  carrierAccountId: string
  environmentId: string
  /** Mode of the environment. Simulated carriers refuse calls of live environments. */
  livemode: boolean
  /** By the names of the descriptor's `account.fields`, and `callback_secret` if Waybill makes one. Empty: the adapter's own. */
  credentials: Readonly<Record<string, string>>
  /** Base URL in place of the carrier's own for all calls, where the operator allows that; null: the carrier's own. */
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

/** Data that an exchange with a carrier needs from its caller. Call-backs have it too. */
export type Caller = Pick<CarrierCall, 'account' | 'deadlineAt' | 'requestId' | 'signal'>

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
  email: string | null
  latitude: number | null
  longitude: number | null
  /** True: a home, false: a business; null or absent: not known. */
  residential?: boolean | null
}

export interface CarrierParcel {
  /** Our parcel_id; null in a quote without a shipment. */
  parcelId: string | null
  title: string | null
  weightGrams: number
  lengthTenthMm: number
  widthTenthMm: number
  heightTenthMm: number
  /** As the merchant sent them: `0.5 lb`, `10 8 4.5 in`. Absent: in kilograms, in centimetres. */
  weightSent?: string
  dimensionsSent?: string
  /** Value of the contents; absent: none is declared. */
  declaredValue?: Money
  /** Contents for customs; absent: not listed. */
  items?: readonly CarrierItem[]
}

export interface BilledParty {
  party: 'recipient' | 'third_party'
  account: string
  country: string | null
  postCode: string | null
}

export interface CarrierReturn {
  /** When the carrier charges; null: as it does. */
  pay: 'now' | 'on_use' | null
  label: 'paper' | 'qr'
}

/** Requests of the merchant beside the transport. */
export interface CarrierOptions {
  /** Null: none is asked for. */
  signature: Exclude<Signature, 'none'> | null
  /** Covers the whole shipment. `provider` null: the one that insures at the account. */
  insurance: (Money & { provider: InsuranceProvider | null }) | null
  saturdayDelivery: boolean
  labelReferences: readonly string[]
  returnAddress: CarrierAddress | null
  billTo: BilledParty | null
  dangerousGoods: DangerousGoodsKind | null
  /** In years. */
  minimumAge: number | null
  deliveryPin: boolean
  tip: Money | null
  /** The pickup is the recipient of an earlier transport, who sends it back; null: it is none. */
  returns: CarrierReturn | null
}

export interface QuoteRequest {
  pickup: CarrierAddress
  dropoff: CarrierAddress
  parcels: CarrierParcel[]
  /** When the goods can be collected. */
  readyAt: Date
  /** A courier is to come at that time: limits of services on demand apply. */
  onDemand?: boolean
  /** Absent: nothing is asked for. A carrier gets only those that its descriptor lists. */
  options?: CarrierOptions
  /** Absent: nothing is declared to customs. */
  customs?: CarrierCustoms
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

/** How to find a job whose id is not known: by our reference, its draft, or the offer that was booked. */
export type JobQuery = Pick<BookRequest, 'reference' | 'draftId' | 'carrierOfferId'>

export interface CancelRequest {
  carrierJobId: string
  reasonCode: string
  parcelNumbers?: ParcelNumbers
}

/** The tracking numbers of a job's parcels, in their order; null: that of this parcel is not known. Empty: none is. */
export type ParcelNumbers = readonly (string | null)[]

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
  /**
   * In place of the label: the papers for customs, as PDF, of a descriptor with `customsPapers`: `on_request`; or the code that the
   * carrier scans instead of a label, as an image or PDF, of one with `returns.qr`. Absent: the label.
   */
  document?: 'customs' | 'qr'
  /** Counted from 1. Null: all parcels, one label each, or the first if the format is an image. */
  parcelNumber: number | null
}

/** A job whose parcels are collected. */
export interface PickupJob {
  carrierJobId: string
  trackingNumber: string | null
  serviceCode: string
  /** Country of the recipient. */
  country: string
  parcels: number
  weightGrams: number
  heaviestGrams: number
}

/** A pickup of the parcels of jobs that are booked. A repeat has the same values. */
export interface PickupRequest {
  /** Ours, unique. */
  reference: string
  /** Before the carrier was asked for the first time. */
  requestedAt: Date
  jobs: readonly PickupJob[]
  address: CarrierAddress
  /** When the carrier may come. */
  fromAt: Date
  toAt: Date
  instructions: string | null
  /** The draft to schedule; null unless the descriptor says `drafts`. */
  draftId: string | null
}

export interface PickupQuery {
  reference: string
  carrierPickupId: string
}

export interface CancelPickupRequest extends PickupQuery {
  /** From when the carrier may come. */
  fromAt: Date
}

/** A job whose label is in a manifest. */
export type ManifestJob = Pick<PickupJob, 'carrierJobId' | 'trackingNumber'>

/** A manifest of the labels of jobs that are booked. A repeat has the same values. */
export interface ManifestRequest {
  /** Ours, unique. */
  reference: string
  jobs: readonly ManifestJob[]
  /** Where the parcels are collected. */
  address: CarrierAddress
  /** Day of the collection, YYYY-MM-DD. */
  shipDate: string
}

export interface ManifestQuery {
  reference: string
  carrierManifestId: string
  /** Those that were sent. */
  jobs: readonly ManifestJob[]
}

export interface CallbackInput {
  /** Names in lower case. */
  headers: Record<string, string | string[] | undefined>
  rawBody: Buffer
  /** The query parameter `token` of the address, for carriers that sign nothing; absent: the address has none. */
  token?: string
  account: CarrierAccount
  receivedAt: Date
  /** Keys that are not cached must be fetched by then. */
  deadlineAt: Date
  requestId: string
}

export interface VerifyRequest {
  /** Where the carrier is to send its call-backs; null: this installation has no public address. */
  callbackUrl: string | null
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
  track(carrierJobId: string, call: CarrierCall, parcelNumbers?: ParcelNumbers): Promise<TrackOutcome>
  label(request: LabelRequest, call: CarrierCall): Promise<LabelOutcome>
  /** The photo or signature at an address from a proof. Fetched from the carrier's host only. */
  media(url: string, call: CarrierCall): Promise<MediaOutcome>
  /**
   * By the id of the draft if there is one, else by our reference, or by the offer if the carrier finds jobs by it. A draft that
   * is not bought is `not_found`. A booking that the carrier still works on is `failed`, retryable.
   */
  findJob(query: JobQuery, call: CarrierCall): Promise<FindJobOutcome>
  /** Verifies the signature with the account's secret before parsing the body. */
  parseCallback(input: CallbackInput): Promise<CallbackOutcome>
  /**
   * Proves the credentials with one harmless call and registers the call-back if the descriptor says `registered`. Idempotent.
   * Present if and only if the descriptor has `account`, which the registry checks.
   */
  verify?(request: VerifyRequest, call: CarrierCall): Promise<VerifyOutcome>
  /**
   * Removes the call-backs that `verify` has registered, before the credentials of a deleted account are erased. Idempotent.
   * Present if the descriptor says `registered` and the carrier's API can.
   */
  unregister?(request: { callbackUrl: string }, call: CarrierCall): Promise<UnregisterOutcome>
  /**
   * Whether these credentials are for tests or for real parcels; null: they do not tell. Absent: they never tell. Each is also
   * judged alone, to name the one that is wrong.
   */
  getMode?(credentials: CarrierAccount['credentials']): 'test' | 'live' | null
  /**
   * Compares an address with what the carrier, or its postal service, knows. Orders nothing. Present if and only if the
   * descriptor has `checksAddressesIn`, and called for these countries alone.
   */
  checkAddress?(address: CarrierAddress, call: CarrierCall): Promise<CheckAddressOutcome>
  /** Present if and only if `pickups` of the descriptor says `drafts`. May be repeated: drafts cost nothing. */
  preparePickup?(request: Omit<PickupRequest, 'draftId'>, call: CarrierCall): Promise<PickupDraftOutcome>
  /** With `call.idempotencyKey`. Present if and only if the descriptor has `pickups`. */
  schedulePickup?(request: PickupRequest, call: CarrierCall): Promise<PickupOutcome>
  /** Present if and only if `pickups` of the descriptor recovers by `find`. */
  findPickup?(request: PickupRequest, call: CarrierCall): Promise<FindPickupOutcome>
  /** Present if and only if `pickups` of the descriptor says `reports`. */
  readPickup?(query: PickupQuery, call: CarrierCall): Promise<ReadPickupOutcome>
  /** Idempotent. Present if and only if `pickups` of the descriptor says `cancels`. */
  cancelPickup?(request: CancelPickupRequest, call: CarrierCall): Promise<CancelPickupOutcome>
  /** With `call.idempotencyKey`. Present if and only if the descriptor has `manifests`. */
  createManifest?(request: ManifestRequest, call: CarrierCall): Promise<ManifestOutcome>
  /** A manifest of all jobs of the request. Present if and only if `manifests` of the descriptor recovers by `find`. */
  findManifest?(request: ManifestRequest, call: CarrierCall): Promise<FindManifestOutcome>
  /** The state of a manifest. Present if and only if the descriptor has `manifests`. */
  readManifest?(query: ManifestQuery, call: CarrierCall): Promise<ReadManifestOutcome>
  /** The documents of a manifest that is created. Present if and only if the descriptor has `manifests`. */
  manifestDocuments?(query: ManifestQuery, call: CarrierCall): Promise<ManifestDocumentsOutcome>
  /** Whether the carrier sends call-backs for these credentials. Absent: as the descriptor says. */
  callsBack?(credentials: CarrierAccount['credentials']): boolean
}
