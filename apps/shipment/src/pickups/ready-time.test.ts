import type { Shipment } from '@waybill/contracts/shipment'
import { defaultCollectionHours } from '@waybill/contracts/values/opening-hours'
import { expect, test } from 'vitest'
import { aShipment, storedAddress } from '../testing/shipment.ts'
import { type PickupHours, readyForCarriers } from './ready-time.ts'

const places = {
  London: { country: 'GB', province: null, latitude: 51.5392, longitude: -0.1426 },
  'Los Angeles': { country: 'US', province: 'CA', latitude: null, longitude: null },
  Sydney: { country: 'AU', province: 'NSW', latitude: -33.8688, longitude: 151.2093 },
  Kathmandu: { country: 'NP', province: null, latitude: null, longitude: null },
}
type Place = keyof typeof places

const NOW = new Date('2026-11-23T12:00:00Z')
const day = (date: string) => ({
  collectionAt: new Date(`${date}T00:00:00Z`),
  collectionDate: date,
  collectionAllDay: true,
})
const time = (at: string) => ({ collectionAt: new Date(at), collectionDate: null, collectionAllDay: false })

function ready(
  place: Place,
  fields: Partial<Shipment>,
  { at = NOW, hours }: { at?: Date; hours?: Partial<PickupHours> } = {},
) {
  const pickupAddress = storedAddress(places[place])
  const shipment = aShipment({ readyAt: new Date('2026-11-01T00:00:00Z'), ...fields, pickupAddress })
  const known: PickupHours = { hours: defaultCollectionHours, closedDates: [], timeZone: null, holidays: 'observe' }
  return readyForCarriers(shipment, hours && { ...known, ...hours }, at)?.toISOString()
}

test.each([
  ['London', '2026-12-01', '2026-12-01T09:00:00.000Z'],
  ['Los Angeles', '2026-12-01', '2026-12-01T17:00:00.000Z'],
  ['Sydney', '2026-12-01', '2026-11-30T22:00:00.000Z'],
  ['Kathmandu', '2026-12-01', '2026-12-01T03:15:00.000Z'],
  ['London', '2026-11-28', '2026-11-30T09:00:00.000Z'], // a Saturday
  ['London', '2026-12-25', '2026-12-29T09:00:00.000Z'], // Christmas, a weekend, Boxing Day in lieu
  ['London', '2027-03-29', '2027-03-30T08:00:00.000Z'], // Easter Monday, the day after the change to summer time
  ['Los Angeles', '2026-11-26', '2026-11-30T17:00:00.000Z'], // Thanksgiving and, in California, the day after
] as const)('in %s, %s is collected from the opening at %s', (place, date, expected) => {
  expect(ready(place, day(date))).toBe(expected)
})

test.each([
  ['London', '2026-12-01T14:30:00Z', '2026-12-01T14:30:00.000Z'],
  ['London', '2026-12-01T19:30:00Z', '2026-12-02T09:00:00.000Z'],
  ['Los Angeles', '2026-12-01T00:00:00Z', '2026-12-01T00:00:00.000Z'], // 16:00 on 30 November there
  ['Los Angeles', '2026-12-01T09:00:00Z', '2026-12-01T17:00:00.000Z'],
] as const)('in %s, a collection at %s is asked for at %s', (place, at, expected) => {
  expect(ready(place, time(at))).toBe(expected)
})

test('today, goods are collected from now on, or from the next opening once the hours are over', () => {
  const today = day('2026-11-23')
  expect(ready('London', today, { at: new Date('2026-11-23T06:00:00Z') })).toBe('2026-11-23T09:00:00.000Z')
  expect(ready('London', today, { at: new Date('2026-11-23T12:00:00Z') })).toBe('2026-11-23T12:00:00.000Z')
  expect(ready('London', today, { at: new Date('2026-11-23T18:00:00Z') })).toBe('2026-11-24T09:00:00.000Z')
})

test('a later ready_at counts, and is moved to an opening too', () => {
  expect(ready('London', { ...day('2026-12-01'), readyAt: new Date('2026-12-01T13:00:00Z') })).toBe(
    '2026-12-01T13:00:00.000Z',
  )
  expect(ready('London', { ...day('2026-12-01'), readyAt: new Date('2026-12-04T20:00:00Z') })).toBe(
    '2026-12-07T09:00:00.000Z',
  )
})

test('the hours of a pickup location take the place of the default', () => {
  const hours = { ...defaultCollectionHours, saturday: [{ from: '07:30', to: '11:00' }] }
  expect(ready('London', day('2026-11-28'), { hours: { hours } })).toBe('2026-11-28T07:30:00.000Z')
  expect(ready('London', day('2026-12-01'), { hours: { closedDates: ['2026-12-01'] } })).toBe(
    '2026-12-02T09:00:00.000Z',
  )
  expect(ready('London', day('2026-12-25'), { hours: { holidays: 'ignore' } })).toBe('2026-12-25T09:00:00.000Z')
  expect(ready('London', day('2026-12-01'), { hours: { timeZone: 'America/New_York' } })).toBe(
    '2026-12-01T14:00:00.000Z',
  )
})

test('an on-demand shipment does not wait for an opening', () => {
  expect(ready('London', { ...day('2026-11-28'), onDemand: true })).toBeUndefined()
})
