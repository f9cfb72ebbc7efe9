import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import type { Point } from './coordinates.ts'
import { calculatePrice, findRefusal } from './tariff.ts'

/**
 * Price range of two kilograms from street to street, tax included: the lowest and the highest plausible price in major
 * units of the currency of the pickup. Null: the service does not go there.
 */
type Range = readonly [lowest: number, highest: number] | null
type Lane = readonly [from: string, to: string, currency: string, courier: Range, van: Range, parcel: Range]

const lanes: readonly Lane[] = [
  ['London GB', 'London GB', 'GBP', [8, 30], [15, 60], [3, 8]],
  ['London GB', 'Manchester GB', 'GBP', null, [180, 400], [4, 10]],
  ['London GB', 'Edinburgh GB', 'GBP', null, [350, 700], [4, 12]],
  ['London GB', 'Belfast GB', 'GBP', null, [300, 750], [4, 14]],
  ['Inverness GB', 'Stornoway GB', 'GBP', null, [100, 350], [4, 14]],
  ['Aberdeen GB', 'Lerwick GB', 'GBP', null, [200, 600], [4, 16]],
  ['London GB', 'Berlin DE', 'GBP', null, null, [9, 25]],
  ['London GB', 'Paris FR', 'GBP', null, [200, 600], [8, 22]],
  ['London GB', 'Dublin IE', 'GBP', null, [200, 600], [7, 20]],
  ['London GB', 'Sydney AU', 'GBP', null, null, [20, 60]],
  ['London GB', 'New York US', 'GBP', null, null, [15, 45]],
  ['Dublin IE', 'London GB', 'EUR', null, [250, 700], [8, 25]],
  ['New York US', 'New York US', 'USD', [10, 35], [15, 80], [4, 12]],
  ['New York US', 'Los Angeles US', 'USD', null, null, [12, 30]],
  ['Seattle US', 'Miami US', 'USD', null, null, [12, 32]],
  ['Los Angeles US', 'Honolulu US', 'USD', null, null, [12, 45]],
  ['Boston US', 'Toronto CA', 'USD', null, null, [10, 30]],
  ['Toronto CA', 'Vancouver CA', 'CAD', null, null, [15, 45]],
  ['Berlin DE', 'München DE', 'EUR', null, [350, 800], [5, 14]],
  ['Paris FR', 'Marseille FR', 'EUR', null, null, [5, 15]],
  ['Marseille FR', 'Ajaccio FR', 'EUR', null, [200, 600], [5, 18]],
  ['Barcelona ES', 'Palma ES', 'EUR', null, [150, 500], [5, 16]],
  ['Madrid ES', 'Las Palmas ES', 'EUR', null, null, [8, 25]],
  ['Roma IT', 'Palermo IT', 'EUR', null, [300, 700], [5, 15]],
  ['Amsterdam NL', 'Warszawa PL', 'EUR', null, null, [9, 22]],
  ['Warszawa PL', 'Kraków PL', 'PLN', null, [400, 1_400], [12, 32]],
  ['Sydney AU', 'Perth AU', 'AUD', null, null, [15, 45]],
  ['Melbourne AU', 'Hobart AU', 'AUD', null, [500, 1_500], [9, 25]],
  ['Tokyo JP', 'Osaka JP', 'JPY', null, [35_000, 100_000], [800, 2_200]],
  ['Tokyo JP', 'Naha JP', 'JPY', null, null, [1_200, 3_800]],
  ['Mumbai IN', 'Delhi IN', 'INR', null, null, [120, 600]],
  ['Kuwait City KW', 'Dubai AE', 'KWD', null, null, [3, 12]],
]

const services = simulatedDescriptors.flatMap((descriptor) => [...descriptor.services])

/** Towns that are too small to be listed, so that their addresses give them. */
const coordinates: Readonly<Record<string, Point>> = {
  'Stornoway GB': { latitude: 58.21, longitude: -6.39 },
  'Lerwick GB': { latitude: 60.15, longitude: -1.14 },
}

function anAddress(place: string, street: string) {
  const [, city = '', country = ''] = /^(.*) (..)$/.exec(place) ?? []
  return aWireAddress({ city, country, post_code: null, address_line_1: street, ...coordinates[place] })
}

const cases = lanes.flatMap(([from, to, currency, courier, van, parcel]) => [
  { from, to, currency, service: 'swift_now', range: courier },
  { from, to, currency, service: 'van_same_day', range: van },
  { from, to, currency, service: 'eco_standard', range: parcel },
])

test.for(cases)('$service from $from to $to costs $range $currency', ({ from, to, currency, service, range }) => {
  const body = aJobBody({
    pickup: anAddress(from, '12 Market Street'),
    dropoff: anAddress(to, '7 River Road'),
    parcels: [aWireParcel({ weight_grams: 2_000 })],
  })
  const offered = services.find(({ serviceCode }) => serviceCode === service) ?? expect.fail(service)
  const refusal = findRefusal(offered, body)
  if (range === null) {
    expect(refusal).not.toBeNull()
    return
  }
  expect(refusal).toBeNull()
  const price = calculatePrice(service, body)
  expect(price.currency).toBe(currency)
  const total = (price.amountMinor + price.taxMinor) / 10 ** price.exponent
  expect(total).toBeGreaterThanOrEqual(range[0])
  expect(total).toBeLessThanOrEqual(range[1])
})
