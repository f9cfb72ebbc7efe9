/** Descriptor of a carrier: the data that its adapter declares. */
import type { DangerousGoodsKind, InsuranceProvider, Signature } from '@waybill/contracts/requests/service-options'
import type { FactStatus } from './tracking-fact.ts'

/** Longest timeout of a call. A process that stops waits this long, so that it leaves no call without an answer. */
export const LONGEST_CARRIER_CALL_MS = 15_000

export interface CarrierService {
  serviceCode: string
  name: string
  /** Shown to merchants: of `serviceFeatures`, or others; absent: none. */
  features?: readonly string[]
  /** A courier comes at once, instead of on a round or on the next day. */
  onDemand: boolean
  /** Narrower limits for a courier who comes at once; absent: none. */
  onDemandLimits?: { maxDistanceM: number; crossesBorders: boolean }
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
 * `lookup_by_reference`: ask `findJob`, which finds the job by our reference or, if `offersReusable` is false, by its offer.
 * "Not found" is proof only if it is answered twice, `settleMs` after sending; null: never, so that an operator settles those.
 * `prepared_id`: `draft` makes a free draft, whose id is committed. `book` buys it, repeatedly until the carrier answers:
 * a draft becomes one job however often it is bought.
 * `none`: never send it again. Only a callback with our reference or an operator settles it.
 */
export type BookRecovery =
  | { kind: 'same_key'; keyLifetimeMs: number }
  | { kind: 'lookup_by_reference'; settleMs: number | null }
  | { kind: 'prepared_id' }
  | { kind: 'none' }

/** A credential that a merchant enters. All are write-only. */
export interface AccountField {
  /** Name in `credentials`: snake_case. */
  name: string
  label: string
  /** Where the merchant finds it. */
  help: string
  required: boolean
  /** A regular expression that every valid value matches; absent: any text of 1 to 500 characters. */
  pattern?: string
  /** An example of the form, never a real value. */
  example?: string
}

/** Requirements for a merchant's account with this carrier. */
export interface AccountForm {
  fields: readonly AccountField[]
  /**
   * `registered`: `verify` registers the address of call-backs, with a secret that Waybill makes (`credentials.callback_secret`).
   * `manual`: the merchant enters the address at the carrier. `none`: the carrier is polled.
   */
  callbacks: 'registered' | 'manual' | 'none'
}

/** Options that a carrier takes. What is absent it does not, so that it gets no request with it. */
export interface OptionSupport {
  signature?: readonly Exclude<Signature, 'none'>[]
  /** `currencies` absent: any. `maxParcels` absent: any number. */
  insurance?: { providers: readonly InsuranceProvider[]; currencies?: readonly string[]; maxParcels?: number }
  saturdayDelivery?: true
  labelReferences?: true
  returnAddress?: true
  billTo?: true
  dangerousGoods?: readonly DangerousGoodsKind[]
  /** The ages that it checks, in years; `*`: any. */
  minimumAge?: '*' | readonly number[]
  deliveryPin?: true
  tip?: true
  /** Transports back from recipients: when it can charge for them, and whether it makes codes that are shown in place of a label. */
  returns?: { pay: readonly ('now' | 'on_use')[]; qr?: true }
}

/** How pickups are scheduled. */
export interface PickupSupport {
  /**
   * How to find out whether a pickup was scheduled after an answer was lost. `repeat`: the same call again makes no second one.
   * `find`: ask `findPickup`; "not found" is proof only if it is answered twice, `settleMs` after sending. `none`: there is no way,
   * so that the merchant has to ask the carrier.
   */
  recovery: { kind: 'repeat' } | { kind: 'find'; settleMs: number } | { kind: 'none' }
  /** `preparePickup` makes a free draft with its price, whose id is committed before `schedulePickup` buys it. Absent: false. */
  drafts?: true
  /** False: its API cannot, so that the merchant has to call the carrier. */
  cancels: boolean
  /** `readPickup` tells what becomes of one that is scheduled. Absent: false. */
  reports?: true
  /** Comes to the place that the labels name: an address may only say who is there. Absent: to any place. */
  atLabels?: true
  /** How many bookings a pickup may have at most. Absent: no limit. */
  mostJobs?: number
  /** Longest instructions for the driver, in UTF-16 code units: longer ones are refused. Absent: no limit. */
  instructions?: number
}

/** How manifests are made. */
export interface ManifestSupport {
  /**
   * How to find out whether a manifest was made after an answer was lost. `repeat`: the same key again answers the first one, and a
   * refusal proves that there is none. `find`: ask `findManifest`; "not found" is proof only if it is answered twice, `settleMs`
   * after sending.
   */
  recovery: { kind: 'repeat' } | { kind: 'find'; settleMs: number }
  /** How many bookings a manifest may have at most. Absent: 500. */
  mostJobs?: number
}

/** Texts of a shipment that a carrier may take a part of. `goods`: the titles of the parcels, joined. */
export type LimitedText =
  | 'pickup_instructions'
  | 'dropoff_instructions'
  | 'merchant_order_ref'
  | 'name'
  | 'company'
  | 'city'
  | 'email'
  | 'goods'
  | 'phone_extension'
  | 'label_references'

export interface CarrierDescriptor {
  carrierCode: string
  name: string
  /** Exists in the simulator only, and is refused in live environments. */
  simulated: boolean
  /** Empty if `discoversServices`. */
  services: readonly CarrierService[]
  /** An aggregator: its offers name services as `carrier.service`, such as `usps.priority`, which are not listed. Absent: false. */
  discoversServices?: boolean
  /** Takes what the merchant's own rate cards say, which only quoting knows. Absent: false. */
  byRateCard?: boolean
  /** Absent: merchants have no accounts with it, as with simulated carriers. */
  account?: AccountForm
  capabilities: CarrierCapabilities
  /** The forms in which it prints labels, its default first; empty: none. */
  labels: readonly LabelForm[]
  /** Longest texts that it takes, in UTF-16 code units; 0: it takes none. A quote says what is left out. Absent: all of them. */
  textLimits?: Partial<Record<LimitedText, number>>
  /** Absent: it takes none. */
  options?: OptionSupport
  /** Declares goods to customs, with what it needs for that. Absent: goods cross no customs border, or their papers are attached. */
  declaresGoods?: true
  /** When the papers for customs that it makes can be had: with the booking alone, or at any time. Absent: it makes none. */
  customsPapers?: 'with_booking' | 'on_request'
  /** Call-backs name each of several parcels by an id of the parcel, in place of the job. Absent: false. */
  parcelJobs?: true
  /** Its labels are printed by `packages/labels`. Absent: false. */
  printsHere?: boolean
  /** Countries of pickup, ISO 3166-1 alpha-2; '*': all. */
  countries: '*' | readonly string[]
  /** Countries whose addresses it can check, ISO 3166-1 alpha-2; '*': all. Absent: none. */
  checksAddressesIn?: '*' | readonly string[]
  /** Absent: Waybill schedules no pickups with it. */
  pickups?: PickupSupport
  /** Absent: it makes no manifests, or Waybill asks it for none. */
  manifests?: ManifestSupport
  /** Limits of one call, retries included, at most 15 s each. `book` applies to drafts, pickups and manifests too. */
  timeoutsMs: { quote: number; book: number; cancel: number; update: number; track: number }
  /** The carrier cancels jobs until they reach this status; null: never. */
  cancelWindow: { untilStatus: FactStatus } | null
  /** An offer may appear in more than one of our quotes. False if a rate id can be bought once only. */
  offersReusable: boolean
  bookRecovery: BookRecovery
}
