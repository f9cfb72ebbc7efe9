/** Manifests, of carriers whose descriptor says that they make them. */
import assert from 'node:assert/strict'
import { newId } from '@waybill/contracts/ids'
import type { CarrierAccount, CarrierAdapter, CarrierManifest, ManifestRequest } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const has = ({ manifests }: CarrierDescriptor) => manifests !== undefined
const finds = ({ manifests }: CarrierDescriptor) => manifests?.recovery.kind === 'find'
const repeats = ({ manifests }: CarrierDescriptor) => manifests?.recovery.kind === 'repeat'

/** Servers of tests make a manifest within as many reads. */
const MOST_READS = 3

/** A manifest of jobs that were just booked, today. */
async function aManifest(subject: ConformanceSubject, account: CarrierAccount, jobs = 1): Promise<ManifestRequest> {
  const booked = []
  for (let count = 0; count < jobs; count++) booked.push((await aJob(subject, account)).job)
  return {
    reference: newId('mnf'),
    jobs: booked.map(({ carrierJobId, trackingNumber }) => ({ carrierJobId, trackingNumber })),
    address: { ...subject.served.pickup, name: 'Grace Miller', phone: '+1 404 555 0123' },
    shipDate: new Date().toISOString().slice(0, 10),
  }
}

const calls = ({ adapter }: ConformanceSubject) => adapter as Required<CarrierAdapter>

const send = (subject: ConformanceSubject, account: CarrierAccount, request: ManifestRequest, deadlineMs = 8_000) =>
  calls(subject).createManifest(request, aCall(account, { key: request.reference, deadlineMs }))

async function create(subject: ConformanceSubject, account: CarrierAccount, request: ManifestRequest) {
  return expectKind(await send(subject, account, request), 'manifest').manifest
}

const query = ({ reference, jobs }: ManifestRequest, { carrierManifestId }: CarrierManifest) => ({
  reference,
  carrierManifestId,
  jobs,
})

const count = async ({ server }: ConformanceSubject, { carrierAccountId }: CarrierAccount) =>
  await server.countManifests?.(carrierAccountId)

/** A manifest whose answer does not come before its deadline. */
async function lose(subject: ConformanceSubject, account: CarrierAccount, mode: 'timeout' | 'timeout_after_success') {
  const { carrierAccountId } = account
  const request = await aManifest(subject, account)
  await subject.server.order({ carrierAccountId, operation: 'create_manifest', mode, times: 1 })
  expectKind(await send(subject, account, request, 700), 'unknown')
  return request
}

export const manifestCases: ConformanceCase[] = [
  {
    name: 'a manifest of two labels is made, and its document is a PDF or an image',
    appliesTo: has,
    async run(subject) {
      const account = anAccount()
      const request = await aManifest(subject, account, 2)
      const made = await create(subject, account, request)
      assert.notEqual(made.carrierManifestId, '')
      for (let reads = 1, { isCreated } = made; !isCreated; reads++) {
        const read = await calls(subject).readManifest(query(request, made), aCall(account))
        isCreated = expectKind(read, 'manifest').manifest.isCreated
        assert.ok(reads <= MOST_READS)
      }
      const read = await calls(subject).manifestDocuments(query(request, made), aCall(account))
      assert.ok(expectKind(read, 'documents').documents.length > 0)
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a label that is in a manifest is named when it comes again, and the rest makes another manifest',
    appliesTo: has,
    async run(subject) {
      const account = anAccount()
      const first = await aManifest(subject, account)
      await create(subject, account, first)
      const second = await aManifest(subject, account)
      const both = { ...second, jobs: [...first.jobs, ...second.jobs] }
      const { jobs, failure } = expectKind(await send(subject, account, both), 'refused')
      assert.equal(failure.retryable, false)
      assert.deepEqual(
        jobs.map(({ carrierJobId }) => carrierJobId),
        first.jobs.map(({ carrierJobId }) => carrierJobId),
      )
      await create(subject, account, second)
      assert.equal(await count(subject, account), 2)
    },
  },
  {
    name: 'a manifest that is sent again is the same one, also if its answer was lost',
    appliesTo: repeats,
    async run(subject) {
      const account = anAccount()
      const request = await lose(subject, account, 'timeout_after_success')
      const first = await create(subject, account, request)
      assert.deepEqual(await create(subject, account, request), first)
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a manifest whose answer was lost is found',
    appliesTo: finds,
    async run(subject) {
      const account = anAccount()
      const request = await lose(subject, account, 'timeout_after_success')
      const { findManifest } = calls(subject)
      assert.notEqual(expectKind(await findManifest(request, aCall(account)), 'found').manifest.carrierManifestId, '')
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a manifest that times out without effect is not found, and can be made',
    appliesTo: finds,
    async run(subject) {
      const account = anAccount()
      const request = await lose(subject, account, 'timeout')
      const { findManifest } = calls(subject)
      expectKind(await findManifest(request, aCall(account)), 'not_found')
      await create(subject, account, request)
      expectKind(await findManifest(request, aCall(account)), 'found')
      assert.equal(await count(subject, account), 1)
    },
  },
  {
    name: 'a manifest that the carrier does not take is refused, and nothing is made',
    appliesTo: has,
    async run(subject) {
      const account = anAccount()
      const request = await aManifest(subject, account)
      const { carrierAccountId } = account
      await subject.server.order({ carrierAccountId, operation: 'create_manifest', mode: 'refuse', times: 1 })
      assert.equal(expectKind(await send(subject, account, request), 'refused').failure.retryable, false)
      assert.equal(await count(subject, account), 0)
    },
  },
  {
    name: 'an unreadable or failed answer to a manifest leaves its outcome unknown',
    appliesTo: has,
    async run(subject) {
      for (const mode of ['500', 'malformed'] as const) {
        const account = anAccount()
        const request = await aManifest(subject, account)
        const { carrierAccountId } = account
        await subject.server.order({ carrierAccountId, operation: 'create_manifest', mode, times: 4 })
        expectKind(await send(subject, account, request), 'unknown')
      }
    },
  },
]
