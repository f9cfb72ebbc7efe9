import { expect, test } from 'vitest'
import { aJobBody, aWireAddress, aWireParcel } from '../testing/jobs.ts'
import { magicFault, magicValidityMs } from './magic-values.ts'

const at = (address_line_1: string) => aJobBody({ dropoff: aWireAddress({ address_line_1 }) })

test('a magic value in a street or a title asks for a fault', () => {
  expect(magicFault('city_van', 'book', at('1 SIM-REFUSE Road'))?.mode).toBe('refuse')
  expect(magicFault('city_van', 'book', aJobBody({ parcels: [aWireParcel({ title: 'SIM-500' })] }))?.mode).toBe('500')
  expect(magicFault('city_van', 'quote', at('SIM-NOT-SERVED'))?.mode).toBe('refuse')
})

test('a magic value for another operation or carrier has no effect', () => {
  expect(magicFault('city_van', 'quote', at('SIM-REFUSE'))).toBeNull()
  expect(magicFault('city_van', 'book', at('SIM-REFUSE:swift_courier'))).toBeNull()
  expect(magicFault('swift_courier', 'book', at('SIM-REFUSE:swift_courier'))?.mode).toBe('refuse')
})

test('ordinary streets have no effect', () => {
  expect(magicFault('city_van', 'book', at('12 Simmons Road'))).toBeNull()
  expect(magicFault('city_van', 'book', at('SIM-REFUSED-LANE'))).toBeNull()
})

test('SIM-SHORT-OFFER asks for offers of 10 s, of one carrier or of all', () => {
  expect(magicValidityMs('city_van', at('SIM-SHORT-OFFER'))).toBe(10_000)
  expect(magicValidityMs('city_van', at('SIM-SHORT-OFFER:eco_parcel'))).toBeNull()
  expect(magicValidityMs('city_van', at('7 River Road'))).toBeNull()
})
