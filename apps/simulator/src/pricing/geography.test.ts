import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aWireAddress } from '../testing/jobs.ts'
import { findCoordinates, greatCircleM } from './coordinates.ts'
import { locate, roadDistanceM } from './geography.ts'

const aPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('a distance is symmetric, not negative, and at most half the circumference of the earth', () => {
  fc.assert(
    fc.property(aPoint, aPoint, (a, b) => {
      const distanceM = greatCircleM(a, b)
      expect(distanceM).toBe(greatCircleM(b, a))
      expect(distanceM).toBeGreaterThanOrEqual(0)
      expect(distanceM).toBeLessThanOrEqual(20_015_115)
    }),
  )
})

test('a point is at no distance from itself', () => {
  fc.assert(
    fc.property(aPoint, (point) => {
      expect(greatCircleM(point, point)).toBe(0)
    }),
  )
})

test('every address lies on the earth', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (city, street) => {
      const { latitude, longitude } = locate(aWireAddress({ city, address_line_1: street }))
      expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
    }),
  )
})

test('a road is 1.3 times as long as the straight line', () => {
  const from = aWireAddress({ latitude: 51.5392, longitude: -0.1426 })
  const to = aWireAddress({ latitude: 51.5308, longitude: -0.0973 })
  const straightM = greatCircleM({ latitude: 51.5392, longitude: -0.1426 }, { latitude: 51.5308, longitude: -0.0973 })
  expect(roadDistanceM(from, to)).toBe(Math.round(straightM * 1.3))
})

test('coordinates need latitude and longitude', () => {
  expect(findCoordinates(aWireAddress({ latitude: 1, longitude: null }))).toBeNull()
  expect(findCoordinates(aWireAddress({ latitude: 0, longitude: 0 }))).toEqual({ latitude: 0, longitude: 0 })
})

const kmBetween = (a: Parameters<typeof aWireAddress>[0], b: Parameters<typeof aWireAddress>[0]) =>
  greatCircleM(locate(aWireAddress({ post_code: null, ...a })), locate(aWireAddress({ post_code: null, ...b }))) / 1_000

test.for([
  ['London', 'GB', 'Berlin', 'DE', 932],
  ['London', 'GB', 'Sydney', 'AU', 16_994],
  ['Dublin', 'IE', 'London', 'GB', 464],
  ['New York', 'US', 'Los Angeles', 'US', 3_936],
  ['München', 'DE', 'Köln', 'DE', 456],
  ['Palma', 'ES', 'Barcelona', 'ES', 202],
] as const)('%s in %s is as far from %s in %s as on a map: %i km', ([city, country, otherCity, otherCountry, km]) => {
  // Streets are up to 4 km off on both sides.
  expect(Math.abs(kmBetween({ city, country }, { city: otherCity, country: otherCountry }) - km)).toBeLessThan(15)
})

test('a city is found whatever its case, accents and punctuation', () => {
  const written = ['Łódź', 'LODZ', ' lodz ']
  for (const city of written) {
    expect(kmBetween({ city, country: 'PL' }, { city: 'Łódź', country: 'PL' })).toBeLessThan(15)
  }
  expect(kmBetween({ city: "King's Lynn" }, { city: 'Kings Lynn' })).toBeLessThan(15)
  expect(kmBetween({ city: 'Saint Helens' }, { city: 'St. Helens' })).toBeLessThan(15)
})

test('the post code decides where a city is, or else the population', () => {
  const bangor = aWireAddress({ city: 'Bangor', country: 'US', post_code: '04401' }) // in Maine
  const kmToMaine = (post_code: string | null) => kmBetween({ city: 'Portland', country: 'US', post_code }, bangor)
  expect(kmToMaine('04101')).toBeLessThan(200)
  expect(kmToMaine(null)).toBeGreaterThan(3_500) // Oregon
})

test('a city that is not listed is in the area of its post code, else near the centre of its country', () => {
  const beverlyHills = { city: 'Not A City', country: 'US', post_code: '90210' }
  expect(kmBetween(beverlyHills, { city: 'Los Angeles', country: 'US' })).toBeLessThan(60)
  expect(kmBetween({ city: 'Not A City', country: 'FR' }, { city: 'Bourges', country: 'FR' })).toBeLessThan(150)
  expect(kmBetween({ city: 'Not A City', country: 'AQ' }, { city: 'Wellington', country: 'NZ' })).toBeLessThan(5_000)
})

test('an unlisted city whose town is listed is where the town is', () => {
  expect(kmBetween({ city: 'Not A City', town: 'Leeds' }, { city: 'Leeds' })).toBeLessThan(15)
})

test.each(['Bromley', 'Harrow', 'Ilford', 'Twickenham', 'Enfield', 'Kingston', 'Uxbridge', 'Walthamstow'])(
  '%s is near London, without coordinates',
  (city) => {
    const [pickup, dropoff] = ['London', city].map((name) =>
      aWireAddress({ country: 'GB', city: name, post_code: null, latitude: null, longitude: null }),
    )
    if (!pickup || !dropoff) throw new Error('an address is missing')
    expect(roadDistanceM(pickup, dropoff)).toBeLessThan(50_000)
  },
)
