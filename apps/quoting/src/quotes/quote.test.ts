import { newId } from '@waybill/contracts/ids'
import { publicQuote, type Quote, quoteStatuses } from '@waybill/contracts/quote'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import { describe, expect, test } from 'vitest'
import { aShipment } from '../testing/shipment.ts'
import { accept, expire, followShipment, noOffers, openQuote, quoteTransitions, supersede } from './quote.ts'

const at = new Date('2026-12-01T09:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const request = { requestId: 'req_1', idempotencyKey: null }

const shipment = aShipment({ routeRevision: 3 })

const anOption = (changes: Partial<QuoteOption> = {}): QuoteOption => ({
  carrierName: 'City Van',
  serviceName: 'Van on the same day',
  transitDays: 0,
  priceLines: [],
  features: [],
  quoteOptionId: newId('qop'),
  carrierCode: 'city_van',
  serviceCode: 'same_day',
  carrierAccountId: 'cac_1',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 1000,
  taxMinor: 200,
  carriedBy: null,
  etaPrecision: 'time',
  etaFrom: later(60),
  etaTo: later(120),
  maxWeightGrams: 30_000,
  expiresAt: later(15),
  carrierRateId: null,
  ...changes,
})

const opening = { quoteId: 'qte_1', shipment, shipmentCreated: true }
const aQuote = (changes: Partial<Quote> = {}): Quote => ({
  ...openQuote({ ...opening, options: [anOption()], messages: [], request, at }).quote,
  ...changes,
})

describe('a new quote', () => {
  test('sorts options by total price, then by arrival', () => {
    const dear = anOption({ amountMinor: 900, taxMinor: 500 })
    const slow = anOption({ etaTo: later(500) })
    const quick = anOption()
    const { quote } = openQuote({ ...opening, options: [dear, slow, quick], messages: [], request, at })
    expect(quote.options).toEqual([quick, slow, dear])
  })

  test('compares totals of different exponents by their decimal amounts', () => {
    const whole = anOption({ currency: 'HUF', exponent: 0, amountMinor: 1_300, taxMinor: 0 })
    const exact = anOption({ currency: 'HUF', exponent: 2, amountMinor: 129_950, taxMinor: 0 })
    const options = [whole, exact]
    const { quote } = openQuote({ ...opening, options, messages: [], request, at })
    expect(quote.options).toEqual([exact, whole])
    expect(publicQuote(quote).options.map(({ total_amount }) => total_amount)).toEqual(['1299.50', '1300'])
  })

  test('expires with its last option, and prices the current route', () => {
    const options = [anOption({ expiresAt: later(1440) }), anOption({ expiresAt: later(15) })]
    const { quote, events } = openQuote({ ...opening, options, messages: [], request, at })
    expect(quote).toMatchObject({ status: 'pending', expiresAt: later(1440), routeRevision: 3, sequence: 1 })
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([['quote.created', 1]])
    expect(events[0]?.data.object).toMatchObject({ selected_option: null, options: [{ total_amount: '12.00' }, {}] })
  })
})

describe('without offers', () => {
  const message = (code: string, retryable: boolean) => ({
    carrierCode: 'city_van',
    carrierAccountId: 'cac_1',
    serviceCode: 'van_same_day',
    code,
    message: 'no',
    retryable,
    pointer: null,
  })
  const services = [{ maxWeightGrams: 20_000 }, { maxWeightGrams: 25_000 }]
  const weighing = (...grams: number[]) => ({
    parcels: grams.flatMap((weightGrams) => shipment.parcels.slice(0, 1).map((parcel) => ({ ...parcel, weightGrams }))),
  })
  const light = weighing(25_000)
  const answered = (...messages: ReturnType<typeof message>[]) => ({
    messages,
    hasCarriers: true,
    isUnavailable: false,
  })
  const silent = { messages: [message('timeout', true)], hasCarriers: true, isUnavailable: true }

  test('the route is not served if at least one carrier answered', () => {
    const error = noOffers(answered(message('timeout', true), message('too_far', false)), light, services)
    expect(error).toMatchObject({ code: 'no_rates_available', retryable: true, retryAfterSeconds: 5 })
    expect(error.meta.messages).toEqual([
      expect.objectContaining({ code: 'timeout', retryable: true }),
      {
        carrier_code: 'city_van',
        carrier_account_id: 'cac_1',
        service_code: 'van_same_day',
        code: 'too_far',
        message: 'no',
        retryable: false,
        pointer: null,
      },
    ])
  })

  test('asking again does not help if all carriers answered', () => {
    const error = noOffers(answered(message('too_far', false)), light, services)
    expect(error).toMatchObject({ code: 'no_rates_available', retryable: false, retryAfterSeconds: null })
  })

  test('an environment without carriers is asked for an account', () => {
    const error = noOffers({ messages: [], hasCarriers: false, isUnavailable: false }, light, [])
    expect(error.code).toBe('no_rates_available')
    expect(error.message).toContain('has no carrier yet. Add a carrier account with POST /api/v1/carrier-accounts')
  })

  test('the carriers are unavailable if all were down', () => {
    expect(noOffers(silent, light, services)).toMatchObject({ code: 'carrier_unavailable', retryAfterSeconds: 5 })
  })

  test('reports a parcel that is too heavy for every service', () => {
    const heavy = weighing(25_000, 25_001)
    for (const rates of [answered(message('too_heavy', false)), silent]) {
      expect(noOffers(rates, heavy, services).code).toBe('parcel_too_heavy')
    }
    expect(noOffers(answered(), heavy, [...services, { maxWeightGrams: 30_000 }]).code).toBe('no_rates_available')
    expect(noOffers(answered(), heavy, []).code).toBe('no_rates_available')
  })
})

describe('acceptance', () => {
  const booking = { optionId: 'qop_1', bookingId: 'bkg_1' }

  test.each(quoteStatuses.filter((status) => status !== 'accepted'))('overrides %s', (status) => {
    const { quote, events } = accept(aQuote({ status }), booking, request, at)
    expect(quote).toMatchObject({ status: 'accepted', selectedOptionId: 'qop_1', bookingId: 'bkg_1', sequence: 2 })
    expect(events.map(({ type }) => type)).toEqual(['quote.accepted'])
  })

  test('is idempotent', () => {
    const once = accept(aQuote(), booking, request, at).quote
    expect(accept(once, booking, request, at)).toEqual({ quote: once, events: [] })
  })

  test('shows the option, and the previous status in the event', () => {
    const quote = aQuote()
    const optionId = quote.options[0]?.quoteOptionId ?? ''
    const [event] = accept(quote, { optionId, bookingId: 'bkg_1' }, request, at).events
    expect(event?.data.object).toMatchObject({ selected_option: { quote_option_id: optionId } })
    expect(event?.data.previous_attributes).toEqual({ status: 'pending', selected_option: null })
  })
})

describe('an open quote follows its shipment', () => {
  test('a newer route supersedes it, the same route does not', () => {
    expect(followShipment(aQuote(), { status: 'ready', routeRevision: 4 }, request, at).quote.status).toBe('superseded')
    expect(followShipment(aQuote(), { status: 'ready', routeRevision: 3 }, request, at).events).toEqual([])
  })

  test('a final status of the shipment cancels it', () => {
    expect(followShipment(aQuote(), { status: 'cancelled', routeRevision: 3 }, request, at).quote.status).toBe(
      'cancelled',
    )
  })

  test('a quote that is not open does not change', () => {
    for (const status of quoteStatuses.filter((other) => other !== 'pending')) {
      const quote = aQuote({ status })
      expect(followShipment(quote, { status: 'cancelled', routeRevision: 9 }, request, at)).toEqual({
        quote,
        events: [],
      })
      expect(supersede(quote, request, at).events).toEqual([])
    }
  })
})

test('a quote expires at the end of its validity and not before', () => {
  expect(expire(aQuote(), later(14)).events).toEqual([])
  expect(expire(aQuote(), later(15)).quote.status).toBe('expired')
})

test('an accepted quote stays accepted', () => {
  expect(quoteTransitions.accepted).toEqual([])
})
