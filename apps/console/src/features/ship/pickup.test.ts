import type { PickupLocation } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { addressValues } from '../../forms/address/address-values.ts'
import { hoursOn, locationAt } from './pickup.ts'

const address = { name: 'Corner Bakery', address_line_1: '12 Market Street', city: 'London', country: 'GB' }
const day = [{ from: '09:00', to: '18:00' }]
const bakery = {
  address: { ...address, address_line_2: null },
  hours: { monday: day, sunday: [] as typeof day },
  closed_dates: ['2026-11-30'],
} as unknown as PickupLocation

test('a location is found by its whole address', () => {
  expect(locationAt(addressValues({ ...address, city: 'London ' }), [bakery])).toBe(bakery)
  expect(locationAt(addressValues({ ...address, phone: '+44 20 7946 0018' }), [bakery])).toBeUndefined()
})

test('the hours are those of the weekday, and none on a closed date', () => {
  expect(hoursOn(bakery, '2026-11-23')).toEqual(day)
  expect(hoursOn(bakery, '2026-11-22')).toEqual([])
  expect(hoursOn(bakery, '2026-11-30')).toEqual([])
  expect(hoursOn(bakery, '')).toBeNull()
})
