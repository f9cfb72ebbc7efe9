import { simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { greatCircleM } from './coordinates.ts'
import { locate, roadDistanceM } from './geography.ts'
import { calculatePrice, estimateArrival, findRefusal, volumetricWeightGrams } from './tariff.ts'

const services = simulatedDescriptors.flatMap((descriptor) => [...descriptor.services])
const getService = (code: string) => services.find(({ serviceCode }) => serviceCode === code) ?? expect.fail(code)

test('London to Paris is 344 km as the crow flies', () => {
  const distanceM = greatCircleM({ latitude: 51.5074, longitude: -0.1278 }, { latitude: 48.8566, longitude: 2.3522 })
  expect(distanceM).toBeGreaterThan(343_000)
  expect(distanceM).toBeLessThan(344_500)
})

test('antipodes are half the circumference of the earth apart', () => {
  expect(greatCircleM({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBe(20_015_114)
})

test('an address without coordinates has a fixed place, near others of its city', () => {
  const address = aWireAddress({ city: 'Łódź', country: 'PL' })
  expect(locate(address)).toEqual(locate({ ...address, city: ' łódź' }))
  const sameCityM = roadDistanceM(address, { ...address, address_line_1: 'Elsewhere 1' })
  expect(sameCityM).toBeGreaterThan(0)
  expect(sameCityM).toBeLessThan(20_000)
})

test('one end with coordinates is measured from where the other end is', () => {
  const nowhere = aWireAddress({ city: 'Paris', country: 'FR', post_code: null })
  const somewhere = aWireAddress({ latitude: 51.5, longitude: -0.1, address_line_1: '7 River Road' })
  expect(roadDistanceM(nowhere, somewhere) / 1_000).toBeGreaterThan(430)
  expect(roadDistanceM(nowhere, somewhere) / 1_000).toBeLessThan(460)
})

test('a cube of 50 cm weighs 25 kg by air and 41.667 kg by road', () => {
  const cube = aWireParcel({ length_tenth_mm: 5_000, width_tenth_mm: 5_000, height_tenth_mm: 5_000 })
  expect(volumetricWeightGrams(cube, 5_000)).toBe(25_000)
  expect(volumetricWeightGrams(cube, 3_000)).toBe(41_667)
})

test('a light box of the same volume costs as much as a heavy one up to its volumetric weight', () => {
  const sides = { length_tenth_mm: 5_000, width_tenth_mm: 5_000, height_tenth_mm: 5_000 }
  const price = (weight_grams: number) =>
    calculatePrice('eco_standard', aJobBody({ parcels: [aWireParcel({ ...sides, weight_grams })] })).amountMinor
  expect(price(1_000)).toBe(price(25_000))
  expect(price(30_000)).toBeGreaterThan(price(25_000))
})

test('a price has the currency and the tax of the country of the pickup', () => {
  const from = (country: string) => aJobBody({ pickup: aWireAddress({ country }), dropoff: aWireAddress({ country }) })
  expect(calculatePrice('eco_standard', from('JP')).currency).toBe('JPY')
  expect(calculatePrice('eco_standard', from('KW')).currency).toBe('KWD')
  const { amountMinor, taxMinor: tax } = calculatePrice('eco_standard', from('IE'))
  expect(tax).toBe(Math.round(amountMinor * 0.23))
  expect(calculatePrice('eco_standard', from('US')).taxMinor).toBe(0)
})

test('the lines of a price are its amount: fuel, and customs where the route crosses them', () => {
  const sum = ({ lines }: ReturnType<typeof calculatePrice>) =>
    lines.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const types = ({ lines }: ReturnType<typeof calculatePrice>) => lines.map(({ type }) => type)
  const abroad = aJobBody({ dropoff: aWireAddress({ country: 'US', latitude: 40.7, longitude: -74 }) })
  for (const { serviceCode } of services) {
    for (const body of [aJobBody(), abroad]) {
      const price = calculatePrice(serviceCode, body)
      expect(sum(price)).toBe(price.amountMinor)
    }
  }
  expect(types(calculatePrice('eco_standard', aJobBody()))).toEqual(['base', 'fuel'])
  expect(types(calculatePrice('eco_standard', abroad))).toEqual(['base', 'fuel', 'customs'])
})

test('a transport that a service does not take is refused with the reason', () => {
  const swift = getService('swift_now')
  expect(findRefusal(swift, aJobBody())).toBeNull()
  expect(findRefusal(swift, aJobBody({ parcels: [aWireParcel({ weight_grams: 25_001 })] }))?.code).toBe('too_heavy')
  expect(findRefusal(swift, aJobBody({ parcels: [aWireParcel({ length_tenth_mm: 12_001 })] }))?.code).toBe('too_long')
  expect(findRefusal(swift, aJobBody({ dropoff: aWireAddress({ country: 'FR' }) }))?.code).toBe('no_coverage')
  const edinburgh = aWireAddress({ latitude: 55.9533, longitude: -3.1883 })
  expect(findRefusal(swift, aJobBody({ dropoff: edinburgh }))).toEqual({
    code: 'too_far',
    message: expect.stringMatching(/^Goes at most 80 km; by road it is 6\d\d km\.$/),
  })
  expect(findRefusal(swift, aJobBody({ parcels: Array.from({ length: 11 }, () => aWireParcel()) }))?.code).toBe(
    'too_many_parcels',
  )
})

test('a courier on demand goes less far', () => {
  const van = getService('van_same_day')
  const oxford = aJobBody({ dropoff: aWireAddress({ latitude: 51.752, longitude: -1.2577 }) })
  const bristol = aJobBody({ dropoff: aWireAddress({ latitude: 51.4545, longitude: -2.5879 }) })
  const fromLondon = { pickup: aWireAddress({ latitude: 51.5392, longitude: -0.1426 }), on_demand: true }
  expect(findRefusal(van, { ...oxford, ...fromLondon })?.message).toMatch(/^Goes at most 100 km on demand; by road/)
  expect(findRefusal(van, { ...bristol, ...fromLondon, on_demand: false })).toBeNull()
  expect(findRefusal(van, { ...aJobBody(), on_demand: true })).toBeNull()
})

test('a box is turned to fit', () => {
  const onItsEnd = aWireParcel({ length_tenth_mm: 100, width_tenth_mm: 100, height_tenth_mm: 12_000 })
  expect(findRefusal(getService('swift_now'), aJobBody({ parcels: [onItsEnd] }))).toBeNull()
})

test('every service has a price, and arrives after the goods are ready', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  for (const { serviceCode } of services) {
    expect(calculatePrice(serviceCode, aJobBody()).amountMinor).toBeGreaterThan(0)
    const { arrivesAt } = estimateArrival(serviceCode, aJobBody({ ready_at: '2026-11-22T08:00:00.000Z' }), now)
    expect(arrivesAt.getTime()).toBeGreaterThan(Date.parse('2026-11-22T08:00:00Z'))
  }
})
