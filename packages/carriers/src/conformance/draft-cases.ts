import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CarrierCall, DraftOutcome, DraftRequest } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aBookRequest, aCall, aDraft, aDraftRequest, anAccount, expectKind } from './fixtures.ts'

const makesDrafts = ({ bookRecovery }: CarrierDescriptor) => bookRecovery.kind === 'prepared_id'

const callsForDrafts: ConformanceCase['appliesTo'] = (descriptor, { draftsByCall }) =>
  makesDrafts(descriptor) && draftsByCall

async function draftOutcome(
  { adapter }: ConformanceSubject,
  request: DraftRequest,
  call: CarrierCall,
): Promise<DraftOutcome> {
  assert.ok(adapter.draft)
  return await adapter.draft(request, call)
}

export const draftCases: ConformanceCase[] = [
  {
    name: 'the adapter makes drafts if and only if its bookRecovery says so',
    async run({ adapter }) {
      assert.equal(adapter.draft !== undefined, makesDrafts(adapter.descriptor))
    },
  },
  {
    name: 'drafts book nothing, and only the one that is bought becomes a job',
    appliesTo: makesDrafts,
    async run(subject) {
      const account = anAccount()
      const request = await aDraftRequest(subject, account)
      const lost = { ...request, draftId: await aDraft(subject, request, account) }
      const bought = { ...request, draftId: await aDraft(subject, request, account) }
      assert.equal(await subject.server.countJobs(request.reference), 0)
      expectKind(await subject.adapter.findJob(bought, aCall(account)), 'not_found')
      const { job } = expectKind(await subject.adapter.book(bought, aCall(account)), 'booked')
      const found = expectKind(await subject.adapter.findJob(bought, aCall(account)), 'found')
      assert.equal(found.job.carrierJobId, job.carrierJobId)
      if (lost.draftId !== bought.draftId) {
        expectKind(await subject.adapter.findJob(lost, aCall(account)), 'not_found')
      }
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'buying a draft is idempotent, whatever the key of the call',
    appliesTo: makesDrafts,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const buy = () => subject.adapter.book(request, aCall(account, { key: randomUUID() }))
      const first = expectKind(await buy(), 'booked')
      const second = expectKind(await buy(), 'booked')
      assert.equal(second.job.carrierJobId, first.job.carrierJobId)
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'concurrent purchases of one draft make one job',
    appliesTo: makesDrafts,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => subject.adapter.book(request, aCall(account, { key: randomUUID() }))),
      )
      const ids = outcomes.map((outcome) => expectKind(outcome, 'booked').job.carrierJobId)
      assert.equal(new Set(ids).size, 1)
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a purchase that times out after success is unknown, and found by its draft or a second purchase',
    appliesTo: makesDrafts,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aBookRequest(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'timeout_after_success', times: 1 })
      expectKind(await subject.adapter.book(request, aCall(account, { deadlineMs: 700 })), 'unknown')
      const found = expectKind(await subject.adapter.findJob(request, aCall(account)), 'found')
      const { job } = expectKind(await subject.adapter.book(request, aCall(account)), 'booked')
      assert.equal(job.carrierJobId, found.job.carrierJobId)
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a purchase that timed out without effect is made by a second purchase',
    appliesTo: makesDrafts,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aBookRequest(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'timeout', times: 1 })
      expectKind(await subject.adapter.book(request, aCall(account, { deadlineMs: 700 })), 'unknown')
      expectKind(await subject.adapter.book(request, aCall(account)), 'booked')
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a draft whose answer is lost books nothing, and another one can be made',
    appliesTo: callsForDrafts,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aDraftRequest(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'draft', mode: 'timeout_after_success', times: 1 })
      expectKind(await draftOutcome(subject, request, aCall(account, { deadlineMs: 700 })), 'unknown')
      assert.equal(await subject.server.countJobs(request.reference), 0)
      const draftId = await aDraft(subject, request, account)
      expectKind(await subject.adapter.book({ ...request, draftId }, aCall(account)), 'booked')
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a draft that the carrier refuses is a refusal, with the carrier named and nothing booked',
    appliesTo: callsForDrafts,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aDraftRequest(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'draft', mode: 'refuse', times: 1 })
      const { failure } = expectKind(await draftOutcome(subject, request, aCall(account)), 'refused')
      assert.equal(failure.carrierCode, subject.adapter.descriptor.carrierCode)
      assert.ok(!failure.retryable)
      assert.equal(await subject.server.countJobs(request.reference), 0)
    },
  },
  {
    name: 'a draft answered with 429 or 5xx is retryable',
    appliesTo: callsForDrafts,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aDraftRequest(subject, account)
      const fault = { carrierAccountId, operation: 'draft' } as const
      await subject.server.order({ ...fault, mode: '429', times: 1, retryAfterMs: 30_000 })
      const busy = expectKind(await draftOutcome(subject, request, aCall(account)), 'not_sent')
      assert.equal(busy.failure.retryAfterMs, 30_000)
      await subject.server.order({ ...fault, mode: '500', times: 3 })
      const failing = expectKind(await draftOutcome(subject, request, aCall(account)), 'unknown')
      assert.ok(failing.failure.retryable)
      await aDraft(subject, request, account)
    },
  },
]
