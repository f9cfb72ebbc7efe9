import assert from 'node:assert/strict'
import type { CarrierAccount } from '../carrier-adapter.ts'
import type { TrackingFact } from '../tracking-fact.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind, SLOW_MS, wasSlow } from './fixtures.ts'

const callsBack: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.callbacks

async function firstCallback({ server }: ConformanceSubject, carrierJobId: string) {
  const [first] = await server.callbacksOf(carrierJobId, 1)
  assert.ok(first, 'no callback has arrived')
  return first
}

/** The facts that `track` returns. */
const trackedFacts = async ({ adapter }: ConformanceSubject, account: CarrierAccount, carrierJobId: string) =>
  expectKind(await adapter.track(carrierJobId, aCall(account)), 'facts').facts

/** The facts of at least so many callbacks of a job, in order of arrival. */
async function reportedFacts(
  subject: ConformanceSubject,
  account: CarrierAccount,
  carrierJobId: string,
  atLeast: number,
): Promise<TrackingFact[]> {
  const callbacks = await subject.server.callbacksOf(carrierJobId, atLeast)
  return callbacks.flatMap(
    (callback) =>
      expectKind(subject.adapter.parseCallback({ ...callback, account, receivedAt: new Date() }), 'facts').facts,
  )
}

const byTime = (facts: readonly TrackingFact[]): TrackingFact[] =>
  facts.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())

export const trackingCases: ConformanceCase[] = [
  {
    name: 'the facts of a delivered job have distinct ids and end in a delivery with its proof',
    async run(subject) {
      const account = anAccount()
      const { request, job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'delivered')
      const { facts } = expectKind(await subject.adapter.track(job.carrierJobId, aCall(account)), 'facts')
      const ids = facts.map((fact) => fact.carrierEventId)
      assert.equal(new Set(ids).size, facts.length)
      const last = facts.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime()).at(-1)
      assert.equal(last?.status, 'delivered')
      assert.equal(last?.reference, request.reference)
      assert.equal(last?.pod?.type, 'delivery')
    },
  },
  {
    name: 'a code that is not mapped is unknown, and the raw code is kept',
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      await subject.server.announce(job.carrierJobId, 'BEAMED_UP')
      const { facts } = expectKind(await subject.adapter.track(job.carrierJobId, aCall(account)), 'facts')
      const fact = facts.find(({ rawCode }) => rawCode === 'BEAMED_UP')
      assert.equal(fact?.status, 'unknown')
    },
  },
  {
    name: 'tracking a job that does not exist fails without an exception',
    async run({ adapter }) {
      const { failure } = expectKind(await adapter.track('job_nowhere', aCall(anAccount())), 'failed')
      assert.equal(failure.httpStatus, 404)
    },
  },
  {
    name: 'a signed callback reports a fact of the job',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const callback = await firstCallback(subject, job.carrierJobId)
      const outcome = subject.adapter.parseCallback({ ...callback, account, receivedAt: new Date() })
      const { facts } = expectKind(outcome, 'facts')
      assert.equal(facts[0]?.carrierJobId, job.carrierJobId)
      assert.equal(facts[0]?.status, 'assigned')
    },
  },
  {
    name: 'a callback with another body, for another account, without a signature or an hour old is forged',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const { headers, rawBody } = await firstCallback(subject, job.carrierJobId)
      const genuine = { headers, rawBody, account, receivedAt: new Date() }
      const forgeries = [
        { ...genuine, rawBody: Buffer.concat([rawBody, Buffer.from(' ')]) },
        { ...genuine, account: anAccount() },
        { ...genuine, headers: {} },
        { ...genuine, receivedAt: new Date(Date.now() + 3_600_000) },
      ]
      for (const forgery of forgeries) expectKind(subject.adapter.parseCallback(forgery), 'forged')
    },
  },
  {
    name: 'a duplicate callback reports the same fact with the same id',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'callback', mode: 'duplicate', times: 1 })
      const { job } = await aJob(subject, account)
      const [first, second] = await reportedFacts(subject, account, job.carrierJobId, 2)
      assert.ok(first?.carrierEventId, 'the fact has no id of the carrier')
      assert.deepEqual(second, first)
    },
  },
  {
    name: 'callbacks out of order have the time of the event, which gives their order',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'callback', mode: 'out_of_order', times: 1 })
      const { job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'picked_up')
      const tracked = await trackedFacts(subject, account, job.carrierJobId)
      const facts = await reportedFacts(subject, account, job.carrierJobId, tracked.length)
      assert.notDeepEqual(facts, byTime(facts), 'the callbacks arrived in order')
      assert.equal(byTime(facts)[0]?.status, 'assigned')
      assert.equal(byTime(facts).at(-1)?.status, 'picked_up')
    },
  },
  {
    name: 'a late callback has the time of the event, not of its arrival',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'callback', mode: 'slow', times: 1, delayMs: SLOW_MS })
      const { job } = await aJob(subject, account)
      const [tracked] = await trackedFacts(subject, account, job.carrierJobId)
      const [reported] = await reportedFacts(subject, account, job.carrierJobId, 1)
      assert.ok(reported && wasSlow(Date.now() - reported.occurredAt.getTime()), 'the callback was not late')
      assert.deepEqual(reported, tracked)
    },
  },
  {
    name: 'tracking returns what was reported: the same facts, ids and times',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'picked_up')
      const facts = await trackedFacts(subject, account, job.carrierJobId)
      const reported = await reportedFacts(subject, account, job.carrierJobId, facts.length)
      assert.deepEqual(byTime(facts), byTime(reported))
    },
  },
  {
    name: 'a callback signed with another secret is forged',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'callback', mode: 'wrong_signature', times: 1 })
      const { job } = await aJob(subject, account)
      const callback = await firstCallback(subject, job.carrierJobId)
      expectKind(subject.adapter.parseCallback({ ...callback, account, receivedAt: new Date() }), 'forged')
    },
  },
]
