/** Credentials that the carrier does not accept, and verifications that it does not answer. */
import assert from 'node:assert/strict'
import type { CarrierFailure, VerifyOutcome } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { ConformanceCase, ConformanceSubject, FaultOrder } from './conformance-case.ts'
import { aBookRequest, aCall, aDraftRequest, aJob, anAccount, expectKind } from './fixtures.ts'

const hasAccounts = ({ account }: CarrierDescriptor): boolean => account !== undefined

type Refusal = '401' | '403'

/** As often as an adapter asks at most: with its token, and with a new one. */
const order = (
  { server }: ConformanceSubject,
  carrierAccountId: string,
  fault: Pick<FaultOrder, 'operation' | 'mode'>,
) => server.order({ carrierAccountId, times: 2, ...fault })

/** Failure as the merchant sees it, by which booking and quoting recognize that the account may be the cause. */
function assertUnauthorized({ adapter }: ConformanceSubject, failure: CarrierFailure, mode: Refusal): void {
  assert.equal(failure.httpStatus, Number(mode))
  assert.equal(failure.carrierCode, adapter.descriptor.carrierCode)
  assert.equal(failure.retryable, false)
  assert.notEqual(failure.message, '')
}

const refusalCases = (mode: Refusal): ConformanceCase[] => [
  {
    name: `a ${mode} to a quote, to tracking and to a label is a failed read that names the status`,
    appliesTo: hasAccounts,
    async run(subject) {
      const { adapter, served } = subject
      const account = anAccount()
      const { carrierAccountId } = account
      const { job } = await aJob(subject, account)
      await order(subject, carrierAccountId, { operation: 'quote', mode })
      assertUnauthorized(subject, expectKind(await adapter.quote(served, aCall(account)), 'failed').failure, mode)
      await order(subject, carrierAccountId, { operation: 'track', mode })
      const tracked = await adapter.track(job.carrierJobId, aCall(account))
      assertUnauthorized(subject, expectKind(tracked, 'failed').failure, mode)
      const [form] = adapter.descriptor.labels
      if (!form) return
      const other = anAccount()
      const { carrierJobId } = (await aJob(subject, other)).job
      await order(subject, other.carrierAccountId, { operation: 'label', mode })
      const label = await adapter.label({ ...form, carrierJobId, parcelNumber: null }, aCall(other))
      assertUnauthorized(subject, expectKind(label, 'failed').failure, mode)
    },
  },
  {
    name: `a ${mode} to a booking refuses it, and nothing is booked`,
    appliesTo: hasAccounts,
    async run(subject) {
      const account = anAccount()
      const request = await aBookRequest(subject, account)
      await order(subject, account.carrierAccountId, { operation: 'book', mode })
      const { failure } = expectKind(await subject.adapter.book(request, aCall(account)), 'refused')
      assertUnauthorized(subject, failure, mode)
      assert.equal(await subject.server.countJobs(request.reference), 0)
    },
  },
  {
    name: `a ${mode} to a draft refuses it`,
    appliesTo: (descriptor, { draftsByCall }) =>
      hasAccounts(descriptor) && descriptor.bookRecovery.kind === 'prepared_id' && draftsByCall,
    async run(subject) {
      const account = anAccount()
      const request = await aDraftRequest(subject, account)
      await order(subject, account.carrierAccountId, { operation: 'draft', mode })
      const outcome = await subject.adapter.draft?.(request, aCall(account))
      assert.ok(outcome, 'the adapter makes no drafts')
      assertUnauthorized(subject, expectKind(outcome, 'refused').failure, mode)
    },
  },
  {
    name: `a ${mode} to a cancellation or a change refuses it`,
    appliesTo: hasAccounts,
    async run(subject) {
      const { adapter } = subject
      const { cancel, update } = adapter.descriptor.capabilities
      const account = anAccount()
      const { carrierAccountId } = account
      const { request, job } = await aJob(subject, account)
      const { carrierJobId } = job
      if (update) {
        await order(subject, carrierAccountId, { operation: 'update', mode })
        const { pickup, dropoff, parcels } = request
        const change = {
          carrierJobId,
          pickup,
          dropoff,
          parcels,
          readyAt: null,
          pickupInstructions: 'Ring twice',
        }
        const outcome = await adapter.update({ ...change, dropoffInstructions: null }, aCall(account))
        assertUnauthorized(subject, expectKind(outcome, 'refused').failure, mode)
      }
      if (!cancel) return
      await order(subject, carrierAccountId, { operation: 'cancel', mode })
      const outcome = await adapter.cancel({ carrierJobId, reasonCode: 'customer_request' }, aCall(account))
      assertUnauthorized(subject, expectKind(outcome, 'refused').failure, mode)
    },
  },
  {
    name: `a ${mode} to a verification says that the carrier does not accept the credentials`,
    appliesTo: hasAccounts,
    async run(subject) {
      const { outcome } = await verifyAfter(subject, { mode, times: 2 })
      assertUnauthorized(subject, expectKind(outcome, 'refused').failure, mode)
    },
  },
]

/** The outcome of a verification in which the carrier fails like this. */
async function verifyAfter(subject: ConformanceSubject, fault: Pick<FaultOrder, 'mode' | 'times' | 'retryAfterMs'>) {
  const { adapter, served, server } = subject
  const account = anAccount()
  // Adapters that register call-backs verify an account before its first call.
  expectKind(await adapter.quote(served, aCall(account)), 'offers')
  const verify = async (): Promise<VerifyOutcome> => {
    if (!adapter.verify) throw new TypeError(`${adapter.descriptor.carrierCode} verifies no accounts`)
    return await adapter.verify({ callbackUrl: server.callbackUrl }, aCall(account))
  }
  await server.order({ carrierAccountId: account.carrierAccountId, operation: 'verify', ...fault })
  return { outcome: await verify(), verify }
}

export const accountCases: ConformanceCase[] = [
  ...refusalCases('401'),
  ...refusalCases('403'),
  {
    name: 'a 429 to a verification says nothing about the credentials, and when to come back',
    appliesTo: hasAccounts,
    async run(subject) {
      const { outcome, verify } = await verifyAfter(subject, { mode: '429', times: 1, retryAfterMs: 30_000 })
      const { failure } = expectKind(outcome, 'failed')
      assert.equal(failure.retryable, true)
      assert.equal(failure.retryAfterMs, 30_000)
      expectKind(await verify(), 'verified')
    },
  },
  {
    name: 'a 429 to a verification without Retry-After is tried again, and then says nothing about the credentials',
    appliesTo: hasAccounts,
    async run(subject) {
      const { outcome, verify } = await verifyAfter(subject, { mode: '429', times: 3 })
      const { failure } = expectKind(outcome, 'failed')
      assert.equal(failure.retryable, true)
      assert.equal(failure.retryAfterMs, null)
      expectKind(await verify(), 'verified')
    },
  },
]
