import type { Offer, QuoteOutcome, QuoteRequest } from '@waybill/carriers/carrier-adapter'
import { createMemoryState } from '@waybill/chassis/state/memory'
import { expect, test } from 'vitest'
import { createRateCache, requestKey, requestText } from './rate-cache.ts'

const now = new Date('2026-11-21T08:00:00Z')
const account = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, credentials: {}, endpoint: null }
const address = {
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
const aQuestion = (overrides: Partial<QuoteRequest> = {}): QuoteRequest => ({
  pickup: address,
  dropoff: address,
  parcels: [{ parcelId: 'pcl_1', title: 'Bread', weightGrams: 1, lengthTenthMm: 1, widthTenthMm: 1, heightTenthMm: 1 }],
  readyAt: now,
  ...overrides,
})
const toKey = (overrides?: Partial<QuoteRequest>, carrierAccount = account) =>
  requestKey(carrierAccount, requestText(aQuestion(overrides), now))

test('requests that a carrier cannot tell apart have the same key', () => {
  const [parcel] = aQuestion().parcels
  expect(toKey({ parcels: parcel ? [{ ...parcel, parcelId: 'pcl_2' }] : [] })).toBe(toKey())
  expect(toKey({ readyAt: new Date(now.getTime() - 5) })).toBe(toKey())
})

test('another environment, route, parcel, day or haste has another key', () => {
  const [parcel] = aQuestion().parcels
  const keys = [
    toKey(),
    toKey({}, { ...account, environmentId: 'env_2' }),
    toKey({}, { ...account, carrierAccountId: 'cac_2' }),
    toKey({ dropoff: { ...address, addressLine1: '13 Market Street' } }),
    toKey({ parcels: parcel ? [{ ...parcel, weightGrams: 2 }] : [] }),
    toKey({ readyAt: new Date('2026-11-22T08:00:00Z') }),
    toKey({ onDemand: true }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

const anOffer = (expiresAt: Date): Offer => ({
  carrierOfferId: 'ofr_1',
  serviceCode: 'van_same_day',
  currency: 'GBP',
  exponent: 2,
  amountMinor: 1_000,
  taxMinor: 200,
  etaFromAt: now,
  etaToAt: now,
  expiresAt,
  maxWeightGrams: 500_000,
})
const declined = { serviceCode: 'van_night', code: 'too_far', message: 'Goes at most 80 km.', retryable: false }
const offers = (expiresAt: Date): QuoteOutcome => ({
  kind: 'offers',
  offers: [anOffer(expiresAt)],
  declines: [declined],
})
const aCache = (ttlMs: number) => createRateCache({ sharedState: createMemoryState(), ttlMs })

test('offers are cached unchanged, refusals are not cached', async () => {
  const cache = aCache(1_000)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await cache.keep('a', offers(expiresAt))
  await cache.keep('b', { kind: 'not_served', code: 'too_far', message: 'goes at most 80 km' })
  expect(await cache.find('a')).toEqual(offers(expiresAt))
  expect(await cache.find('b')).toBeNull()
})

test('offers that are about to expire are not found, nor anything in a cache with TTL 0', async () => {
  const cache = aCache(1_000)
  await cache.keep('a', offers(new Date(Date.now() + 30_000)))
  expect(await cache.find('a')).toBeNull()
  const none = aCache(0)
  await none.keep('a', offers(new Date(Date.now() + 3_600_000)))
  expect(await none.find('a')).toBeNull()
})
