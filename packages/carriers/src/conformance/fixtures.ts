/** Accounts, calls, requests and jobs for the conformance cases. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { newId } from '@waybill/contracts/ids'
import type { BookRequest, CarrierAccount, CarrierCall, CarrierJob, DraftRequest, Offer } from '../carrier-adapter.ts'
import type { ConformanceSubject } from './conformance-case.ts'

/** Delay of `slow` faults: beyond the short deadlines of cases, within the default one. */
export const SLOW_MS = 1_000

/** 10 % tolerance, because clocks and timers differ. */
export const wasSlow = (elapsedMs: number): boolean => elapsedMs >= SLOW_MS * 0.9

/** A new account, so that cases share neither circuit breakers nor faults. */
export const anAccount = (): CarrierAccount => ({
  carrierAccountId: `cac_${randomUUID()}`,
  environmentId: 'env_conformance',
  livemode: false,
  credentials: {},
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

/** Asserts the kind of an outcome and narrows its type. */
export function expectKind<Outcome extends { kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): Extract<Outcome, { kind: Kind }> {
  assert.equal(outcome.kind, kind, `expected ${kind}, got ${JSON.stringify(outcome)}`)
  return outcome as Extract<Outcome, { kind: Kind }>
}

/** A request for the carrier's first offer. */
export async function aDraftRequest(
  { adapter, server, served }: ConformanceSubject,
  account: CarrierAccount,
): Promise<DraftRequest> {
  const { offers } = expectKind(await adapter.quote(served, aCall(account)), 'offers')
  const offer = offers[0] as Offer
  return {
    ...served,
    reference: newId('att'),
    merchantOrderRef: 'ORDER-1001',
    serviceCode: offer.serviceCode,
    carrierOfferId: offer.carrierOfferId,
    pickupInstructions: 'Ring the bell',
    dropoffInstructions: null,
    callbackUrl: server.callbackUrl,
  }
}

/** A request to book the first offer, with a draft if the carrier makes drafts. */
export async function aBookRequest(subject: ConformanceSubject, account: CarrierAccount): Promise<BookRequest> {
  const request = await aDraftRequest(subject, account)
  if (!subject.adapter.draft) return { ...request, draftId: null }
  return { ...request, draftId: await aDraft(subject, request, account) }
}

/** Makes a draft and returns its id. */
export async function aDraft(
  { adapter }: ConformanceSubject,
  request: DraftRequest,
  account: CarrierAccount,
): Promise<string> {
  if (!adapter.draft) throw new TypeError(`${adapter.descriptor.carrierCode} makes no drafts`)
  return expectKind(await adapter.draft(request, aCall(account)), 'drafted').draftId
}

/** Books a job for the account. */
export async function aJob(
  subject: ConformanceSubject,
  account: CarrierAccount,
): Promise<{ request: BookRequest; job: CarrierJob }> {
  const request = await aBookRequest(subject, account)
  const { job } = expectKind(await subject.adapter.book(request, aCall(account)), 'booked')
  return { request, job }
}
