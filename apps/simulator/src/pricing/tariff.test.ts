import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { greatCircleM } from './coordinates.ts'
import { inventCoordinates, roadDistanceM } from './geography.ts'
import { calculatePrice, findRefusal, promiseDelivery, volumetricWeightGrams } from './tariff.ts'

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
  expect(inventCoordinates(address)).toEqual(inventCoordinates({ ...address, city: ' łódź' }))
  const sameCityM = roadDistanceM(address, { ...address, address_line_1: 'Elsewhere 1' })
  expect(sameCityM).toBeGreaterThan(0)
  expect(sameCityM).toBeLessThan(20_000)
})

test('coordinates of one end only are ignored', () => {
  const nowhere = aWireAddress()
  const somewhere = aWireAddress({ latitude: 51.5, longitude: -0.1, address_line_1: '7 River Road' })
  expect(roadDistanceM(nowhere, somewhere)).toBe(
    roadDistanceM(nowhere, { ...somewhere, latitude: null, longitude: null }),
  )
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

test('a transport that a service does not take is refused with the reason', () => {
  const swift = getService('swift_now')
  expect(findRefusal(swift, aJobBody())).toBeNull()
  expect(findRefusal(swift, aJobBody({ parcels: [aWireParcel({ weight_grams: 25_001 })] }))?.code).toBe('too_heavy')
  expect(findRefusal(swift, aJobBody({ parcels: [aWireParcel({ length_tenth_mm: 12_001 })] }))?.code).toBe('too_large')
  expect(findRefusal(swift, aJobBody({ dropoff: aWireAddress({ country: 'FR' }) }))?.code).toBe('crosses_border')
  const edinburgh = aWireAddress({ latitude: 55.9533, longitude: -3.1883 })
  expect(findRefusal(swift, aJobBody({ dropoff: edinburgh }))?.code).toBe('too_far')
  expect(findRefusal(swift, aJobBody({ parcels: Array.from({ length: 11 }, () => aWireParcel()) }))?.code).toBe(
    'too_many_parcels',
  )
})

test('a box is turned to fit', () => {
  const onItsEnd = aWireParcel({ length_tenth_mm: 100, width_tenth_mm: 100, height_tenth_mm: 12_000 })
  expect(findRefusal(getService('swift_now'), aJobBody({ parcels: [onItsEnd] }))).toBeNull()
})

test('every service has a price, and promises delivery after the goods are ready', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  for (const { serviceCode } of services) {
    expect(calculatePrice(serviceCode, aJobBody()).amountMinor).toBeGreaterThan(0)
    const { fromAt, toAt } = promiseDelivery(serviceCode, aJobBody({ ready_at: '2026-11-22T08:00:00.000Z' }), now)
    expect(fromAt.getTime()).toBeGreaterThan(Date.parse('2026-11-22T08:00:00Z'))
    expect(toAt.getTime()).toBeGreaterThan(fromAt.getTime())
  }
})

test('a delivery window ends in the year 9999 at the latest', () => {
  const lastDay = aJobBody({ ready_at: '9999-12-31T23:59:59.000Z' })
  const { fromAt, toAt } = promiseDelivery('eco_standard', lastDay, new Date('2026-11-21T08:00:00Z'))
  expect([fromAt, toAt].map((at) => at.toISOString())).toEqual(['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])
})
