/** Transports that the vendors' servers serve: parcels across California, and couriers in New York. */
import type { CarrierAddress, QuoteRequest } from '../carrier-adapter.ts'

const inCalifornia = (addressLine1: string): CarrierAddress => ({
  name: 'Ada Baker',
  company: null,
  addressLine1,
  addressLine2: null,
  town: null,
  city: 'San Francisco',
  province: 'CA',
  postCode: '94107',
  country: 'US',
  phone: '+14155550100',
  email: 'ada@example.com',
  latitude: null,
  longitude: null,
})

export const aParcelTransport = (...weightsGrams: number[]): QuoteRequest => ({
  pickup: inCalifornia('388 Townsend St'),
  dropoff: { ...inCalifornia('179 N Harbor Dr'), name: 'Grace Miller', city: 'Redondo Beach', postCode: '90277' },
  parcels: weightsGrams.map((weightGrams) => ({
    parcelId: null,
    title: null,
    weightGrams,
    lengthTenthMm: 2_540,
    widthTenthMm: 2_032,
    heightTenthMm: 1_016,
  })),
  readyAt: new Date(),
})

export const inNewYork = (overrides: Partial<CarrierAddress> = {}): CarrierAddress => ({
  name: 'Gordon Shumway',
  company: null,
  addressLine1: '30 Lincoln Center Plaza',
  addressLine2: null,
  town: null,
  city: 'New York',
  province: 'NY',
  postCode: '10023',
  country: 'US',
  phone: '+1 415 555 0123',
  email: null,
  latitude: 40.7727076,
  longitude: -73.9839082,
  ...overrides,
})

export const aCourierTransport = (postCode = '10023'): QuoteRequest => ({
  pickup: inNewYork({ name: null, company: 'Maiden Books', addressLine1: '100 Maiden Ln', postCode: '10038' }),
  dropoff: inNewYork({ postCode }),
  parcels: [
    {
      parcelId: null,
      title: 'Books',
      weightGrams: 1_500,
      lengthTenthMm: 3_000,
      widthTenthMm: 2_000,
      heightTenthMm: 1_000,
    },
  ],
  readyAt: new Date(),
})
