import { expect, test } from 'vitest'
import type { CarrierService } from './carrier-descriptor.ts'
import { declinesByDescriptor, limitDecline } from './service-limits.ts'
import { paperPlaneDescriptor } from './testing/paper-plane/descriptor.ts'

const service: CarrierService = {
  serviceCode: 'box',
  name: 'Box',
  onDemand: false,
  maxParcels: 2,
  quoteValidityMs: 1,
  maxWeightGrams: 5_000,
  maxLengthTenthMm: 10_000,
  maxWidthTenthMm: 5_000,
  maxHeightTenthMm: 4_000,
}
const parcel = (changes: object = {}) => ({
  parcelId: null,
  title: null,
  weightGrams: 5_000,
  lengthTenthMm: 4_000,
  widthTenthMm: 10_000,
  heightTenthMm: 5_000,
  ...changes,
})

test('a parcel at the limits is taken, however it is turned', () => {
  expect(limitDecline(service, [parcel(), parcel()])).toBeNull()
})

test.each([
  ['too_many_parcels', 'Takes at most 2 parcels; there are 3.', [parcel(), parcel(), parcel()]],
  ['too_heavy', 'Takes at most 5 kg per parcel; one has 5.001 kg.', [parcel(), parcel({ weightGrams: 5_001 })]],
  [
    'too_long',
    'Takes at most 100 × 50 × 40 cm per parcel; one has 100.01 × 50 × 40 cm.',
    [parcel({ widthTenthMm: 10_001 })],
  ],
  [
    'too_large',
    'Takes at most 100 × 50 × 40 cm per parcel; one has 90 × 60 × 40 cm.',
    [parcel({ widthTenthMm: 6_000, heightTenthMm: 9_000 })],
  ],
])('%s names the limit and the parcel', (code, message, parcels) => {
  expect(limitDecline(service, parcels)).toEqual({ serviceCode: 'box', code, message, retryable: false })
})

test('a carrier that does not collect in the country declines with each service', () => {
  const pickup = (country: string) => ({ country }) as never
  const descriptor = { ...paperPlaneDescriptor, countries: ['GB'] }
  const parcels = [parcel({ weightGrams: 1, widthTenthMm: 1 })]
  const transport = { dropoff: pickup('GB'), parcels }
  expect(declinesByDescriptor(descriptor, { pickup: pickup('GB'), ...transport })).toEqual([])
  expect(declinesByDescriptor(descriptor, { pickup: pickup('FR'), ...transport })).toEqual([
    { serviceCode: 'glide', code: 'no_coverage', message: 'Does not collect in FR.', retryable: false },
  ])
})
