/** Jobs of several parcels, each with its own number and reports. */
import assert from 'node:assert/strict'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const tracksParcels: ConformanceCase['appliesTo'] = (_descriptor, traits) => traits.tracksParcels

/** A job of two parcels, the first of which is delivered. */
async function aPartialDelivery(subject: ConformanceSubject) {
  const account = anAccount()
  const { server, several } = subject
  assert.ok(several && server.deliverFirstParcel, 'the subject has no transport of several parcels')
  const { request, job } = await aJob({ ...subject, served: several }, account)
  await server.deliverFirstParcel(job.carrierJobId)
  const numbers = job.parcels?.map(({ trackingNumber }) => trackingNumber)
  const track = async () =>
    expectKind(await subject.adapter.track(job.carrierJobId, aCall(account), numbers), 'facts').facts
  return { account, request, job, track }
}

export const parcelCases: ConformanceCase[] = [
  {
    name: 'each parcel of a job has its own tracking number, also when the job is looked up',
    appliesTo: tracksParcels,
    async run(subject) {
      const { account, request, job } = await aPartialDelivery(subject)
      const numbers = job.parcels?.map(({ trackingNumber }) => trackingNumber) ?? []
      assert.equal(new Set(numbers).size, 2, `the parcels have the numbers ${numbers}`)
      assert.equal(numbers[0], job.trackingNumber)
      const { job: found } = expectKind(await subject.adapter.findJob(request, aCall(account)), 'found')
      assert.deepEqual(
        found.parcels?.map(({ trackingNumber }) => trackingNumber),
        numbers,
      )
    },
  },
  {
    name: 'the delivery of one parcel names it, and is not that of the job',
    appliesTo: tracksParcels,
    async run(subject) {
      const { job, track } = await aPartialDelivery(subject)
      const facts = await track()
      const delivered = facts.flatMap(({ parcel }) => (parcel?.status === 'delivered' ? parcel.trackingNumber : []))
      assert.deepEqual(delivered, [job.parcels?.[0]?.trackingNumber])
      assert.ok(!facts.some(({ status }) => status === 'delivered'), 'the job is delivered')
    },
  },
  {
    name: 'the job is delivered with its last parcel',
    appliesTo: tracksParcels,
    async run(subject) {
      const { job, track } = await aPartialDelivery(subject)
      await subject.server.advance(job.carrierJobId, 'delivered')
      assert.equal((await track()).filter(({ status }) => status === 'delivered').length, 1)
    },
  },
]
