import assert from 'node:assert/strict'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { ConformanceCase, ConformanceSubject, FaultOrder } from './conformance-case.ts'
import { aBookRequest, aCall, anAccount, expectKind } from './fixtures.ts'

const looksUp = ({ bookRecovery }: CarrierDescriptor) => bookRecovery.kind === 'lookup_by_reference'

/** A booking whose answer does not come before its deadline, and what the look-up says about it. */
async function afterLostAnswer(subject: ConformanceSubject, mode: FaultOrder['mode']) {
  const account = anAccount()
  const { carrierAccountId } = account
  const request = await aBookRequest(subject, account)
  await subject.server.order({ carrierAccountId, operation: 'book', mode, times: 1 })
  expectKind(await subject.adapter.book(request, aCall(account, { deadlineMs: 700 })), 'unknown')
  return { request, outcome: await subject.adapter.findJob(request, aCall(account)) }
}

export const lookupCases: ConformanceCase[] = [
  {
    name: 'a booking that times out after success is unknown, and the look-up finds its one job',
    appliesTo: looksUp,
    async run(subject) {
      const { request, outcome } = await afterLostAnswer(subject, 'timeout_after_success')
      assert.notEqual(expectKind(outcome, 'found').job.carrierJobId, '')
      assert.equal(await subject.server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'a booking that times out without effect is not found by the look-up',
    appliesTo: looksUp,
    async run(subject) {
      const { request, outcome } = await afterLostAnswer(subject, 'timeout')
      expectKind(outcome, 'not_found')
      assert.equal(await subject.server.countJobs(request.reference), 0)
    },
  },
]
