/** What a conformance case is given: an adapter, and a server on a port that can be told to fail. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type {
  BookRequest,
  CallbackInput,
  CarrierAccount,
  CarrierAdapter,
  CarrierCall,
  CarrierDescriptor,
  CarrierJob,
  DraftRequest,
  Offer,
  QuoteRequest,
} from '../carrier-adapter.ts'

export interface FaultOrder {
  carrierAccountId: string
  operation: 'quote' | 'draft' | 'book' | 'cancel' | 'update' | 'track' | 'label' | 'media' | 'callback'
  /**
   * `no_courier`: refused because none is free. `slow`: done and answered after `delayMs`, whether or not anyone still
   * waits. `timeout`: no answer, nothing done. `timeout_after_success`: done, no answer. Of call-backs: `duplicate`, each
   * is sent twice; `out_of_order`, it comes after the next one; `wrong_signature`, it is signed with another secret
   * first; `slow`, it comes `delayMs` later.
   */
  mode:
    | ('refuse' | 'no_courier' | '500' | '429' | 'slow' | 'timeout' | 'timeout_after_success' | 'malformed')
    | ('duplicate' | 'out_of_order' | 'wrong_signature')
  times: number
  /** Of a 429: what Retry-After says. */
  retryAfterMs?: number
  /** Of what is slow. */
  delayMs?: number
}

/**
 * What goes wrong on the way of a job. `failed_attempt`: nobody is at the door. `return`: the recipient refuses, and the
 * goods are brought back.
 */
export const mishaps = ['driver_swap', 'failed_attempt', 'return', 'loss'] as const
export type Mishap = (typeof mishaps)[number]

/** The carrier's side. It is the server's business how: a simulator's admin call, a scripted stub, a vendor's sandbox. */
export interface ConformanceServer {
  order(fault: FaultOrder): Promise<unknown>
  /** Moves a job on, through all that lies between. */
  advance(carrierJobId: string, to: 'picked_up' | 'en_route_to_dropoff' | 'delivered'): Promise<unknown>
  /** Lets this happen to a job that was just booked, with all that comes before it; of a return, to its end. */
  meet(carrierJobId: string, mishap: Mishap): Promise<unknown>
  /** Tells a fact with a code that no mapping knows. */
  announce(carrierJobId: string, rawCode: string): Promise<unknown>
  /** How many jobs bear the reference. */
  countJobs(reference: string): Promise<number>
  /** Where the carrier shall report to. */
  callbackUrl: string
  /** The reports of the job as they came, in the order in which they came, once there are so many. */
  callbacksOf(carrierJobId: string, atLeast: number): Promise<Pick<CallbackInput, 'headers' | 'rawBody'>[]>
}

export interface ConformanceSubject {
  adapter: CarrierAdapter
  server: ConformanceServer
  /** A transport that the carrier serves, and one that it does not. */
  served: QuoteRequest
  notServed: QuoteRequest
}

export interface ConformanceCase {
  /** A sentence about behaviour. */
  name: string
  appliesTo?: (descriptor: CarrierDescriptor) => boolean
  /** Only of a carrier that can tell of this. */
  mishap?: Mishap
  run: (subject: ConformanceSubject) => Promise<void>
}

/** How long what is slow takes: well beyond the short deadlines of cases, well within the usual one. */
export const SLOW_MS = 1_000

/** Clocks and timers differ by milliseconds. */
export const wasSlow = (elapsedMs: number): boolean => elapsedMs >= SLOW_MS * 0.9

/** An account that no other case uses: its circuit and its faults are its own. */
export const anAccount = (): CarrierAccount => ({
  carrierAccountId: `cac_${randomUUID()}`,
  environmentId: 'env_conformance',
  livemode: false,
  secret: null,
  endpoint: null,
})

export const aCall = (
  account: CarrierAccount,
  { deadlineMs = 8_000, key = randomUUID() as string } = {},
): CarrierCall => ({
  account,
  deadlineAt: new Date(Date.now() + deadlineMs),
  idempotencyKey: key,
  requestId: `req_${randomUUID()}`,
})

/** Narrows an outcome to the kind it must be, or fails with what it is. */
export function expectKind<Outcome extends { kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): Extract<Outcome, { kind: Kind }> {
  assert.equal(outcome.kind, kind, `expected ${kind}, got ${JSON.stringify(outcome)}`)
  return outcome as Extract<Outcome, { kind: Kind }>
}

/** A request for the first offer that the carrier makes. */
export async function aDraftRequest(
  { adapter, server, served }: ConformanceSubject,
  account: CarrierAccount,
): Promise<DraftRequest> {
  const { offers } = expectKind(await adapter.quote(served, aCall(account)), 'offers')
  const offer = offers[0] as Offer
  return {
    ...served,
    reference: `att_${randomUUID()}`,
    merchantOrderRef: 'ORDER-1001',
    serviceCode: offer.serviceCode,
    carrierOfferId: offer.carrierOfferId,
    pickupInstructions: 'Ring the bell',
    dropoffInstructions: null,
    callbackUrl: server.callbackUrl,
  }
}

/** A request to book the first offer, with a draft of it where the carrier makes drafts. */
export async function aBookRequest(subject: ConformanceSubject, account: CarrierAccount): Promise<BookRequest> {
  const request = await aDraftRequest(subject, account)
  if (!subject.adapter.draft) return { ...request, draftId: null }
  return { ...request, draftId: await aDraft(subject, request, account) }
}

/** The id of a draft that the carrier has made. */
export async function aDraft(
  { adapter }: ConformanceSubject,
  request: DraftRequest,
  account: CarrierAccount,
): Promise<string> {
  if (!adapter.draft) throw new TypeError(`${adapter.descriptor.carrierCode} makes no drafts`)
  return expectKind(await adapter.draft(request, aCall(account)), 'drafted').draftId
}

/** A job that the carrier has made for the account. */
export async function aJob(
  subject: ConformanceSubject,
  account: CarrierAccount,
): Promise<{ request: BookRequest; job: CarrierJob }> {
  const request = await aBookRequest(subject, account)
  const { job } = expectKind(await subject.adapter.book(request, aCall(account)), 'booked')
  return { request, job }
}
