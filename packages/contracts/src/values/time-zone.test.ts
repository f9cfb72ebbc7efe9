import countries from 'i18n-iso-countries'
import { expect, test } from 'vitest'
import { getTimeZone, isTimeZone } from './time-zone.ts'
import { principalZones, provinceZones } from './zones-of-countries.ts'

const getZone = (country: string, province: string | null = null): string =>
  getTimeZone({ country, province, latitude: null, longitude: null })

test.each([
  ['London', 51.5072, -0.1276, 'Europe/London'],
  ['Los Angeles', 34.0522, -118.2437, 'America/Los_Angeles'],
  ['Sydney', -33.8688, 151.2093, 'Australia/Sydney'],
  ['Kathmandu', 27.7172, 85.324, 'Asia/Kathmandu'],
  ['Broken Hill', -31.9505, 141.4533, 'Australia/Broken_Hill'],
  ['Apia, west of the date line', -13.8507, -171.7514, 'Pacific/Apia'],
])('the coordinates of %s give its zone', (_place, latitude, longitude, zone) => {
  // They count more than the country.
  expect(getTimeZone({ country: 'GB', province: null, latitude, longitude })).toBe(zone)
})

test('the two Samoas, on either side of the date line, differ', () => {
  const pagoPago = { country: 'AS', province: null, latitude: -14.2756, longitude: -170.702 }
  expect(getTimeZone(pagoPago)).toBe('Pacific/Pago_Pago')
})

test('coordinates at sea leave the choice to country and province', () => {
  const harbour = { country: 'US', province: 'HI', latitude: 30, longitude: -150 }
  expect(getTimeZone(harbour)).toBe('Pacific/Honolulu')
})

test.each([
  ['GB', 'Europe/London'],
  ['NO', 'Europe/Oslo'],
  ['NP', 'Asia/Kathmandu'],
  ['IN', 'Asia/Kolkata'],
  ['JP', 'Asia/Tokyo'],
  ['UA', 'Europe/Kyiv'],
  ['US', 'America/New_York'],
  ['XK', 'Europe/Belgrade'],
])('country %s without a province is in %s', (country, zone) => expect(getZone(country)).toBe(zone))

test.each([
  ['US', 'CA', 'America/Los_Angeles'],
  ['US', 'US-CA', 'America/Los_Angeles'],
  ['US', ' california ', 'America/Los_Angeles'],
  ['US', 'Hawai‘i', 'Pacific/Honolulu'],
  ['US', 'no such state', 'America/New_York'],
  ['CA', 'Québec', 'America/Toronto'],
  ['CA', 'BC', 'America/Vancouver'],
  ['AU', 'Western Australia', 'Australia/Perth'],
  ['AU', 'WA', 'Australia/Perth'],
  ['BR', 'Amazonas', 'America/Manaus'],
  ['BR', 'SAO PAULO', 'America/Sao_Paulo'],
  ['MX', 'Quintana Roo', 'America/Cancun'],
  ['RU', 'Приморский край', 'Asia/Vladivostok'],
  ['ID', 'Bali', 'Asia/Makassar'],
  ['ES', 'Las Palmas', 'Atlantic/Canary'],
  ['GB', 'England', 'Europe/London'],
])('in %s, province %s is in %s', (country, province, zone) => expect(getZone(country, province)).toBe(zone))

test('every country has a zone that this runtime knows', () => {
  const codes = [...Object.keys(countries.getAlpha2Codes()), 'XK']
  expect(codes.filter((code) => !isTimeZone(getZone(code)) || getZone(code) === 'UTC')).toEqual([])
})

test('the tables hold zones that this runtime knows, and each name once', () => {
  const zones = [...Object.values(principalZones), ...Object.values(provinceZones).flatMap((by) => Object.keys(by))]
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([])
  for (const [country, byZone] of Object.entries(provinceZones)) {
    const names = Object.values(byZone).flatMap((list) => list.split('|'))
    expect(names.length, country).toBe(new Set(names).size)
  }
})

test.each(['', '+01:00', 'Mars/Olympus', 'Europe/', '5'])('%o is no time zone', (text) => {
  expect(isTimeZone(text)).toBe(false)
})
