import { expect, test } from 'vitest'
import { addDays, localDate, localMinute, startOfDay, toInstant, toTimestamp, toWeekday } from './local-time.ts'

test.each([
  ['2026-12-01', '09:00', 'Europe/London', '2026-12-01T09:00:00.000Z'],
  ['2026-07-01', '09:00', 'Europe/London', '2026-07-01T08:00:00.000Z'],
  ['2026-12-01', '09:00', 'America/Los_Angeles', '2026-12-01T17:00:00.000Z'],
  ['2026-12-01', '09:00', 'Australia/Sydney', '2026-11-30T22:00:00.000Z'],
  ['2026-12-01', '09:00', 'Asia/Kathmandu', '2026-12-01T03:15:00.000Z'],
  ['2026-12-01', '09:00', 'Pacific/Kiritimati', '2026-11-30T19:00:00.000Z'],
  ['2026-12-01', '09:00', 'Pacific/Pago_Pago', '2026-12-01T20:00:00.000Z'],
  // Clocks in New York skip 02:30 on this day, and show 01:30 twice on the other.
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-12-31', '24:00', 'Europe/London', '2027-01-01T00:00:00.000Z'],
])('%s %s in %s is %s', (date, time, zone, utc) => {
  expect(toInstant(date, time, zone).toISOString()).toBe(utc)
})

test('a day starts when its first clock does', () => {
  expect(startOfDay('2026-12-01', 'Australia/Sydney').toISOString()).toBe('2026-11-30T13:00:00.000Z')
  // Clocks in Cairo skip midnight.
  expect(startOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z')
})

test('an instant has the date and time of the place', () => {
  const at = new Date('2026-11-28T22:00:00Z')
  expect(localDate(at, 'Europe/London')).toBe('2026-11-28')
  expect(localDate(at, 'Asia/Kathmandu')).toBe('2026-11-29')
  expect(localMinute(at, 'Asia/Kathmandu')).toBe('2026-11-29T03:45')
})

test('a timestamp has the offset of the place on its date', () => {
  expect(toTimestamp('2026-12-01', '09:00', 'Europe/London')).toBe('2026-12-01T09:00:00+00:00')
  expect(toTimestamp('2026-07-01', '09:00', 'Europe/London')).toBe('2026-07-01T09:00:00+01:00')
  expect(toTimestamp('2026-12-01', '09:00', 'America/St_Johns')).toBe('2026-12-01T09:00:00-03:30')
})

test('dates have weekdays and neighbours', () => {
  expect(toWeekday('2026-11-28')).toBe('saturday')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})
