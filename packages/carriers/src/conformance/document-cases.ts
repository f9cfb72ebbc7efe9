import assert from 'node:assert/strict'
import type { CarrierAccount } from '../carrier-adapter.ts'
import type { CarrierMedia } from '../tracking-fact.ts'
import { detectContentType } from '../wrappers/readable-documents.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const printsLabels: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.label
const hasMedia: ConformanceCase['appliesTo'] = ({ capabilities }) => capabilities.proofMedia

/** The photos and the signature of a job that was delivered. */
async function mediaOfDelivered(subject: ConformanceSubject, account: CarrierAccount): Promise<CarrierMedia[]> {
  const { job } = await aJob(subject, account)
  await subject.server.advance(job.carrierJobId, 'delivered')
  const { facts } = expectKind(await subject.adapter.track(job.carrierJobId, aCall(account)), 'facts')
  const pod = facts.find((fact) => fact.pod !== null)?.pod
  const media = [...(pod?.photos ?? []), ...(pod?.signature ? [pod.signature] : [])]
  assert.ok(media.length > 0, 'the proof has neither photo nor signature')
  return media
}

export const documentCases: ConformanceCase[] = [
  {
    name: 'an unreadable label is a failed read in every form, and the next read succeeds',
    overNetwork: true,
    appliesTo: printsLabels,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { job } = await aJob(subject, account)
      for (const form of subject.adapter.descriptor.labels) {
        const request = { ...form, carrierJobId: job.carrierJobId, parcelNumber: null }
        await subject.server.order({ carrierAccountId, operation: 'label', mode: 'malformed', times: 1 })
        const { failure } = expectKind(await subject.adapter.label(request, aCall(account)), 'failed')
        assert.equal(failure.code, 'malformed_answer')
        assert.equal(failure.retryable, true)
        expectKind(await subject.adapter.label(request, aCall(account)), 'label')
      }
    },
  },
  {
    name: 'a label in a form that was not asked for is no_such_label and names both, and the next read succeeds',
    overNetwork: true,
    appliesTo: ({ capabilities, simulated }) => capabilities.label && !simulated,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { job } = await aJob(subject, account)
      for (const form of subject.adapter.descriptor.labels) {
        const request = { ...form, carrierJobId: job.carrierJobId, parcelNumber: null }
        await subject.server.order({ carrierAccountId, operation: 'label', mode: 'other_form', times: 1 })
        const { failure } = expectKind(await subject.adapter.label(request, aCall(account)), 'no_such_label')
        assert.equal(failure.code, 'form_unavailable')
        assert.match(failure.message, new RegExp(form.format))
        expectKind(await subject.adapter.label(request, aCall(account)), 'label')
      }
    },
  },
  {
    name: 'a label of 20 MB is a failed read, and the next read succeeds',
    overNetwork: true,
    appliesTo: ({ capabilities, simulated }) => capabilities.label && !simulated,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { job } = await aJob(subject, account)
      const [form] = subject.adapter.descriptor.labels
      assert.ok(form, 'no form of label is declared')
      const request = { ...form, carrierJobId: job.carrierJobId, parcelNumber: null }
      await subject.server.order({ carrierAccountId, operation: 'label', mode: 'oversized', times: 1 })
      const { failure } = expectKind(await subject.adapter.label(request, aCall(account)), 'failed')
      assert.match(failure.message, /more than 8 MiB/)
      expectKind(await subject.adapter.label(request, aCall(account)), 'label')
    },
  },
  {
    name: 'photos and signature of a proof are images, and nothing is fetched from a foreign host',
    appliesTo: hasMedia,
    async run(subject) {
      const account = anAccount()
      for (const { url, contentType, bytes } of await mediaOfDelivered(subject, account)) {
        if (url === null) {
          assert.equal(bytes && detectContentType(bytes), contentType)
          continue
        }
        const { media } = expectKind(await subject.adapter.media(url, aCall(account)), 'media')
        assert.equal(media.contentType, contentType)
        assert.equal(detectContentType(media.bytes), contentType)
      }
      expectKind(await subject.adapter.media('http://169.254.169.254/latest/meta-data', aCall(account)), 'failed')
    },
  },
  {
    name: 'a parcel that the job does not have is no_such_label, and a job that does not exist is a failed read',
    appliesTo: printsLabels,
    async run(subject) {
      const account = anAccount()
      const { carrierJobId } = (await aJob(subject, account)).job
      const [form] = subject.adapter.descriptor.labels
      assert.ok(form, 'no form of label is declared')
      const fetchLabel = (jobId: string, parcelNumber: number | null) =>
        subject.adapter.label({ carrierJobId: jobId, ...form, parcelNumber }, aCall(account))
      expectKind(await fetchLabel(carrierJobId, 99), 'no_such_label')
      expectKind(await fetchLabel('job_nowhere', null), 'failed')
    },
  },
  {
    name: 'a refused label is a failed read',
    overNetwork: true,
    appliesTo: printsLabels,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      const { carrierJobId } = (await aJob(subject, account)).job
      const [form] = subject.adapter.descriptor.labels
      assert.ok(form, 'no form of label is declared')
      await subject.server.order({ carrierAccountId, operation: 'label', mode: 'refuse', times: 1 })
      const request = { carrierJobId, ...form, parcelNumber: 1 }
      expectKind(await subject.adapter.label(request, aCall(account)), 'failed')
    },
  },
  {
    name: 'an unreadable photo or signature is a failed read, and the next read succeeds',
    appliesTo: hasMedia,
    async run(subject) {
      const account = anAccount()
      const { carrierAccountId } = account
      for (const { url } of await mediaOfDelivered(subject, account)) {
        if (url === null) continue
        await subject.server.order({ carrierAccountId, operation: 'media', mode: 'malformed', times: 1 })
        const { failure } = expectKind(await subject.adapter.media(url, aCall(account)), 'failed')
        assert.equal(failure.code, 'malformed_answer')
        assert.equal(failure.retryable, true)
        expectKind(await subject.adapter.media(url, aCall(account)), 'media')
      }
    },
  },
]
