import type { CarrierAddress, QuoteRequest } from '@waybill/carriers/carrier-adapter'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** In time for a van in London. */
export const tomorrowMorning = (): Date => new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS + 9 * HOUR_MS)

const anAddress = (overrides: Partial<CarrierAddress>): CarrierAddress => ({
  name: 'Ada Baker',
  company: null,
  addressLine1: '12 Market Street',
  addressLine2: null,
  town: null,
  city: 'London',
  province: null,
  postCode: 'NW1 8AB',
  country: 'GB',
  phone: '+442079460000',
  email: null,
  latitude: 51.5392,
  longitude: -0.1426,
  ...overrides,
})

/** A parcel of 1.25 kg across London, about 3.3 km in a straight line. Every simulated carrier serves it. */
export const aQuoteRequest = (overrides: Partial<QuoteRequest> = {}): QuoteRequest => ({
  pickup: anAddress({}),
  dropoff: anAddress({
    name: 'Grace Miller',
    addressLine1: '7 River Road',
    postCode: 'N1 9GU',
    latitude: 51.5308,
    longitude: -0.0973,
  }),
  parcels: [
    {
      parcelId: null,
      title: 'Bread',
      weightGrams: 1_250,
      lengthTenthMm: 3_000,
      widthTenthMm: 2_000,
      heightTenthMm: 1_550,
    },
  ],
  readyAt: tomorrowMorning(),
  ...overrides,
})
