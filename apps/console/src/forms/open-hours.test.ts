import type { PickupLocation } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { hoursOn } from './open-hours.ts'

const day = [{ from: '09:00', to: '18:00' }]
const bakery = {
  hours: { monday: day, sunday: [] as typeof day },
  closed_dates: ['2026-11-30'],
} as unknown as PickupLocation

test('the hours are those of the weekday, and none on a closed date', () => {
  expect(hoursOn(bakery, '2026-11-23')).toEqual(day)
  expect(hoursOn(bakery, '2026-11-22')).toEqual([])
  expect(hoursOn(bakery, '2026-11-30')).toEqual([])
  expect(hoursOn(bakery, '')).toBeNull()
})
