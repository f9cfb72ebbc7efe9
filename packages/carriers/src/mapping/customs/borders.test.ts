import { expect, test } from 'vitest'
import type { CarrierAddress } from '../../carrier-adapter.ts'
import { placeName } from '../territories.ts'
import { crossesCustoms } from './borders.ts'

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
  expect(crossesCustoms(from(pickup, dropoff))).toBe(false)
})

test.each([
  ['US', 'CA'],
  ['GB', 'FR'],
  ['DE', 'CH'],
  ['GB', 'IE'],
])('a customs border is crossed from %s to %s', (pickup, dropoff) => {
  expect(crossesCustoms(from(pickup, dropoff))).toBe(true)
})

test.each([
  ['ES', { postCode: '38001' }, 'ES (Canary Islands)'],
  ['ES', { postCode: '51001' }, 'ES (Ceuta)'],
  ['FR', { postCode: '97110' }, 'FR (Guadeloupe)'],
  ['GB', { postCode: 'je2 3ab' }, 'GB (Jersey)'],
  ['DE', { postCode: '27498' }, 'DE (Heligoland)'],
  ['US', { postCode: '09012', province: 'ae' }, 'US (Armed Forces Europe)'],
  ['US', { postCode: '96910', province: 'GU' }, 'US (Guam)'],
])('a region of %s outside of its customs territory needs a declaration (%j)', (country, region, name) => {
  const route = from(country, country)
  const dropoff = { ...route.dropoff, ...region }
  expect(crossesCustoms({ ...route, dropoff })).toBe(true)
  expect(placeName(dropoff)).toBe(name)
  expect(crossesCustoms({ pickup: dropoff, dropoff })).toBe(false)
})

test.each([
  ['ES', { postCode: '28013' }],
  ['ES', { postCode: '3501' }],
  ['FI', { postCode: '2210' }],
  ['FR', { postCode: '98000' }],
  ['US', { postCode: '99501', province: 'AK' }],
  ['IT', { postCode: '21100', province: 'VA' }],
  ['FR', { city: 'Saint-Martin' }],
  ['CH', { postCode: '9000', province: 'SG' }],
  ['DK', { postCode: '2400' }],
  ['AU', { postCode: '2898' }],
])('other places in %s need none (%j)', (country, place) => {
  const route = from(country, country)
  expect(crossesCustoms({ ...route, dropoff: { ...route.dropoff, ...place } })).toBe(false)
})

/** Spellings of one place: country, province, post code, city. */
type Spelling = readonly [country: string, province?: string | null, postCode?: string | null, city?: string]
const places: Record<string, readonly Spelling[]> = {
  'Puerto Rico': [
    ['PR'],
    ['US', 'PR'],
    ['US', 'us-pr'],
    ['US', ' Puerto Rico '],
    ['US', 'P.R.'],
    ['US', null, '00901-1234'],
  ],
  Guam: [['GU'], ['US', 'GU'], ['US', 'US-GU'], ['US', 'Guam'], ['US', null, '96910']],
  'Virgin Islands': [
    ['VI'],
    ['US', 'U.S. Virgin Islands'],
    ['US', 'Virgin Islands, U.S.'],
    ['US', 'Virgin Islands (U.S.)'],
    ['US', 'VI'],
    ['US', null, '00802'],
  ],
  'American Samoa': [['AS'], ['US', 'American Samoa'], ['US', null, '96799']],
  'Northern Marianas': [['MP'], ['US', 'MP'], ['US', null, '96950']],
  'military post': [
    ['US', 'AE'],
    ['US', 'US-AE'],
    ['US', 'Armed Forces Europe'],
    ['US', 'Armed Forces - Europe'],
    ['US', 'Armed Forces Middle East'],
    ['US', 'Armed Forces Europe, the Middle East, and Canada'],
    ['US', null, '09012'],
  ],
  Åland: [
    ['AX'],
    ['FI', null, '22100'],
    ['FI', null, 'AX-22100'],
    ['FI', 'Åland'],
    ['FI', 'FI-01'],
    ['AX', null, '22100'],
  ],
  Réunion: [['RE'], ['FR', null, '97400'], ['FR', null, 'F-974 00'], ['FR', 'FR-974'], ['FR', 'La Réunion']],
  Guadeloupe: [['GP'], ['FR', null, '97110'], ['FR', 'Guadeloupe'], ['FR', 'GP']],
  'Saint-Martin': [['MF'], ['FR', null, '97150'], ['GP', null, '97150']],
  'New Caledonia': [['NC'], ['FR', null, '98800'], ['FR', 'Nouvelle-Calédonie']],
  Canaries: [
    ['ES', null, '35001'],
    ['ES', null, '38001'],
    ['ES', 'ES-CN'],
    ['ES', 'Las Palmas'],
  ],
  Ceuta: [
    ['ES', null, '51001'],
    ['ES', 'Ceuta'],
    ['ES', null, null, 'Ceuta'],
  ],
  Greenland: [['GL'], ['DK', null, '3900'], ['DK', 'Grønland']],
  Faroes: [['FO'], ['DK', null, 'FO-100'], ['DK', null, '100'], ['FO', null, '100']],
  Svalbard: [['SJ'], ['NO', null, '9170'], ['NO', 'NO-21']],
  Jersey: [['JE'], ['GB', null, 'JE2 4UH'], ['JE', null, 'je24uh'], ['GB', 'Jersey']],
  Guernsey: [['GG'], ['GB', null, 'GY1 1AA']],
  Livigno: [
    ['IT', null, '23041'],
    ['IT', null, null, 'Livigno'],
  ],
  Campione: [
    ['IT', null, '22061'],
    ['CH', null, '6911'],
  ],
  Athos: [
    ['GR', null, '630 86'],
    ['GR', 'GR-69'],
    ['GR', 'Άγιο Όρος'],
  ],
  Heligoland: [
    ['DE', null, '27498'],
    ['DE', null, 'D-27498'],
  ],
  Switzerland: [['CH', null, '8001'], ['LI'], ['CH', null, '9490'], ['DE', null, '78266'], ['CH', null, '8238']],
  'European Union': [
    ['FI', null, '00100'],
    ['FR', null, '75001'],
    ['MC'],
    ['FR', null, '98000'],
    ['PT', null, '9000-001'],
    ['IE'],
    ['GB', null, 'BT1 1AA'],
    ['GB', 'Northern Ireland'],
    ['GB', 'GB-NIR'],
    ['GB', 'Co. Antrim'],
    ['DK', null, '2100'],
  ],
  'Great Britain': [['GB', null, 'SW1A 1AA'], ['IM'], ['GB', null, 'IM1 1AA']],
  'Hong Kong': [['HK'], ['CN', 'Hong Kong'], ['CN', 'CN-HK']],
  'United States': [
    ['US', 'NY', '10001'],
    ['US', 'AL'],
    ['US', 'California', '94103'],
  ],
}
const toAddress = ([country, province = null, postCode = null, city = 'Town']: Spelling): CarrierAddress => ({
  ...from(country, country).pickup,
  province,
  postCode,
  city,
})

test.each(Object.entries(places))('%s is one place in all its spellings', (_name, spellings) => {
  for (const pickup of spellings.map(toAddress))
    for (const dropoff of spellings.map(toAddress)) {
      expect(crossesCustoms({ pickup, dropoff }), JSON.stringify([pickup, dropoff])).toBe(false)
    }
})

test.each(Object.entries(places))('papers are needed to %s from each other place', (name, spellings) => {
  for (const [other, [spelling]] of Object.entries(places)) {
    const isOneTerritory =
      ['Puerto Rico', 'United States'].includes(other) && ['Puerto Rico', 'United States'].includes(name)
    if (other === name || isOneTerritory || spelling === undefined) continue
    for (const dropoff of spellings.map(toAddress))
      expect(crossesCustoms({ pickup: toAddress(spelling), dropoff }), `${other} to ${name}`).toBe(true)
  }
})

test('goods go from Northern Ireland to Great Britain without papers, and not the other way', () => {
  const [belfast, london] = [toAddress(['GB', null, 'BT1 1AA']), toAddress(['GB', null, 'N1 7QW'])]
  expect(crossesCustoms({ pickup: belfast, dropoff: london })).toBe(false)
  expect(crossesCustoms({ pickup: london, dropoff: belfast })).toBe(true)
  expect(placeName(belfast)).toBe('GB (Northern Ireland)')
})
