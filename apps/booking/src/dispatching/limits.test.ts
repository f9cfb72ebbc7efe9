import { type Dispatch, defaultDispatch } from '@waybill/contracts/dispatch'
import { quoteOption } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { hasNotArrived, mayAcceptLater, type Screening, screenOffers } from './limits.ts'

const now = { carrierCode: 'swift', serviceCode: 'now' }
const parcel = { carrierCode: 'eco', serviceCode: 'standard' }
// 12.00 GBP with tax.
const offer = quoteOption({ ...now, etaTo: new Date('2026-12-01T14:00:00Z') })
const services = [
  { ...now, onDemand: true },
  { ...parcel, onDemand: false },
]
const screen = (limits: Partial<Dispatch>, changes: Partial<Screening> = {}, options = [offer]) =>
  screenOffers(options, [], {
    dispatch: { ...defaultDispatch, ...limits },
    services,
    spent: [],
    refused: [],
    ...changes,
  })
const reasons = (screened: ReturnType<typeof screen>) => screened.declined.map(({ reason }) => reason)

test('without limits, the offers of services on demand are candidates and the others are not mentioned', () => {
  expect(screen({}, {}, [offer, quoteOption(parcel)])).toEqual({ candidates: [offer], declined: [] })
  const named = screen({ service_codes: ['standard'] }, {}, [offer, quoteOption(parcel)])
  expect(named.candidates.map(({ serviceCode }) => serviceCode)).toEqual(['standard'])
})

test('of the services of aggregators, those that a named carrier carries are candidates', () => {
  const [usps, ups] = [
    quoteOption({ carrierCode: 'easypost', serviceCode: 'usps.priority', carriedBy: 'USPS' }),
    quoteOption({ carrierCode: 'easypost', serviceCode: 'ups.ground', carriedBy: 'UPS' }),
  ]
  const discovered = [usps, ups].map(({ carrierCode, serviceCode, carriedBy }) => ({
    carrierCode,
    serviceCode,
    carriedBy,
    onDemand: false,
  }))
  const all = [...services, ...discovered]
  expect(screen({ carried_by: ['usps'] }, { services: all }, [offer, usps, ups])).toEqual({
    candidates: [usps],
    declined: [],
  })
})

test('an offer costs at most the maximum, with the cancellations before it', () => {
  const limits = { max_total_amount: '12.00', currency: 'GBP' }
  expect(reasons(screen(limits))).toEqual([])
  const fee = { currency: 'GBP', exponent: 2, amountMinor: 1 }
  expect(screen(limits, { spent: [fee] }).declined).toEqual([
    {
      ...now,
      reason: 'too_expensive',
      description: 'Costs 12.00 GBP and cancellations have cost 0.01; max_total_amount is 12.00.',
      retryable: false,
    },
  ])
  expect(reasons(screen(limits, { spent: [{ ...fee, currency: 'EUR' }] }))).toEqual([])
  expect(reasons(screen({ max_total_amount: '11.99', currency: 'GBP' }))).toEqual(['too_expensive'])
})

test('amounts with other exponents are compared by their value', () => {
  const limits = { max_total_amount: '12.00', currency: 'GBP' }
  const inMills = quoteOption({ ...now, exponent: 3, amountMinor: 12_000, taxMinor: 0 })
  expect(reasons(screen(limits, {}, [inMills]))).toEqual([])
  expect(reasons(screen(limits, {}, [{ ...inMills, taxMinor: 1 }]))).toEqual(['too_expensive'])
})

test('an offer in another currency than the maximum is declined', () => {
  expect(screen({ max_total_amount: '99.00', currency: 'EUR' }).declined).toEqual([
    {
      ...now,
      reason: 'other_currency',
      description: 'Offers 12.00 GBP; max_total_amount is in EUR.',
      retryable: false,
    },
  ])
})

test('an offer delivers until deliver_by', () => {
  expect(reasons(screen({ deliver_by: '2026-12-01T14:00:00.000Z' }))).toEqual([])
  expect(reasons(screen({ deliver_by: '2026-12-01T13:59:59.999Z' }))).toEqual(['too_late'])
})

test('a service that has refused for good is not tried again', () => {
  expect(screen({}, { refused: ['swift/now'] })).toEqual({ candidates: [], declined: [] })
})

test('a service that has refused one account is tried with another', () => {
  const [one, two] = ['cac_1', 'cac_2'].map((carrierAccountId) => quoteOption({ ...now, carrierAccountId }))
  const options = [one, two].flatMap((option) => option ?? [])
  expect(screen({}, { refused: ['cac_1/now'] }, options).candidates).toEqual([two])
})

test('the messages of services that may be booked say why they made no offer', () => {
  const message = { code: 'timeout', message: 'No answer.', retryable: true }
  const about = (carrierCode: string, serviceCode: string | null) => ({ carrierCode, serviceCode, ...message })
  const messages = [about('swift', null), about('swift', 'now'), about('eco', null), about('eco', 'standard')]
  const { declined } = screenOffers([], messages, { dispatch: defaultDispatch, services, spent: [], refused: [] })
  expect(declined).toEqual([
    { carrierCode: 'swift', serviceCode: null, reason: 'timeout', description: 'No answer.', retryable: true },
    { carrierCode: 'swift', serviceCode: 'now', reason: 'timeout', description: 'No answer.', retryable: true },
  ])
})

test('a carrier without a free courier may have one later', () => {
  expect(mayAcceptLater({ code: 'no_courier', retryable: false })).toBe(true)
  expect(mayAcceptLater({ code: 'internal', retryable: true })).toBe(true)
  expect(mayAcceptLater({ code: 'refused', retryable: false })).toBe(false)
})

test('a courier is awaited until the carrier reports the arrival or the pickup', () => {
  expect(hasNotArrived({ status: 'en_route_to_pickup', pickedUp: false })).toBe(true)
  expect(hasNotArrived({ status: 'arrived_at_pickup', pickedUp: false })).toBe(false)
  expect(hasNotArrived({ status: 'reassigning', pickedUp: true })).toBe(false)
  expect(hasNotArrived({ status: 'cancelled', pickedUp: false })).toBe(false)
})
