import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import type { Decline, Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { publicQuoteOption } from '@waybill/contracts/quotes/quote-option'
import { expect, test } from 'vitest'
import { type CarrierAnswer, toRates, withOptions } from './rates.ts'

const at = new Date('2026-12-01T09:00:00Z')
const inMs = (ms: number) => new Date(at.getTime() + ms)

const anOffer = (changes: Partial<Offer> = {}): Offer => ({
  carrierOfferId: 'ofr_1',
  serviceCode: 'van_same_day',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 1_000,
  taxMinor: 200,
  etaFromAt: inMs(60_000),
  etaToAt: inMs(120_000),
  expiresAt: inMs(60_000),
  maxWeightGrams: 500_000,
  ...changes,
})

const descriptor = simulatedDescriptors.find(({ carrierCode }) => carrierCode === 'eco_parcel') as CarrierDescriptor
const place = {
  name: null,
  company: null,
  addressLine1: '12 Market Street',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: null,
  country: 'GB',
  phone: null,
  email: null,
  latitude: null,
  longitude: null,
}
const request: QuoteRequest = { pickup: place, dropoff: place, parcels: [], readyAt: at }
const answer = (outcome: QuoteOutcome | null, excluded: Decline[] = []) => {
  const { services: _, ...shown } = toAnswer({}, outcome, excluded)
  return shown
}
const toAnswer = (
  asked: Partial<Pick<CarrierAnswer, 'descriptor' | 'enabled'>>,
  outcome: QuoteOutcome | null,
  excluded: Decline[] = [],
) => {
  const given = { descriptor, carrierAccountId: 'cac_1', enabled: null, ...asked, outcome, excluded }
  return toRates(withOptions(given, request), at)
}
const rates = (...offers: Offer[]) => answer({ kind: 'offers', offers })
const standard = (changes: Partial<Offer> = {}) => anOffer({ serviceCode: 'eco_standard', ...changes })
const freight = anOffer({ serviceCode: 'eco_freight', carrierOfferId: 'ofr_2' })

const said = (serviceCode: string | null, code: string, retryable = false) =>
  expect.objectContaining({ carrierCode: 'eco_parcel', carrierAccountId: 'cac_1', serviceCode, code, retryable })
const because = (serviceCode: string, code: string): Decline => ({
  serviceCode,
  code,
  message: 'No.',
  retryable: false,
})

test('leaves out an expired offer beside a valid one of the service, without a message', () => {
  const { options, messages } = rates(standard({ expiresAt: inMs(-300_000) }), standard(), freight)
  expect(options.map(({ carrierRateId }) => carrierRateId)).toEqual(['ofr_1', 'ofr_2'])
  expect(messages).toEqual([])
})

test('an option has the names of carrier and service, the days of transport and the parts of its price', () => {
  const priceLines = [
    { type: 'base', amountMinor: 1_100 },
    { type: 'discount', amountMinor: -100 },
  ]
  const offer = standard({ priceLines, etaToAt: inMs(3 * 86_400_000) })
  const [option] = rates(offer).options
  expect(option).toMatchObject({
    carrierName: 'Eco Parcel',
    serviceName: 'Parcel on working days',
    transitDays: 3,
    priceLines,
    features: ['tracking', 'photo', 'signature'],
  })
  expect(option && publicQuoteOption(option)).toMatchObject({
    total_amount: '12.00',
    price_lines: [
      { type: 'base', amount: '11.00' },
      { type: 'discount', amount: '-1.00' },
      { type: 'tax', amount: '2.00' },
    ],
  })
})

test('lines that are not the price are left out: the lines are base and tax then', () => {
  const [option] = rates(standard({ priceLines: [{ type: 'base', amountMinor: 999 }] })).options
  expect(option && publicQuoteOption(option).price_lines).toEqual([
    { type: 'base', amount: '10.00' },
    { type: 'tax', amount: '2.00' },
  ])
})

test('an offer that expires before it could be booked counts as expired', () => {
  expect(rates(standard({ expiresAt: inMs(999) })).options).toEqual([])
  expect(rates(standard({ expiresAt: inMs(1_000) })).options).toHaveLength(1)
})

test('a service whose offers have all expired gets a retryable message', () => {
  expect(rates(standard({ expiresAt: inMs(-1) }), standard({ expiresAt: at }), freight)).toMatchObject({
    options: [{ serviceCode: 'eco_freight' }],
    messages: [said('eco_standard', 'offer_expired', true)],
    isUnavailable: false,
  })
  expect(rates(standard({ expiresAt: at })).isUnavailable).toBe(true)
})

test('a carrier that answers without an offer gets one final message', () => {
  expect(rates()).toEqual({ options: [], messages: [said(null, 'no_offer')], isUnavailable: false })
})

test('each service without an offer gets the reason that its carrier gives, or a general one', () => {
  const declines = [because('eco_standard', 'too_far')]
  expect(answer({ kind: 'offers', offers: [freight], declines }).messages).toEqual([said('eco_standard', 'too_far')])
  expect(rates(freight).messages).toEqual([said('eco_standard', 'no_offer')])
  expect(answer({ kind: 'not_served', code: 'closed', message: 'No.', declines }).messages).toEqual([
    said('eco_standard', 'too_far'),
    said('eco_freight', 'closed'),
  ])
  expect(answer({ kind: 'not_served', code: 'closed', message: 'No.' }).messages).toEqual([said(null, 'closed')])
})

test('a service that the descriptor excludes is named, unless the carrier offers it or says why not', () => {
  const excluded = [because('eco_standard', 'too_heavy')]
  expect(answer({ kind: 'offers', offers: [freight] }, excluded).messages).toEqual([said('eco_standard', 'too_heavy')])
  expect(answer({ kind: 'offers', offers: [standard(), freight] }, excluded).messages).toEqual([])
  const declines = [because('eco_standard', 'too_far')]
  expect(answer({ kind: 'offers', offers: [freight], declines }, excluded).messages).toEqual([
    said('eco_standard', 'too_far'),
  ])
  expect(answer(null, [...excluded, because('eco_freight', 'too_long')]).messages).toEqual([
    said('eco_standard', 'too_heavy'),
    said('eco_freight', 'too_long'),
  ])
})

test.each([
  ['timeout', null, 'timeout'],
  ['unreachable', null, 'carrier_unavailable'],
  ['circuit_open', null, 'carrier_unavailable'],
  ['http_503', 503, 'carrier_unavailable'],
  ['too_many_requests', 429, 'rate_limited'],
  ['malformed_answer', 200, 'malformed_answer'],
  ['unauthorized', 401, 'unauthorized'],
])('a call that fails with %s is shown as %s %s', (code, httpStatus, shown) => {
  const retryable = httpStatus !== 401
  const failure = { carrierCode: 'eco_parcel', code, message: 'no', httpStatus, retryable, retryAfterMs: null }
  expect(answer({ kind: 'failed', failure })).toEqual({
    options: [],
    messages: [said(null, shown, retryable)],
    isUnavailable: retryable,
  })
})

test('of an account with chosen services, the others are left out without a message', () => {
  const asked = { enabled: ['eco_freight'] }
  const both = toAnswer(asked, {
    kind: 'offers',
    offers: [standard(), freight],
    declines: [because('eco_standard', 'no')],
  })
  expect(both).toMatchObject({ options: [{ serviceCode: 'eco_freight' }], messages: [] })
  const { messages } = toAnswer(asked, { kind: 'offers', offers: [standard()] })
  expect(messages).toEqual([said(null, 'no_offer')])
})

const aggregator = { ...descriptor, services: [], discoversServices: true }
const priority = anOffer({
  serviceCode: 'usps.priority',
  serviceName: 'Priority Mail',
  carriedBy: 'USPS',
  etaPrecision: 'day',
})

test('an aggregator names its services, who carries them and how exact the arrival is', () => {
  const offers = [priority, anOffer({ serviceCode: 'ups.ground' })]
  const declines = [{ ...because('usps.express', 'missing_phone'), pointer: '/dropoff_address/phone' }]
  const { options, messages, services } = toAnswer(
    { descriptor: aggregator, enabled: ['usps.*'] },
    { kind: 'offers', offers, declines },
  )
  expect(options).toMatchObject([
    { serviceCode: 'usps.priority', serviceName: 'Priority Mail', carriedBy: 'USPS', etaPrecision: 'day' },
  ])
  expect(messages).toEqual([
    expect.objectContaining({ serviceCode: 'usps.express', code: 'missing_phone', pointer: '/dropoff_address/phone' }),
  ])
  expect(services).toEqual([{ maxWeightGrams: 1_000_000 }])
})

test('what a carrier says of services that are quoted is said beside them, and of others not', () => {
  const notices = [null, 'usps', 'usps.priority', 'ups', 'ups.ground'].map((serviceCode) => ({
    serviceCode,
    code: 'carrier_notice' as const,
    message: 'Beware.',
  }))
  const offers = [priority, anOffer({ serviceCode: 'ups.ground' })]
  const asked = { descriptor: aggregator, enabled: ['usps.*'] }
  const { messages } = toAnswer(asked, { kind: 'offers', offers, notices })
  expect(messages).toEqual([null, 'usps', 'usps.priority'].map((code) => said(code, 'carrier_notice')))
  expect(toAnswer(asked, { kind: 'offers', offers: [], notices }).messages).toEqual([said(null, 'no_offer')])
})

test('an aggregator without offers gives one message', () => {
  const { messages } = toAnswer({ descriptor: aggregator }, { kind: 'offers', offers: [] })
  expect(messages).toEqual([said(null, 'no_offer')])
})

test('what a carrier cannot take whole is said beside its offers, and not without one', () => {
  const notices = [{ code: 'text_shortened', message: 'Long.', retryable: false, pointer: '/dropoff_instructions' }]
  const given = { descriptor, carrierAccountId: 'cac_1', enabled: null, excluded: [], notices }
  const priced = withOptions({ ...given, outcome: { kind: 'offers', offers: [standard(), freight] } as const }, request)
  expect(toRates(priced, at).messages).toEqual([said(null, 'text_shortened')])
  const silent = withOptions({ ...given, outcome: { kind: 'offers', offers: [] } as const }, request)
  expect(toRates(silent, at).messages).toEqual([said(null, 'no_offer')])
})
