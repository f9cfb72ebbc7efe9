import type { FactStatus } from '@waybill/carriers/tracking-fact'
import { expect, test } from 'vitest'
import { minutesAfterNoon, noon } from '../testing/booking-records.ts'
import { contradicts } from './contradiction.ts'

const cancelled = { status: 'cancelled', cancelledAt: noon } as const

test.for<[FactStatus, number, boolean]>([
  ['delivered', 1, true],
  ['delivered', -1, true],
  ['picked_up', 1, true],
  ['picked_up', -1, false],
  ['cancelled', 1, false],
  ['unknown', 1, false],
])('%s of a job, or of one of its parcels, %i minutes after its cancellation', ([status, minutes, expected]) => {
  const occurredAt = minutesAfterNoon(minutes)
  expect(contradicts(cancelled, { status, parcel: null, occurredAt })).toBe(expected)
  const parcel = { position: 1, trackingNumber: null, status, incident: null }
  const whole = status === 'picked_up' ? status : 'unknown'
  expect(contradicts(cancelled, { status: whole, parcel, occurredAt })).toBe(expected)
})
