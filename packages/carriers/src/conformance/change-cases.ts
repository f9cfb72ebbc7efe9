import assert from 'node:assert/strict'
import type { BookRequest, UpdateRequest } from '../carrier-adapter.ts'
import type { ConformanceCase, ConformanceTraits } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const cancels: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.cancel

type Alters = ConformanceTraits['changes']

const subjects = { address: 'an address changes', instructions: 'instructions change' } as const satisfies Record<
  Alters,
  string
>

const cancelCases: ConformanceCase[] = [
  {
    name: 'a job is cancelled before pickup, idempotently',
    appliesTo: cancels,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const request = { carrierJobId: job.carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(request, aCall(account)), 'cancelled')
      expectKind(await subject.adapter.cancel(request, aCall(account)), 'cancelled')
    },
  },
  {
    name: 'a cancellation after pickup is refused',
    appliesTo: cancels,
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      await subject.server.advance(job.carrierJobId, 'picked_up')
      const request = { carrierJobId: job.carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(request, aCall(account)), 'refused')
    },
  },
  {
    name: 'a cancellation that times out after success is unknown, and cancelled when repeated',
    overNetwork: true,
    appliesTo: cancels,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { job } = await aJob(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'cancel', mode: 'timeout_after_success', times: 1 })
      const request = { carrierJobId: job.carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(request, aCall(account, { deadlineMs: 700 })), 'unknown')
      expectKind(await subject.adapter.cancel(request, aCall(account)), 'cancelled')
    },
  },
  {
    name: 'a repeated cancellation is not refused while the job cannot be read',
    overNetwork: true,
    appliesTo: cancels,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { job } = await aJob(subject, account)
      const request = { carrierJobId: job.carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(request, aCall(account)), 'cancelled')
      await subject.server.order({ carrierAccountId, operation: 'track', mode: 'malformed', times: 1 })
      const { kind } = await subject.adapter.cancel(request, aCall(account))
      assert.ok(kind === 'cancelled' || kind === 'unknown' || kind === 'not_sent', kind)
      await subject.adapter.track(job.carrierJobId, aCall(account))
      expectKind(await subject.adapter.cancel(request, aCall(account)), 'cancelled')
    },
  },
  {
    name: 'a job of another account cannot be cancelled',
    appliesTo: cancels,
    async run(subject) {
      const { job } = await aJob(subject, anAccount())
      const request = { carrierJobId: job.carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(request, aCall(anAccount())), 'refused')
    },
  },
]

function updateCases(alters: Alters): ConformanceCase[] {
  const appliesTo: NonNullable<ConformanceCase['appliesTo']> = ({ capabilities }, { changes }) =>
    capabilities.update && changes === alters
  return [
    {
      name: `${subjects[alters]} before pickup, idempotently, and not on the way to the door`,
      appliesTo,
      async run(subject) {
        const account = anAccount()
        const { request, job } = await aJob(subject, account)
        const { carrierJobId } = job
        const change = (text: string) => aChange(request, carrierJobId, { [alters]: text })
        expectKind(await subject.adapter.update(change('9 River Road'), aCall(account)), 'updated')
        expectKind(await subject.adapter.update(change('9 River Road'), aCall(account)), 'updated')
        await subject.server.advance(carrierJobId, 'en_route_to_dropoff')
        expectKind(await subject.adapter.update(change('11 River Road'), aCall(account)), 'refused')
      },
    },
    {
      name: 'a change that times out after success is unknown, and updated when repeated',
      overNetwork: true,
      appliesTo,
      async run(subject) {
        const account = anAccount()
        const { carrierAccountId } = account
        const { request, job } = await aJob(subject, account)
        await subject.server.order({ carrierAccountId, operation: 'update', mode: 'timeout_after_success', times: 1 })
        const change = aChange(request, job.carrierJobId, { [alters]: '9 River Road' })
        expectKind(await subject.adapter.update(change, aCall(account, { deadlineMs: 700 })), 'unknown')
        expectKind(await subject.adapter.update(change, aCall(account)), 'updated')
      },
    },
    {
      name: 'a carrier that answers cancellations and changes with 5xx leaves them unknown, not refused',
      overNetwork: true,
      appliesTo: (descriptor, traits) => descriptor.capabilities.cancel && appliesTo(descriptor, traits),
      async run(subject) {
        const account = anAccount()
        const { carrierAccountId } = account
        const { request, job } = await aJob(subject, account)
        const { carrierJobId } = job
        for (const operation of ['cancel', 'update'] as const) {
          await subject.server.order({ carrierAccountId, operation, mode: '500', times: 3 })
        }
        expectKind(
          await subject.adapter.update(aChange(request, carrierJobId, { [alters]: '9 River Road' }), aCall(account)),
          'unknown',
        )
        const cancellation = { carrierJobId, reasonCode: 'customer_request' }
        expectKind(await subject.adapter.cancel(cancellation, aCall(account)), 'unknown')
        expectKind(await subject.adapter.cancel(cancellation, aCall(account)), 'cancelled')
      },
    },
  ]
}

/** The job as booked, with another street at the dropoff, or other instructions there. */
const aChange = (
  { pickup, dropoff, parcels, pickupInstructions }: BookRequest,
  carrierJobId: string,
  { address = dropoff.addressLine1, instructions = 'Leave at the desk' }: { [Altered in Alters]?: string },
): UpdateRequest => ({
  carrierJobId,
  pickup,
  dropoff: { ...dropoff, addressLine1: address },
  parcels,
  readyAt: null,
  pickupInstructions,
  dropoffInstructions: instructions,
})

const refusalCases: ConformanceCase[] = [
  {
    name: 'another address is refused, and the job stays as it is booked',
    appliesTo: ({ capabilities }, { changes }) => capabilities.update && changes === 'instructions',
    async run(subject) {
      const account = anAccount()
      const { request, job } = await aJob(subject, account)
      const change = aChange(request, job.carrierJobId, { address: '9 River Road' })
      expectKind(await subject.adapter.update(change, aCall(account)), 'refused')
      const { job: found } = expectKind(await subject.adapter.findJob(request, aCall(account)), 'found')
      assert.equal(found.status, 'assigned')
    },
  },
  {
    name: 'a job that does not exist can neither be changed nor cancelled',
    appliesTo: ({ capabilities }) => capabilities.update && capabilities.cancel,
    async run(subject) {
      const account = anAccount()
      const { request } = await aJob(subject, account)
      const change = aChange(request, 'job_nowhere', {})
      expectKind(await subject.adapter.update(change, aCall(account)), 'refused')
      const cancellation = { carrierJobId: 'job_nowhere', reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(cancellation, aCall(account)), 'refused')
    },
  },
]

export const changeCases: ConformanceCase[] = [
  ...cancelCases,
  ...refusalCases,
  ...updateCases('address'),
  ...updateCases('instructions'),
]
