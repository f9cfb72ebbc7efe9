import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { currencyOf, minorDigits } from '@waybill/contracts/values/money'
import countryToCurrency from 'country-to-currency'
import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { fromEuroCents } from './exchange-rates.ts'
import { greatCircleM, pseudoCoordinates, roadDistanceM } from './geography.ts'
import { deliveryWindow, priceOf, unserved, volumetricWeightGrams } from './tariff.ts'
import { taxBasisPoints, taxMinor } from './tax.ts'

const services = simulatedDescriptors.flatMap((descriptor) => [...descriptor.services])
const serviceOf = (code: string) => services.find(({ serviceCode }) => serviceCode === code) ?? expect.fail(code)

test('London to Paris is 344 km as the crow flies', () => {
  const distanceM = greatCircleM({ latitude: 51.5074, longitude: -0.1278 }, { latitude: 48.8566, longitude: 2.3522 })
  expect(distanceM).toBeGreaterThan(343_000)
  expect(distanceM).toBeLessThan(344_500)
})

test('opposite ends of the earth are half its girth apart', () => {
  expect(greatCircleM({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBe(20_015_114)
})

test('a place without coordinates is the same each time, near others of its city', () => {
  const address = aWireAddress({ city: 'Łódź', country: 'PL' })
  expect(pseudoCoordinates(address)).toEqual(pseudoCoordinates({ ...address, city: ' łódź' }))
  const sameCityM = roadDistanceM(address, { ...address, address_line_1: 'Elsewhere 1' })
  expect(sameCityM).toBeGreaterThan(0)
  expect(sameCityM).toBeLessThan(20_000)
})

test('coordinates at one end only count for neither', () => {
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
    priceOf('eco_standard', aJobBody({ parcels: [aWireParcel({ ...sides, weight_grams })] })).amountMinor
  expect(price(1_000)).toBe(price(25_000))
  expect(price(30_000)).toBeGreaterThan(price(25_000))
})

test('a price is in the currency of the pickup, with its own digits and the tax of its country', () => {
  const from = (country: string) => aJobBody({ pickup: aWireAddress({ country }), dropoff: aWireAddress({ country }) })
  expect(priceOf('eco_standard', from('JP')).currency).toBe('JPY')
  expect(priceOf('eco_standard', from('KW')).currency).toBe('KWD')
  const { amountMinor, taxMinor: tax } = priceOf('eco_standard', from('IE'))
  expect(tax).toBe(Math.round(amountMinor * 0.23))
  expect(priceOf('eco_standard', from('US')).taxMinor).toBe(0)
})

test('goods that leave the tax area bear no tax; within the Union the rate of departure holds', () => {
  expect(taxBasisPoints('GB', 'GB')).toBe(2_000)
  expect(taxBasisPoints('DE', 'FR')).toBe(1_900)
  expect(taxBasisPoints('DE', 'GB')).toBe(0)
  expect(taxMinor(1_050, 1_900)).toBe(200) // 199.5, half up
})

test('every country has a currency with a rate, and a price in it is a whole number above zero', () => {
  for (const country of Object.keys(countryToCurrency)) {
    const amount = fromEuroCents(420, currencyOf(country))
    expect(amount, country).toBeGreaterThan(0)
    expect(Number.isSafeInteger(amount), country).toBe(true)
  }
  expect(fromEuroCents(1_000, 'KWD')).toBe(3_600)
  expect(fromEuroCents(1_000, 'JPY')).toBe(1_750)
  expect(minorDigits('KWD')).toBe(3)
})

test('a parcel that is too heavy, too large or too far is not served, with the reason', () => {
  const swift = serviceOf('swift_now')
  expect(unserved(swift, aJobBody())).toBeNull()
  expect(unserved(swift, aJobBody({ parcels: [aWireParcel({ weight_grams: 25_001 })] }))?.code).toBe('too_heavy')
  expect(unserved(swift, aJobBody({ parcels: [aWireParcel({ length_tenth_mm: 12_001 })] }))?.code).toBe('too_large')
  expect(unserved(swift, aJobBody({ dropoff: aWireAddress({ country: 'FR' }) }))?.code).toBe('crosses_border')
  const edinburgh = aWireAddress({ latitude: 55.9533, longitude: -3.1883 })
  expect(unserved(swift, aJobBody({ dropoff: edinburgh }))?.code).toBe('too_far')
  expect(unserved(swift, aJobBody({ parcels: Array.from({ length: 11 }, () => aWireParcel()) }))?.code).toBe(
    'too_many_parcels',
  )
})

test('a box may be turned to fit', () => {
  const onItsEnd = aWireParcel({ length_tenth_mm: 100, width_tenth_mm: 100, height_tenth_mm: 12_000 })
  expect(unserved(serviceOf('swift_now'), aJobBody({ parcels: [onItsEnd] }))).toBeNull()
})

test('every service has a tariff, and promises a window after the goods are ready', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  for (const { serviceCode } of services) {
    expect(priceOf(serviceCode, aJobBody()).amountMinor).toBeGreaterThan(0)
    const { fromAt, toAt } = deliveryWindow(serviceCode, aJobBody({ ready_at: '2026-11-22T08:00:00.000Z' }), now)
    expect(fromAt.getTime()).toBeGreaterThan(Date.parse('2026-11-22T08:00:00Z'))
    expect(toAt.getTime()).toBeGreaterThan(fromAt.getTime())
  }
})

test('a window never leaves the years that can be written', () => {
  const lastDay = aJobBody({ ready_at: '9999-12-31T23:59:59.000Z' })
  const { fromAt, toAt } = deliveryWindow('eco_standard', lastDay, new Date('2026-11-21T08:00:00Z'))
  expect([fromAt, toAt].map((at) => at.toISOString())).toEqual(['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])
})
