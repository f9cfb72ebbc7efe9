import type { Offer, QuoteOutcome } from '@waybill/carriers/carrier-adapter'
import { expect, test } from 'vitest'
import { toRates } from './rates.ts'

const at = new Date('2026-12-01T09:00:00Z')
const inMs = (ms: number) => new Date(at.getTime() + ms)

const anOffer = (changes: Partial<Offer> = {}): Offer => ({
  ...{ carrierOfferId: 'ofr_1', serviceCode: 'van_same_day', currency: 'GBP', amountMinor: 1_000, taxMinor: 200 },
  ...{ etaFromAt: inMs(60_000), etaToAt: inMs(120_000), expiresAt: inMs(60_000), maxWeightGrams: 500_000 },
  ...changes,
})

const rates = (...offers: Offer[]) => {
  const outcome: QuoteOutcome = { kind: 'offers', offers }
  return toRates({ carrierCode: 'city_van', carrierAccountId: 'cac_1', outcome }, at)
}

test('leaves out an expired offer beside a valid one, without a message', () => {
  const { options, messages } = rates(anOffer({ expiresAt: inMs(-300_000) }), anOffer({ carrierOfferId: 'ofr_2' }))
  expect(options.map(({ carrierRateId }) => carrierRateId)).toEqual(['ofr_2'])
  expect(messages).toEqual([])
})

test('an offer that expires before it could be booked counts as expired', () => {
  expect(rates(anOffer({ expiresAt: inMs(999) })).options).toEqual([])
  expect(rates(anOffer({ expiresAt: inMs(1_000) })).options).toHaveLength(1)
})

test('a carrier whose offers have all expired gets a retryable message', () => {
  expect(rates(anOffer({ expiresAt: inMs(-1) }), anOffer({ expiresAt: at }))).toEqual({
    options: [],
    messages: [expect.objectContaining({ carrierCode: 'city_van', code: 'offers_expired', retryable: true })],
  })
})

test('a carrier that answers without an offer gets a final message', () => {
  expect(rates()).toEqual({
    options: [],
    messages: [expect.objectContaining({ carrierCode: 'city_van', code: 'no_offers', retryable: false })],
  })
})
