import assert from 'node:assert/strict'
import { aCall, aJob, anAccount, type ConformanceCase, expectKind } from './subject.ts'

const callsBack: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.callbacks

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
      const callback = await subject.server.callbackOf(job.carrierJobId)
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
      const { headers, rawBody } = await subject.server.callbackOf(job.carrierJobId)
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
]
