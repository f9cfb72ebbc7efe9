import { expect, test } from 'vitest'
import { aJobBody, aWireAddress } from '../testing/jobs.ts'
import type { WireAddress } from '../wire/wire.ts'
import { promiseDelivery } from './delivery-window.ts'

const london = aWireAddress({ latitude: 51.5392, longitude: -0.1426 })
const edinburgh = aWireAddress({ city: 'Edinburgh', province: 'Scotland', latitude: 55.9533, longitude: -3.1883 })
const losAngeles = aWireAddress({ city: 'Los Angeles', country: 'US', latitude: 34.0522, longitude: -118.2437 })
const sydney = aWireAddress({ city: 'Sydney', country: 'AU', province: 'NSW', latitude: -33.8688, longitude: 151.2093 })
const kathmandu = aWireAddress({ city: 'Kathmandu', country: 'NP', latitude: 27.7172, longitude: 85.324 })

/** `now` is the ready time unless given. */
function getWindow(
  service: string,
  ready: string,
  { pickup = london, dropoff = pickup, now = ready, isBooking = false } = {} as {
    pickup?: WireAddress
    dropoff?: WireAddress
    now?: string
    isBooking?: boolean
  },
) {
  const body = aJobBody({ pickup, dropoff, ready_at: new Date(ready).toISOString() })
  const window = promiseDelivery(service, body, { at: new Date(now), isBooking })
  return window && [window.fromAt, window.toAt].map((at) => at.toISOString().slice(0, 16))
}

test.each([
  ['London', london, '2026-12-01T09:00:00Z', '2026-12-03T09:00', '2026-12-07T20:00'],
  ['Los Angeles', losAngeles, '2026-12-01T17:00:00Z', '2026-12-03T17:00', '2026-12-08T04:00'],
  ['Los Angeles at night', losAngeles, '2026-12-01T07:00:00Z', '2026-12-03T16:00', '2026-12-08T04:00'],
  ['Sydney', sydney, '2026-11-30T22:00:00Z', '2026-12-02T22:00', '2026-12-07T09:00'],
  ['Kathmandu', kathmandu, '2026-12-01T03:15:00Z', '2026-12-03T03:15', '2026-12-07T14:15'],
  ['London, over a weekend', london, '2026-11-27T09:00:00Z', '2026-11-30T08:00', '2026-12-02T20:00'],
  ['London, over Christmas', london, '2026-12-23T12:00:00Z', '2026-12-29T08:00', '2026-12-31T20:00'],
  ['London, over the change to summer time', london, '2026-03-27T09:00:00Z', '2026-03-30T07:00', '2026-04-01T19:00'],
])('parcels to %s arrive from 08:00 to 20:00 local time on working days', (_place, place, ready, from, to) => {
  expect(getWindow('eco_standard', ready, { pickup: place })).toEqual([from, to])
})

test('a public holiday counts where the parcel is delivered', () => {
  // St Andrew's Day, 30 November 2026, is a holiday in Scotland.
  const ready = '2026-11-27T09:00:00Z'
  expect(getWindow('eco_standard', ready, { dropoff: edinburgh })?.[0]).toBe('2026-12-01T08:00')
  expect(getWindow('eco_standard', ready, { pickup: edinburgh, dropoff: london })?.[0]).toBe('2026-11-30T08:00')
})

test('a van arrives on the local day of the pickup', () => {
  expect(getWindow('van_same_day', '2026-12-01T09:00:00Z')).toEqual(['2026-12-01T10:30', '2026-12-01T12:30'])
  expect(getWindow('van_same_day', '2026-12-01T04:00:00Z')).toEqual(['2026-12-01T08:00', '2026-12-01T10:00'])
  expect(getWindow('van_same_day', '2026-12-02T02:00:00Z', { pickup: losAngeles })).toEqual([
    '2026-12-02T03:30',
    '2026-12-02T05:00',
  ])
})

test('a van that would arrive after 20:00 local time is not offered', () => {
  expect(getWindow('van_same_day', '2026-12-01T18:31:00Z')).toBeNull()
  expect(getWindow('van_same_day', '2026-12-01T12:00:00Z', { dropoff: edinburgh })).toBeNull()
})

test('a van that was offered at the last moment can be booked for another 15 minutes', () => {
  const late = { now: '2026-12-01T18:42:00Z', isBooking: true }
  expect(getWindow('van_same_day', '2026-12-01T18:28:00Z', late)).toEqual(['2026-12-01T20:00', '2026-12-01T21:00'])
  expect(getWindow('van_same_day', '2026-12-01T18:28:00Z', { ...late, now: '2026-12-01T18:46:00Z' })).toBeNull()
})

test('a courier on demand comes around the clock', () => {
  expect(getWindow('swift_now', '2026-12-25T02:00:00Z')?.[0]).toMatch(/^2026-12-25T02:/)
})

test('a delivery window ends in the year 9999 at the latest', () => {
  const lastDay = aJobBody({ ready_at: '9999-12-31T23:59:59.000Z' })
  for (const service of ['eco_standard', 'van_same_day']) {
    const window = promiseDelivery(service, lastDay, { at: new Date('2026-11-21T08:00:00Z'), isBooking: false })
    expect([window?.fromAt, window?.toAt].map((at) => at?.toISOString())).toEqual([
      '9999-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59.999Z',
    ])
  }
})
