import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { newId } from '@waybill/contracts/ids'
import type { CarrierAccount } from '../carrier-adapter.ts'
import type { CarrierDescriptor, LabelFormat } from '../carrier-descriptor.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aBookRequest, aCall, aJob, anAccount, expectKind, SLOW_MS } from './fixtures.ts'

const findsBySameKey = ({ bookRecovery }: CarrierDescriptor) => bookRecovery.kind === 'same_key'
const mayBeSentAgain = ({ bookRecovery: { kind } }: CarrierDescriptor) => kind === 'same_key' || kind === 'prepared_id'

/** Content type and first bytes of each format. */
const labelDocuments = {
  pdf: ['application/pdf', '%PDF-'],
  zpl: ['application/zpl', '^XA'],
  png: ['image/png', '\x89PNG'],
} as const satisfies Record<LabelFormat, [string, string]>

const isOnDemand = ({ services }: CarrierDescriptor) => services.some(({ onDemand }) => onDemand)

/** Outcome of a booking that the carrier refuses, without a job. */
async function expectRefusal(subject: ConformanceSubject, account: CarrierAccount, mode: 'refuse' | 'no_courier') {
  const request = await aBookRequest(subject, account)
  const { carrierAccountId } = account
  await subject.server.order({ carrierAccountId, operation: 'book', mode, times: 1 })
  const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'refused')
  assert.equal(await subject.server.countJobs(request.reference), 0)
  return failure
}

export const bookCases: ConformanceCase[] = [
  {
    name: 'a booking returns an assigned job, which can be found',
    async run(subject) {
      const account = anAccount()
      const { request, job } = await aJob(subject, account)
      assert.equal(job.status, 'assigned')
      const found = expectKind(await subject.adapter.findJob(request, aCall(account)), 'found')
      assert.equal(found.job.carrierJobId, job.carrierJobId)
      const unknown = { reference: newId('att'), draftId: null, carrierOfferId: null }
      expectKind(await subject.adapter.findJob(unknown, aCall(account)), 'not_found')
    },
  },
  {
    name: 'the label of a job is a document in every form that the carrier declares',
    appliesTo: ({ capabilities }) => capabilities.label,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const { labels } = subject.adapter.descriptor
      assert.ok(labels.length > 0, 'no form of label is declared')
      for (const form of labels) {
        const request = { ...form, carrierJobId: job.carrierJobId, parcelNumber: null }
        const { label } = expectKind(await subject.adapter.label(request, aCall(account)), 'label')
        const [contentType, start] = labelDocuments[form.format]
        assert.equal(label.contentType, contentType)
        assert.equal(label.bytes.subarray(0, start.length).toString('latin1'), start)
      }
    },
  },
  {
    name: 'booking again with the same key returns the same job',
    appliesTo: findsBySameKey,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const key = randomUUID()
      const first = expectKind(await subject.adapter.book(request, aCall(account, { key })), 'booked')
      const second = expectKind(await subject.adapter.book(request, aCall(account, { key })), 'booked')
      assert.equal(second.job.carrierJobId, first.job.carrierJobId)
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'concurrent bookings with one key make one job',
    appliesTo: findsBySameKey,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const key = randomUUID()
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => subject.adapter.book(request, aCall(account, { key }))),
      )
      const ids = outcomes.map((outcome) => expectKind(outcome, 'booked').job.carrierJobId)
      assert.equal(new Set(ids).size, 1)
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a booking that times out after success is unknown, and the same key then finds it',
    overNetwork: true,
    appliesTo: findsBySameKey,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aBookRequest(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'timeout_after_success', times: 1 })
      const key = randomUUID()
      expectKind(await subject.adapter.book(request, aCall(account, { key, deadlineMs: 700 })), 'unknown')
      expectKind(await subject.adapter.book(request, aCall(account, { key })), 'booked')
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a refusal is a refusal, with the carrier named and nothing booked',
    async run(subject) {
      const failure = await expectRefusal(subject, anAccount(), 'refuse')
      assert.equal(failure.carrierCode, subject.adapter.descriptor.carrierCode)
      assert.ok(!failure.retryable)
    },
  },
  {
    name: 'a booking is refused while no courier is free, and made afterwards',
    appliesTo: isOnDemand,
    async run(subject) {
      const account = anAccount()
      await expectRefusal(subject, account, 'no_courier')
      await aJob(subject, account)
    },
  },
  {
    name: 'no free courier is a refusal with a distinct code',
    overNetwork: true,
    appliesTo: isOnDemand,
    async run(subject) {
      const account = anAccount()
      const refused = await expectRefusal(subject, account, 'refuse')
      const withoutCourier = await expectRefusal(subject, account, 'no_courier')
      assert.notEqual(withoutCourier.code, refused.code)
      assert.notEqual(withoutCourier.message, refused.message)
    },
  },
  {
    name: 'a slow booking is waited for until its deadline; made after that, it is the one job of its key or draft',
    overNetwork: true,
    appliesTo: mayBeSentAgain,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const request = await aBookRequest(subject, account)
      // The second call comes later and is as slow: what the first one made is there when it is answered.
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'slow', times: 2, delayMs: SLOW_MS })
      const key = randomUUID()
      expectKind(await subject.adapter.book(request, aCall(account, { key, deadlineMs: 300 })), 'unknown')
      expectKind(await subject.adapter.book(request, aCall(account, { key })), 'booked')
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a 429 whose Retry-After lies beyond the deadline proves that nothing was sent, and says when to come back',
    overNetwork: true,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const fault = { carrierAccountId: account.carrierAccountId, operation: 'book', mode: '429', times: 1 } as const
      await subject.server.order({ ...fault, retryAfterMs: 30_000 })
      const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'not_sent')
      assert.equal(failure.retryAfterMs, 30_000)
      assert.equal(await subject.server.countJobs(request.reference), 0)
    },
  },
  {
    name: 'a 429 whose Retry-After lies within the deadline is waited for, and then booked once',
    overNetwork: true,
    appliesTo: mayBeSentAgain,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const fault = { carrierAccountId: account.carrierAccountId, operation: 'book', mode: '429', times: 1 } as const
      await subject.server.order({ ...fault, retryAfterMs: 1_000 })
      const startedAt = performance.now()
      expectKind(await subject.adapter.book(request, aCall(account)), 'booked')
      assert.ok(performance.now() - startedAt >= 1_000, 'the carrier was asked again before the time it gave')
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a carrier that answers 5xx again and again leaves the booking unknown, not refused',
    overNetwork: true,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      await subject.server.order({
        carrierAccountId: account.carrierAccountId,
        operation: 'book',
        mode: '500',
        times: 3,
      })
      const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'unknown')
      assert.equal(failure.httpStatus, 500)
    },
  },
  {
    name: 'a malformed answer to a booking leaves it unknown: it may have been made',
    overNetwork: true,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'malformed', times: 1 })
      expectKind(await subject.adapter.book(request, aCall(account)), 'unknown')
    },
  },
  {
    name: 'a page of maintenance with status 200 leaves a booking unknown',
    overNetwork: true,
    appliesTo: ({ simulated }) => !simulated,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'maintenance', times: 1 })
      const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'unknown')
      assert.match(failure.message, /Scheduled maintenance/)
      assert.equal(await subject.server.countJobs(request.reference), 0)
    },
  },
  {
    name: 'a carrier that cannot be reached has booked nothing',
    overNetwork: true,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const call = aCall({ ...account, endpoint: 'https://carrier.invalid' })
      expectKind(await subject.adapter.book(request, call), 'not_sent')
    },
  },
]
