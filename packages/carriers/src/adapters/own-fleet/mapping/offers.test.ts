import { createRateCardSchema, type RateCard } from '@waybill/contracts/fleet/rate-card'
import { expect, test } from 'vitest'
import type { CarrierAddress, QuoteRequest } from '../../../carrier-adapter.ts'
import { fleetOffers } from './offers.ts'

const now = new Date('2026-12-01T09:00:00Z')

const aCard = (changes: object, rateCardId = 'rtc_1'): RateCard => ({
  environmentId: 'env_1',
  rateCardId,
  version: 1,
  createdAt: now,
  updatedAt: now,
  document: createRateCardSchema.parse({
    name: 'City',
    service_code: 'fleet_now',
    currency: 'GBP',
    pickup_country: 'GB',
    ...changes,
  }),
})
const distance_price = { base_amount: '4.00', per_km_amount: 0.5, included_weight_kg: 2, per_kg_amount: '0.25' }

const place = (changes: Partial<CarrierAddress> = {}): CarrierAddress => ({
  name: null,
  company: null,
  addressLine1: '12 Market Street',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: 'NW1 8AB',
  country: 'GB',
  phone: null,
  email: null,
  latitude: 51.5,
  longitude: 0,
  ...changes,
})
/** 0.09 degrees of latitude are 10,007.6 m on the sphere of `distanceM`. */
const request = (changes: Partial<QuoteRequest> = {}): QuoteRequest => ({
  pickup: place(),
  dropoff: place({ latitude: 51.59, postCode: 'SW1A 1AA' }),
  parcels: [
    {
      parcelId: null,
      title: null,
      weightGrams: 3_000,
      lengthTenthMm: 1,
      widthTenthMm: 1,
      heightTenthMm: 1,
    },
  ],
  readyAt: now,
  ...changes,
})
const answer = (cards: RateCard[], changes: Partial<QuoteRequest>) => fleetOffers(cards, request(changes), now)

const quote = (cards: RateCard[], changes: Partial<QuoteRequest> = {}) => {
  const outcome = answer(cards, changes)
  if (outcome.kind !== 'offers') throw new Error(`unexpected outcome ${outcome.kind}`)
  return outcome
}

test('a price by distance is the base, the kilometres and the kilograms beyond those included, and tax on all', () => {
  const { offers } = quote([aCard({ distance_price, tax_rate_percent: 20, delivery_minutes: 90 })])
  expect(offers).toEqual([
    {
      carrierOfferId: 'rtc_1',
      serviceCode: 'fleet_now',
      currency: 'GBP',
      exponent: 2,
      // 4.00 + 10.0076 km × 0.50 + 1 kg × 0.25
      amountMinor: 925,
      taxMinor: 185,
      priceLines: [
        { type: 'base', amountMinor: 400 },
        { type: 'distance', amountMinor: 500 },
        { type: 'weight', amountMinor: 25 },
      ],
      etaFromAt: now,
      etaToAt: new Date('2026-12-01T10:30:00Z'),
      etaPrecision: 'table',
      expiresAt: new Date('2026-12-01T09:15:00Z'),
      maxWeightGrams: 50_000,
    },
  ])
})

test('of zones, the longest matching prefix of the post code counts', () => {
  const zones = [
    { country: 'GB', amount: 9 },
    { country: 'GB', post_code_prefix: 'sw1a', amount: 7 },
    { country: 'GB', post_code_prefix: 'SW1', amount: 8 },
  ]
  const priceTo = (postCode: string | null) =>
    quote([aCard({ zones })], { dropoff: place({ postCode, latitude: null }) }).offers[0]?.amountMinor
  expect([priceTo('SW1A 1AA'), priceTo('sw1 2xy'), priceTo('N1 9GU'), priceTo(null)]).toEqual([700, 800, 900, 900])
})

test('the sign of a country makes the prefix of a zone no longer', () => {
  const zones = [
    { country: 'LV', post_code_prefix: 'LV-10', amount: 7 },
    { country: 'LV', post_code_prefix: '101', amount: 8 },
  ]
  const dropoff = place({ country: 'LV', postCode: 'LV-1010', latitude: null })
  expect(quote([aCard({ zones })], { dropoff }).offers[0]?.amountMinor).toBe(800)
})

test('each limit has its own reason', () => {
  const card = aCard({ distance_price, max_distance_km: 11, max_weight_kg: 3, max_parcels: 1 })
  const [parcel] = request().parcels
  const reasons = [
    { pickup: place({ country: 'FR' }) },
    { dropoff: place({ latitude: 51.7 }) },
    { dropoff: place({ latitude: null }) },
    { pickup: place({ latitude: null }), dropoff: place({ longitude: null }) },
    { parcels: parcel ? [parcel, parcel] : [] },
    { parcels: parcel ? [{ ...parcel, weightGrams: 3_001 }] : [] },
  ].map((changes) => answer([card], changes))
  expect(reasons.map(({ kind }) => kind)).toEqual(Array(6).fill('not_served'))
  expect(reasons).toMatchObject([
    { declines: [{ serviceCode: 'fleet_now', code: 'no_coverage', retryable: false }] },
    { code: 'too_far', declines: [{ code: 'too_far' }] },
    {
      code: 'no_coordinates',
      message: 'The distance is not known: dropoff_address has no coordinates. Send latitude and longitude of it.',
      declines: [{ pointer: '/dropoff_address/latitude' }],
    },
    {
      message:
        'The distance is not known: pickup_address and dropoff_address have no coordinates. Send latitude and longitude of both.',
      declines: [{ pointer: '/pickup_address/latitude' }],
    },
    { code: 'too_many_parcels' },
    { code: 'too_heavy' },
  ])
})

test('the oldest card that matches counts, and services without a card are not mentioned', () => {
  const cards = [
    aCard({ distance_price, pickup_post_code_prefix: 'E1' }, 'rtc_1'),
    aCard({ distance_price }, 'rtc_2'),
    aCard({ zones: [{ country: 'GB', amount: 1 }] }, 'rtc_3'),
  ]
  expect(quote(cards)).toMatchObject({ offers: [{ carrierOfferId: 'rtc_2' }], declines: [] })
})
