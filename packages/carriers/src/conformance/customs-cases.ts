import assert from 'node:assert/strict'
import type { QuoteRequest } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import { NO_PAPERS } from '../vendor/failures.ts'
import { detectContentType } from '../wrappers/readable-documents.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aBookRequest, aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const declares = ({ declaresGoods }: CarrierDescriptor): boolean => declaresGoods === true

function getDeclared({ declared }: ConformanceSubject): QuoteRequest {
  if (declared === undefined) throw new TypeError('a carrier that declares goods has a declared transport')
  return declared
}

const withDeclaration = (subject: ConformanceSubject): ConformanceSubject => ({
  ...subject,
  served: getDeclared(subject),
})

export const customsCases: ConformanceCase[] = [
  {
    name: 'goods that are declared across a customs border get an offer, and are booked as one job',
    appliesTo: declares,
    async run(subject) {
      const { adapter, server } = subject
      const account = anAccount()
      const request = await aBookRequest(withDeclaration(subject), account)
      expectKind(await adapter.book(request, aCall(account)), 'booked')
      assert.equal(await server.countJobs(request.reference), 1)
    },
  },
  {
    name: 'goods across a customs border get no offer without a declaration, and the missing field is named',
    appliesTo: declares,
    async run({ adapter, ...subject }) {
      const { customs: _, parcels, ...declared } = getDeclared({ adapter, ...subject })
      const undeclared = { ...declared, parcels: parcels.map(({ items: __, ...parcel }) => parcel) }
      const outcome = expectKind(await adapter.quote(undeclared, aCall(anAccount())), 'not_served')
      assert.equal(outcome.code, 'missing_field')
      assert.match(outcome.pointer ?? '', /^\/(customs|parcels\/0)\//)
      assert.ok(outcome.message.includes(outcome.pointer ?? ''), outcome.message)
    },
  },
  {
    name: 'the papers that the carrier makes for declared goods come with the booking, or are fetched as PDF',
    appliesTo: ({ customsPapers }) => customsPapers !== undefined,
    async run(subject) {
      const { adapter } = subject
      const account = anAccount()
      const { job } = await aJob(withDeclaration(subject), account)
      const request = { carrierJobId: job.carrierJobId, parcelNumber: null, format: 'pdf', size: '4x6' } as const
      const papers =
        adapter.descriptor.customsPapers === 'with_booking'
          ? job.papers
          : expectKind(await adapter.label({ ...request, document: 'customs' }, aCall(account)), 'label').label
      assert.ok(papers, 'no papers came with the booking')
      assert.equal(detectContentType(papers.bytes), 'application/pdf')
    },
  },
  {
    name: 'goods that are not declared have no papers, and their label is not concerned',
    appliesTo: ({ customsPapers }) => customsPapers === 'on_request',
    async run(subject) {
      const account = anAccount()
      const { job } = await aJob(subject, account)
      const request = { carrierJobId: job.carrierJobId, parcelNumber: null, format: 'pdf', size: '4x6' } as const
      const papers = await subject.adapter.label({ ...request, document: 'customs' }, aCall(account))
      assert.equal(expectKind(papers, 'no_such_label').failure.code, NO_PAPERS)
      expectKind(await subject.adapter.label(request, aCall(account)), 'label')
    },
  },
  {
    name: 'a booking of declared goods whose answer is lost is found, and made once',
    appliesTo: declares,
    overNetwork: true,
    async run(subject) {
      const { adapter, server } = subject
      const account = anAccount()
      const request = await aBookRequest(withDeclaration(subject), account)
      const { carrierAccountId } = account
      await server.order({ carrierAccountId, operation: 'book', mode: 'timeout_after_success', times: 1 })
      expectKind(await adapter.book(request, aCall(account, { deadlineMs: 700 })), 'unknown')
      expectKind(await adapter.findJob(request, aCall(account)), 'found')
      assert.equal(await server.countJobs(request.reference), 1)
    },
  },
]
