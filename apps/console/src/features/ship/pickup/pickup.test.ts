import type { PickupLocation } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { addressValues } from '../../../forms/address/address-values.ts'
import { locationAt } from './pickup.ts'

const address = { name: 'Corner Bakery', address_line_1: '12 Market Street', city: 'London', country: 'GB' }
const bakery = { address: { ...address, address_line_2: null } } as unknown as PickupLocation

test('a location is found by its whole address', () => {
  expect(locationAt(addressValues({ ...address, city: 'London ' }), [bakery])).toBe(bakery)
  expect(locationAt(addressValues({ ...address, phone: '+44 20 7946 0018' }), [bakery])).toBeUndefined()
})
