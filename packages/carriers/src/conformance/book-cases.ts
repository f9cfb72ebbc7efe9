import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CarrierDescriptor, LabelFormat } from '../carrier-adapter.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { aBookRequest, aCall, aJob, anAccount, expectKind, SLOW_MS } from './fixtures.ts'

const findsBySameKey = ({ bookRecovery }: CarrierDescriptor) => bookRecovery.kind === 'same_key'
const mayBeSentAgain = ({ bookRecovery: { kind } }: CarrierDescriptor) => kind === 'same_key' || kind === 'prepared_id'

/** Content type and first bytes of each format. */
const labelDocuments = {
  pdf: ['application/pdf', '%PDF-'],
  zpl: ['application/zpl', '^XA'],
  png: ['image/png', '\x89PNG'],
} as const satisfies Record<LabelFormat, [string, string]>

export const bookCases: ConformanceCase[] = [
  {
    name: 'a booking returns an assigned job, which can be found',
    async run(subject) {
      const account = anAccount()
      const { request, job } = await aJob(subject, account)
      assert.equal(job.status, 'assigned')
      const found = expectKind(await subject.adapter.findJob(request, aCall(account)), 'found')
      assert.equal(found.job.carrierJobId, job.carrierJobId)
      const unknown = { reference: `att_${randomUUID()}`, draftId: null }
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
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      await subject.server.order({
        carrierAccountId: account.carrierAccountId,
        operation: 'book',
        mode: 'refuse',
        times: 1,
      })
      const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'refused')
      assert.equal(failure.carrierCode, subject.adapter.descriptor.carrierCode)
      assert.ok(!failure.retryable)
      assert.equal(await subject.server.countJobs(request.reference), 0)
    },
  },
  {
    name: 'a booking is refused while no courier is free, with a distinct code, and made afterwards',
    appliesTo: ({ services }) => services.some(({ onDemand }) => onDemand),
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const refusal = async (mode: 'refuse' | 'no_courier') => {
        const request = await aBookRequest(subject, account)
        await subject.server.order({ carrierAccountId, operation: 'book', mode, times: 1 })
        const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'refused')
        assert.equal(await subject.server.countJobs(request.reference), 0)
        return failure
      }
      const [refused, withoutCourier] = [await refusal('refuse'), await refusal('no_courier')]
      assert.notEqual(withoutCourier.code, refused.code)
      assert.notEqual(withoutCourier.message, refused.message)
      await aJob(subject, account)
    },
  },
  {
    name: 'a slow booking is waited for until its deadline; made after that, it is the one job of its key or draft',
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
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'book', mode: 'malformed', times: 1 })
      expectKind(await subject.adapter.book(request, aCall(account)), 'unknown')
    },
  },
  {
    name: 'a carrier that cannot be reached has booked nothing',
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      const call = aCall({ ...account, endpoint: 'http://127.0.0.1:9' })
      expectKind(await subject.adapter.book(request, call), 'not_sent')
    },
  },
]
