import { expect, test } from 'vitest'
import type { CarrierAddress } from '../carrier-adapter.ts'
import { customsDecline } from './customs.ts'

const from = (pickup: string, dropoff: string) => {
  const address: CarrierAddress = {
    name: null,
    company: null,
    addressLine1: '1 Main Street',
    addressLine2: null,
    town: null,
    city: 'Town',
    province: null,
    postCode: null,
    country: '',
    phone: null,
    email: null,
    latitude: null,
    longitude: null,
  }
  return { pickup: { ...address, country: pickup }, dropoff: { ...address, country: dropoff } }
}

test.each([
  ['US', 'US'],
  ['FR', 'DE'],
  ['IT', 'MC'],
  ['CH', 'LI'],
  ['US', 'PR'],
])('no customs declaration is needed from %s to %s', (pickup, dropoff) => {
  expect(customsDecline(from(pickup, dropoff), 'EasyPost')).toBeNull()
})

test.each([
  ['US', 'CA'],
  ['GB', 'FR'],
  ['DE', 'CH'],
  ['GB', 'IE'],
])('a carrier that needs a declaration is not asked from %s to %s', (pickup, dropoff) => {
  expect(customsDecline(from(pickup, dropoff), 'EasyPost')).toMatchObject({
    kind: 'not_served',
    code: 'customs_not_supported',
    message: expect.stringContaining(`from ${pickup} to ${dropoff}`),
    pointer: '/dropoff_address/country',
  })
})

test.each([
  ['ES', { postCode: '38001' }, 'ES (Canary Islands)'],
  ['ES', { postCode: '51001' }, 'ES (Ceuta)'],
  ['FR', { postCode: '97110' }, 'FR (overseas)'],
  ['GB', { postCode: 'je2 3ab' }, 'GB (Jersey)'],
  ['DE', { postCode: '27498' }, 'DE (Heligoland)'],
  ['US', { postCode: '09012', province: 'ae' }, 'US (AE)'],
  ['US', { postCode: '96910', province: 'GU' }, 'US (GU)'],
])('a region of %s outside of its customs territory needs a declaration (%j)', (country, region, name) => {
  const route = from(country, country)
  const dropoff = { ...route.dropoff, ...region }
  expect(customsDecline({ ...route, dropoff }, 'EasyPost')).toMatchObject({
    code: 'customs_not_supported',
    message: expect.stringContaining(`from ${country} to ${name}`),
  })
  expect(customsDecline({ pickup: dropoff, dropoff }, 'EasyPost')).toBeNull()
})

test.each([
  ['ES', { postCode: '28013' }],
  ['FR', { postCode: '98000' }],
  ['US', { postCode: '99501', province: 'AK' }],
])('other places in %s need none (%j)', (country, place) => {
  const route = from(country, country)
  expect(customsDecline({ ...route, dropoff: { ...route.dropoff, ...place } }, 'EasyPost')).toBeNull()
})
