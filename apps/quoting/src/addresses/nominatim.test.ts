import { addressSchema } from '@waybill/contracts/values/address'
import { expect, test } from 'vitest'
import { readPlaces, toQueries } from './nominatim.ts'

const shop = {
  name: 'Ada Lovelace',
  company: 'Engines Ltd',
  address_line_1: '7 River Road',
  address_line_2: 'Flat 3',
  city: 'London',
  post_code: 'N1 9GU',
  country: 'gb',
  phone: '+44 20 7946 0018',
  email: 'ada@example.com',
}

test('a query has the place alone, first with the street', () => {
  const [whole, area] = toQueries(addressSchema.parse({ ...shop, province: 'GB-LND' })).map((query) =>
    Object.fromEntries(new URLSearchParams(query)),
  )
  const place = { city: 'London', state: 'LND', postalcode: 'N1 9GU', countrycodes: 'gb' }
  const form = { format: 'jsonv2', layer: 'address', limit: '5' }
  expect(whole).toEqual({ street: '7 River Road', ...place, ...form })
  expect(area).toEqual({ ...place, ...form })
})

const found = (changes: object) => ({ lat: '51.5308', lon: '-0.1228', display_name: 'River Road, London', ...changes })

test('candidates are at most five, with their precision by rank', () => {
  const ranks = [
    { place_rank: 30 },
    { place_rank: 26 },
    { place_rank: 25, addresstype: 'postcode' },
    { place_rank: 16 },
  ]
  const places = [...ranks, { place_rank: 8 }, { place_rank: 8 }].map(found)
  const { candidates = [] } = readPlaces(JSON.stringify(places)) ?? {}
  expect(candidates.map(({ precision }) => precision)).toEqual(['building', 'street', 'post_code', 'city', 'region'])
  expect(candidates[0]).toMatchObject({ latitude: 51.5308, longitude: -0.1228, label: 'River Road, London' })
})

test('the source of the data is named, once', () => {
  expect(readPlaces(JSON.stringify([found({ licence: '© OSM' })]))?.attribution).toBe('© OSM')
  expect(readPlaces('[]')).toEqual({ candidates: [], attribution: null })
})

test.each([
  '<html>',
  '{"error":"no"}',
  JSON.stringify([found({ lat: '91' })]),
  JSON.stringify([found({ lon: '' })]),
  JSON.stringify([found({ display_name: 7 })]),
])('%s is no answer of Nominatim', (text) => {
  expect(readPlaces(text)).toBeNull()
})
