import type { BookRequest, UpdateRequest } from '../carrier-adapter.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const cancels: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.cancel
const updates: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.update

export const changeCases: ConformanceCase[] = [
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
    name: 'a job of another account cannot be cancelled',
    appliesTo: cancels,
    async run(subject) {
      const { job } = await aJob(subject, anAccount())
      const request = { carrierJobId: job.carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(request, aCall(anAccount())), 'refused')
    },
  },
  {
    name: 'an address changes before pickup, idempotently, and not on the way to the door',
    appliesTo: updates,
    async run(subject) {
      const account = anAccount()
      const { request, job } = await aJob(subject, account)
      const { carrierJobId } = job
      const change = (addressLine1: string) => aChange(request, carrierJobId, addressLine1)
      expectKind(await subject.adapter.update(change('9 River Road'), aCall(account)), 'updated')
      expectKind(await subject.adapter.update(change('9 River Road'), aCall(account)), 'updated')
      await subject.server.advance(carrierJobId, 'en_route_to_dropoff')
      expectKind(await subject.adapter.update(change('11 River Road'), aCall(account)), 'refused')
    },
  },
  {
    name: 'a change that times out after success is unknown, and updated when repeated',
    appliesTo: updates,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { request, job } = await aJob(subject, account)
      await subject.server.order({ carrierAccountId, operation: 'update', mode: 'timeout_after_success', times: 1 })
      const change = aChange(request, job.carrierJobId, '9 River Road')
      expectKind(await subject.adapter.update(change, aCall(account, { deadlineMs: 700 })), 'unknown')
      expectKind(await subject.adapter.update(change, aCall(account)), 'updated')
    },
  },
  {
    name: 'a carrier that answers cancellations and changes with 5xx leaves them unknown, not refused',
    appliesTo: (descriptor) => cancels(descriptor) && updates(descriptor),
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { request, job } = await aJob(subject, account)
      const { carrierJobId } = job
      for (const operation of ['cancel', 'update'] as const) {
        await subject.server.order({ carrierAccountId, operation, mode: '500', times: 3 })
      }
      expectKind(
        await subject.adapter.update(aChange(request, carrierJobId, '9 River Road'), aCall(account)),
        'unknown',
      )
      const cancellation = { carrierJobId, reasonCode: 'customer_request' }
      expectKind(await subject.adapter.cancel(cancellation, aCall(account)), 'unknown')
      expectKind(await subject.adapter.cancel(cancellation, aCall(account)), 'cancelled')
    },
  },
]

/** The job as booked, with another street at the dropoff. */
const aChange = (
  { pickup, dropoff, parcels, pickupInstructions }: BookRequest,
  carrierJobId: string,
  addressLine1: string,
): UpdateRequest => ({
  carrierJobId,
  pickup,
  dropoff: { ...dropoff, addressLine1 },
  parcels,
  readyAt: null,
  pickupInstructions,
  dropoffInstructions: 'Leave at the desk',
})
