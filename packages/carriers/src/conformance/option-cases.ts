import assert from 'node:assert/strict'
import { findCurrency, toMoney } from '@waybill/contracts/values/money'
import type { CarrierOptions, QuoteRequest } from '../carrier-adapter.ts'
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import { noOptions } from '../carrier-options.ts'
import { detectContentType } from '../wrappers/readable-documents.ts'
import type { ConformanceCase, ConformanceSubject } from './conformance-case.ts'
import { aBookRequest, aCall, aJob, anAccount, expectKind } from './fixtures.ts'

const INSURED = 150
const TIP = 2

/** Every option that the carrier takes, one at a time. */
function listOptions({ options: able = {} }: CarrierDescriptor, { pickup }: QuoteRequest): CarrierOptions[] {
  const { insurance } = able
  const currency = findCurrency(pickup.country)
  const age = able.minimumAge === '*' ? 18 : able.minimumAge?.[0]
  const single: Partial<CarrierOptions>[] = [
    ...(able.signature ?? []).map((signature) => ({ signature })),
    ...(insurance?.providers ?? []).map((provider) => ({
      insurance: { ...toMoney(INSURED, insurance?.currencies?.[0] ?? currency), provider },
    })),
    ...(able.saturdayDelivery ? [{ saturdayDelivery: true }] : []),
    ...(able.labelReferences ? [{ labelReferences: ['Purchase order 7', 'Shelf 12'] }] : []),
    ...(able.returnAddress ? [{ returnAddress: { ...pickup, name: 'Returns desk' } }] : []),
    ...(able.billTo
      ? (['recipient', 'third_party'] as const).map((party) => ({
          billTo: { party, account: 'A1B2C3', country: pickup.country, postCode: pickup.postCode },
        }))
      : []),
    ...(able.dangerousGoods ?? []).map((dangerousGoods) => ({ dangerousGoods })),
    ...(age === undefined ? [] : [{ minimumAge: age }]),
    ...(able.deliveryPin ? [{ deliveryPin: true }] : []),
    ...(able.tip ? [{ tip: toMoney(TIP, currency) }] : []),
    ...(able.returns ? [null, ...able.returns.pay] : []).map((pay) => ({ returns: { pay, label: 'paper' as const } })),
    ...(able.returns?.qr ? [{ returns: { pay: null, label: 'qr' as const } }] : []),
  ]
  return single.map((option) => ({ ...noOptions, ...option }))
}

const withOptions = (subject: ConformanceSubject, options: CarrierOptions): ConformanceSubject => ({
  ...subject,
  served: { ...subject.served, options },
})

const takesOptions = ({ options }: CarrierDescriptor): boolean => options !== undefined

export const optionCases: ConformanceCase[] = [
  {
    name: 'a transport with any option that the descriptor lists gets an offer, and is booked as one job',
    appliesTo: takesOptions,
    async run(subject) {
      const { adapter, server, served } = subject
      for (const options of listOptions(adapter.descriptor, served)) {
        const account = anAccount()
        const { offers } = expectKind(await adapter.quote({ ...served, options }, aCall(account)), 'offers')
        assert.ok(offers.length > 0, `no offer with ${JSON.stringify(options)}`)
        for (const { priceLines = [], amountMinor } of offers) {
          const sum = priceLines.reduce((total, line) => total + line.amountMinor, 0)
          assert.ok(priceLines.length === 0 || sum === amountMinor, 'the price lines are not the amount')
          assert.ok(options.tip === null || priceLines.some(({ type }) => type === 'tip'), 'the tip is no line')
        }
        const request = await aBookRequest(withOptions(subject, options), account)
        expectKind(await adapter.book(request, aCall(account)), 'booked')
        assert.equal(await server.countJobs(request.reference), 1)
      }
    },
  },
  {
    name: 'a return that asks for a code instead of paper has one, as an image or PDF',
    appliesTo: ({ options }) => options?.returns?.qr === true,
    async run(subject) {
      const account = anAccount()
      const returns = { pay: null, label: 'qr' } as const
      const { job } = await aJob(withOptions(subject, { ...noOptions, returns }), account)
      const [usual] = subject.adapter.descriptor.labels
      assert.ok(usual, 'a carrier with codes prints labels too')
      const form = { carrierJobId: job.carrierJobId, parcelNumber: null, ...usual }
      for (let read = 0; read < 2; read++) {
        const { label } = expectKind(await subject.adapter.label({ ...form, document: 'qr' }, aCall(account)), 'label')
        assert.match(detectContentType(label.bytes) ?? '', /^(image\/png|application\/pdf)$/)
      }
    },
  },
  {
    name: 'a booking with options whose answer is lost is found, and made once',
    appliesTo: takesOptions,
    overNetwork: true,
    async run(subject) {
      const { adapter, server, served } = subject
      const account = anAccount()
      const listed = listOptions(adapter.descriptor, served)
      const insured = listed.find(({ insurance }) => insurance !== null) ?? listed[0] ?? noOptions
      // Some carriers sell returns by another call.
      const returned = listed.find(({ returns }) => returns !== null)
      for (const options of returned ? [insured, returned] : [insured]) {
        const request = await aBookRequest(withOptions(subject, options), account)
        const { carrierAccountId } = account
        await server.order({ carrierAccountId, operation: 'book', mode: 'timeout_after_success', times: 1 })
        expectKind(await adapter.book(request, aCall(account, { deadlineMs: 700 })), 'unknown')
        expectKind(await adapter.findJob(request, aCall(account)), 'found')
        assert.equal(await server.countJobs(request.reference), 1)
      }
    },
  },
]
