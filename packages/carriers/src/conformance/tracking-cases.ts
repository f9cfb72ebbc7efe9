import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { CallbackInput, CallbackOutcome, CarrierAccount } from '../carrier-adapter.ts'
import type { TrackingFact } from '../tracking-fact.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind, SLOW_MS, wasSlow } from './fixtures.ts'

const callsBack: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.callbacks

async function firstCallback({ server }: ConformanceSubject, carrierJobId: string) {
  const [first] = await server.listCallbacks(carrierJobId, 1)
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
  const callbacks = await subject.server.listCallbacks(carrierJobId, atLeast)
  const outcomes = await Promise.all(callbacks.map((callback) => parse(subject, callback, account)))
  return outcomes.flatMap((outcome) => expectKind(outcome, 'facts').facts)
}

/** The facts of the callbacks, once there are enough. Each time there are not, another callback must arrive. */
async function reportedUntil(
  subject: ConformanceSubject,
  account: CarrierAccount,
  carrierJobId: string,
  isEnough: (facts: readonly TrackingFact[]) => boolean,
): Promise<TrackingFact[]> {
  for (let callbacks = 1; ; callbacks++) {
    const facts = await reportedFacts(subject, account, carrierJobId, callbacks)
    if (isEnough(facts)) return facts
  }
}

/** Facts that the adapter reads from a callback that arrives now, unless `receivedAt` says otherwise. */
const parse = (
  { adapter }: ConformanceSubject,
  callback: Pick<CallbackInput, 'headers' | 'rawBody'>,
  account: CarrierAccount,
  receivedAt = new Date(),
): Promise<CallbackOutcome> => {
  const { deadlineAt, requestId } = aCall(account)
  return adapter.parseCallback({ ...callback, account, receivedAt, deadlineAt, requestId })
}

/** Key for deduplication: the carrier's id of the event, or its content. */
const toKey = ({ carrierEventId, rawCode, occurredAt, location }: TrackingFact): string =>
  carrierEventId ?? JSON.stringify([rawCode, occurredAt, location])

const byTime = (facts: readonly TrackingFact[]): TrackingFact[] =>
  facts.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())

const isInOrder = (facts: readonly TrackingFact[]): boolean => isDeepStrictEqual(facts, byTime(facts))

/** The facts without repetitions: a call-back may repeat what earlier ones have reported. */
const distinct = (facts: readonly TrackingFact[]): TrackingFact[] => [
  ...new Map(facts.map((fact) => [toKey(fact), fact])).values(),
]

/** A job that was delivered, with all its facts. */
async function aDelivery(subject: ConformanceSubject) {
  const account = anAccount()
  const { request, job } = await aJob(subject, account)
  await subject.server.advance(job.carrierJobId, 'delivered')
  return { request, facts: await trackedFacts(subject, account, job.carrierJobId) }
}

export const trackingCases: ConformanceCase[] = [
  {
    name: 'the facts of a delivered job are distinct and end in a delivery with its proof',
    async run(subject) {
      const { facts } = await aDelivery(subject)
      assert.equal(distinct(facts).length, facts.length)
      const last = byTime(facts).at(-1)
      assert.equal(last?.status, 'delivered')
      assert.equal(last?.pod?.type, 'delivery')
    },
  },
  {
    name: 'the delivery is reported with the reference of its booking',
    appliesTo: (_, { echoesReference }) => echoesReference,
    async run(subject) {
      const { request, facts } = await aDelivery(subject)
      assert.equal(byTime(facts).at(-1)?.reference, request.reference)
    },
  },
  {
    name: 'a code that is not mapped is unknown, and the raw code is kept',
    overNetwork: true,
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
      const { facts } = expectKind(await parse(subject, callback, account), 'facts')
      assert.equal(facts[0]?.carrierJobId, job.carrierJobId)
      assert.equal(facts[0]?.status, 'assigned')
    },
  },
  {
    name: 'a callback with another body is forged',
    appliesTo: (descriptor, { signsBody }) => descriptor.capabilities.callbacks && signsBody,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const { headers, rawBody } = await firstCallback(subject, job.carrierJobId)
      const altered = Buffer.concat([rawBody, Buffer.from(' ')])
      expectKind(await parse(subject, { headers, rawBody: altered }, account), 'forged')
    },
  },
  {
    name: 'a callback for another account or without a signature is forged',
    appliesTo: callsBack,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const { headers, rawBody } = await firstCallback(subject, job.carrierJobId)
      const forgeries = [
        parse(subject, { headers, rawBody }, anAccount()),
        parse(subject, { headers: {}, rawBody }, account),
      ]
      for (const forgery of forgeries) expectKind(await forgery, 'forged')
    },
  },
  {
    name: 'a callback that is an hour old is forged',
    appliesTo: (descriptor, { signsTime }) => descriptor.capabilities.callbacks && signsTime,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const callback = await firstCallback(subject, job.carrierJobId)
      expectKind(await parse(subject, callback, account, new Date(Date.now() + 3_600_000)), 'forged')
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
      assert.ok(first, 'no fact has been reported')
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
      const facts = await reportedUntil(
        subject,
        account,
        job.carrierJobId,
        (reported) => !isInOrder(reported) && reported.some(({ status }) => status === 'picked_up'),
      )
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
    appliesTo: (descriptor, { keepsHistory }) => descriptor.capabilities.callbacks && keepsHistory,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'picked_up')
      const facts = await trackedFacts(subject, account, job.carrierJobId)
      const reported = await reportedFacts(subject, account, job.carrierJobId, facts.length)
      assert.deepEqual(byTime(facts), byTime(distinct(reported)))
    },
  },
  {
    name: 'what tracking keeps of the reports has the same codes, ids and times as the callbacks',
    appliesTo: (descriptor, { keepsHistory }) => descriptor.capabilities.callbacks && !keepsHistory,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'delivered')
      const facts = await trackedFacts(subject, account, job.carrierJobId)
      await reportedUntil(subject, account, job.carrierJobId, (reported) => {
        const known = new Set(reported.map(toKey))
        return facts.every((fact) => known.has(toKey(fact)))
      })
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
      expectKind(await parse(subject, callback, account), 'forged')
    },
  },
]
