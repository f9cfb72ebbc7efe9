import assert from 'node:assert/strict'
import type { CarrierAccount } from '../carrier-adapter.ts'
import type { TrackingFact } from '../tracking-fact.ts'
import {
  aCall,
  aJob,
  anAccount,
  type ConformanceCase,
  type ConformanceSubject,
  expectKind,
  SLOW_MS,
  wasSlow,
} from './fixtures.ts'

const callsBack: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.callbacks

async function firstCallback({ server }: ConformanceSubject, carrierJobId: string) {
  const [first] = await server.callbacksOf(carrierJobId, 1)
  assert.ok(first, 'no call-back has come')
  return first
}

/** What the carrier tells of the job when it is asked. */
const trackedFacts = async ({ adapter }: ConformanceSubject, account: CarrierAccount, carrierJobId: string) =>
  expectKind(await adapter.track(carrierJobId, aCall(account)), 'facts').facts

/** The facts of so many call-backs of a job, in the order in which they came. */
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
    name: 'the facts of a delivered job have ids of their own and end in a delivery with its proof',
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
    name: 'a code that nobody has mapped is unknown, with the raw code kept',
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
    name: 'the tracking of a job that does not exist fails and does not throw',
    async run({ adapter }) {
      const { failure } = expectKind(await adapter.track('job_nowhere', aCall(anAccount())), 'failed')
      assert.equal(failure.httpStatus, 404)
    },
  },
  {
    name: 'a signed call-back tells a fact of the job',
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
    name: 'a call-back with another body, for another account, without a signature or an hour old is forged',
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
    name: 'a call-back that comes twice tells the same fact by the same id',
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
    name: 'call-backs out of order bear the time of happening, so that their order can be found',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'callback', mode: 'out_of_order', times: 1 })
      const { job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'picked_up')
      const told = await trackedFacts(subject, account, job.carrierJobId)
      const facts = await reportedFacts(subject, account, job.carrierJobId, told.length)
      assert.notDeepEqual(facts, byTime(facts), 'the call-backs came in order')
      assert.equal(byTime(facts)[0]?.status, 'assigned')
      assert.equal(byTime(facts).at(-1)?.status, 'picked_up')
    },
  },
  {
    name: 'a call-back that comes late tells when it happened, not when it came',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'callback', mode: 'slow', times: 1, delayMs: SLOW_MS })
      const { job } = await aJob(subject, account)
      const [told] = await trackedFacts(subject, account, job.carrierJobId)
      const [reported] = await reportedFacts(subject, account, job.carrierJobId, 1)
      assert.ok(reported && wasSlow(Date.now() - reported.occurredAt.getTime()), 'the call-back was not late')
      assert.deepEqual(reported, told)
    },
  },
  {
    name: 'what is asked for late is what was reported: the same facts, ids and times',
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
    name: 'a call-back signed with another secret is forged, and the genuine one that follows is taken',
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
