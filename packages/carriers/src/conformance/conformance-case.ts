/** Input of a conformance case: an adapter, and the carrier's server, which fails on request. */
import type { CallbackInput, CarrierAdapter, QuoteRequest } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'

export interface FaultOrder {
  carrierAccountId: string
  operation:
    | ('quote' | 'draft' | 'book' | 'cancel' | 'update' | 'track' | 'label' | 'media' | 'callback' | 'verify')
    | 'check_address'
    | 'schedule_pickup'
    | 'cancel_pickup'
    | 'create_manifest'
  /**
   * `401` and `403`: the credentials are not accepted. `no_courier`: refused because none is free. `slow`: done and answered after `delayMs`, even if the caller has hung up.
   * `timeout`: no answer, no effect. `timeout_after_success`: done, no answer. `maintenance`: an HTML page with status 200, no
   * effect. `oversized`: a document of 20 MB. `other_form`: a label in another form than the one that was asked for. Callbacks: `duplicate` sends each twice,
   * `out_of_order` sends it after the next one, `wrong_signature` signs it with another secret first, and `slow` sends it
   * `delayMs` later.
   */
  mode:
    | (
        | 'refuse'
        | 'no_courier'
        | '401'
        | '403'
        | '500'
        | '429'
        | 'slow'
        | 'timeout'
        | 'timeout_after_success'
        | 'malformed'
      )
    | ('maintenance' | 'oversized' | 'other_form')
    | ('duplicate' | 'out_of_order' | 'wrong_signature')
  times: number
  /** Retry-After of a 429. */
  retryAfterMs?: number
  /** Delay of `slow`. */
  delayMs?: number
}

/**
 * Mishap of a job. `failed_attempt`: nobody is at the door. `return`: the recipient refuses, and the goods are
 * returned.
 */
export const mishaps = ['driver_swap', 'failed_attempt', 'return', 'loss'] as const
export type Mishap = (typeof mishaps)[number]

/** The carrier's side: a simulator, a scripted stub, or a vendor's sandbox. */
export interface ConformanceServer {
  order(fault: FaultOrder): Promise<unknown>
  /** Moves a job to the status, through all statuses in between. */
  advance(carrierJobId: string, to: 'picked_up' | 'en_route_to_dropoff' | 'delivered'): Promise<unknown>
  /** Makes a mishap happen to a job that was just booked. A return is completed. */
  meet(carrierJobId: string, mishap: Mishap): Promise<unknown>
  /** Reports a fact with a code that no mapping knows. */
  announce(carrierJobId: string, rawCode: string): Promise<unknown>
  /** Delivers the first parcel of a job of two, which was just booked. Absent: the carrier reports no single parcels. */
  deliverFirstParcel?(carrierJobId: string): Promise<unknown>
  /** Number of jobs with the reference. */
  countJobs(reference: string): Promise<number>
  /** Number of pickups of an account that are scheduled and not cancelled. Absent: the carrier has none. */
  countPickups?(carrierAccountId: string): Promise<number>
  /** Number of manifests of an account. Absent: the carrier makes none. */
  countManifests?(carrierAccountId: string): Promise<number>
  /** Callback address for bookings. */
  callbackUrl: string
  /** The callbacks of the job in order of arrival. Waits until there are `atLeast`. */
  listCallbacks(carrierJobId: string, atLeast: number): Promise<Pick<CallbackInput, 'headers' | 'rawBody'>[]>
}

export interface ConformanceSubject {
  adapter: CarrierAdapter
  server: ConformanceServer
  /** A transport that the carrier serves; `notServed`: one that it refuses. */
  served: QuoteRequest
  notServed: QuoteRequest
  /** As `served`, with two parcels. Present if and only if the traits say `tracksParcels`. */
  several?: QuoteRequest
  /** A transport across a customs border with a complete declaration. Present if and only if the descriptor has `declaresGoods`. */
  declared?: QuoteRequest
}

/** Abilities of a carrier's reports and changes beyond its descriptor. */
export interface ConformanceTraits {
  /** The mishaps that the carrier can report. */
  mishaps: readonly Mishap[]
  /** Call-backs are signed with a time, so that an old one is forged. */
  signsTime: boolean
  /** Call-backs are signed with their body; false: a secret that the carrier sends with each proves its origin alone. */
  signsBody: boolean
  /** `track` returns every report of the job; false: its present state and what is kept of earlier ones. */
  keepsHistory: boolean
  /** Scope of a change: the address, or only the instructions for the courier. */
  changes: 'address' | 'instructions'
  /** `draft` calls the carrier; false: an offer already is a draft. */
  draftsByCall: boolean
  /** Each parcel of several has its own number and reports. */
  tracksParcels: boolean
  /** Facts repeat our reference. */
  echoesReference: boolean
  /** False: the carrier is a part of a service, so that no answer is lost, late or unreadable. */
  callsOverNetwork: boolean
}

export interface ConformanceCase {
  /** A sentence about behaviour. */
  name: string
  appliesTo?: (descriptor: CarrierDescriptor, traits: ConformanceTraits) => boolean
  /** Applies only to carriers that can report this mishap. */
  mishap?: Mishap
  /** Applies only to carriers that are called over the network: the server fails, or speaks in codes. */
  overNetwork?: true
  run: (subject: ConformanceSubject) => Promise<void>
}
