import { expect, test } from 'vitest'
import { listHolidays } from './holidays.ts'
import { getTimeZone } from './time-zone.ts'

const isHoliday = (country: string, province: string | null, date: string): boolean => {
  const place = { country, province, latitude: null, longitude: null }
  return listHolidays(place, getTimeZone(place))(date)
}

test.each([
  ['GB', null, '2026-12-25', true],
  ['GB', null, '2026-12-28', true], // in place of 26 December, a Saturday
  ['GB', null, '2026-12-24', false],
  ['GB', null, '2026-08-31', false], // not in Scotland
  ['GB', 'England', '2026-08-31', true],
  ['US', null, '2026-11-26', true],
  ['US', 'HI', '2026-11-26', true],
  ['US', 'US-MA', '2026-04-20', true],
  ['AU', 'New South Wales', '2026-10-05', true],
  ['AU', 'NSW', '2026-04-27', true],
  ['DE', 'Bayern', '2026-01-06', true],
  ['DE', 'Berlin', '2026-01-06', false],
  ['SA', null, '2026-03-20', true], // the second of several days
  ['CN', null, '2026-03-08', false], // free from noon, and only for some
  ['CN', null, '2026-10-02', true],
  ['ZZ', null, '2026-01-01', false],
  ['GB', 'no such place', '2026-12-25', true],
  ['GB', null, '9999-12-25', false],
])('%s %s: whether %s is a public holiday is %s', (country, province, date, expected) => {
  expect(isHoliday(country, province, date)).toBe(expected)
})
