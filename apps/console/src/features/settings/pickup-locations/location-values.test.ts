import type { PickupLocation } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { changesOfLocation, locationField, locationValues, toLocation } from './location-values.ts'

const address = {
  location_id: 'loc_1',
  name: 'Hall 2',
  code: 'H2',
  company: null,
  address_line_1: '1 High Street',
  address_line_2: null,
  town: null,
  city: 'London',
  province: null,
  post_code: 'SW1A 1AA',
  country: 'GB',
  first_name: null,
  last_name: null,
  phone: null,
  email: null,
  latitude: 51.5,
  longitude: -0.1,
  google_place_id: 'place',
  residential: false,
}
const night = [{ from: '18:00', to: '24:00' }]
const location: PickupLocation = {
  pickup_location_id: 'pul_1',
  environment_id: 'env_1',
  location_id: 'loc_1',
  name: 'Hall',
  address,
  hours: { monday: night, tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] },
  closed_dates: ['2026-12-24'],
  time_zone: 'Europe/London',
  holidays: 'observe',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

test('hours until midnight are 00:00 in the form and 24:00 in the API', () => {
  const values = locationValues(location)
  expect(values.hours.monday).toEqual([{ from: '18:00', to: '00:00' }])
  expect(toLocation(values).hours?.monday).toEqual(night)
})

test('only fields that differ are sent, an address with what the form does not show', () => {
  const before = locationValues(location)
  expect(changesOfLocation(before, before, address)).toEqual({})
  expect(changesOfLocation(before, { ...before, time_zone: '' }, address)).toEqual({ time_zone: null })
  const sameStreet = { ...before, address: { ...before.address, phone: '+44 20 7946 0000' } }
  expect(changesOfLocation(before, sameStreet, address).address).toMatchObject({ code: 'H2', google_place_id: 'place' })
  const moved = { ...before, address: { ...before.address, address_line_1: '2 High Street' } }
  expect(changesOfLocation(before, moved, address).address).not.toHaveProperty('google_place_id')
  // Whether it is a home is what the form shows.
  expect(changesOfLocation(before, moved, address).address).toMatchObject({ residential: false })
  expect(changesOfLocation(before, { ...moved, residential: '' }, address).address).not.toHaveProperty('residential')
  expect(changesOfLocation(before, moved, address).address).toMatchObject({ latitude: '51.5', longitude: '-0.1' })
})

test('a wrong field of the API is that of the form', () => {
  expect(locationField('address.latitude')).toBe('address.latitude')
  expect(locationField('closed_dates.3')).toBe('closed_dates.3.date')
  expect(locationField('hours.monday.0.to')).toBe('hours.monday.0.to')
})
