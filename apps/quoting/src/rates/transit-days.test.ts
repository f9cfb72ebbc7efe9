import { expect, test } from 'vitest'
import { transitDays } from './transit-days.ts'

const at = (country: string, latitude: number, longitude: number) => ({ country, province: null, latitude, longitude })
const london = at('GB', 51.5, -0.1)
const angeles = at('US', 34.05, -118.24)
const auckland = at('NZ', -36.85, 174.76)

test.each([
  ['on the same day', london, london, '2026-12-01T09:00:00Z', '2026-12-01T20:00:00Z', 0],
  ['after local midnight', london, london, '2026-12-01T23:59:00Z', '2026-12-02T00:01:00Z', 1],
  ['within one day of UTC, but over midnight', angeles, angeles, '2026-12-01T07:30:00Z', '2026-12-01T18:00:00Z', 1],
  [
    'over two days of UTC, but on one at the place',
    angeles,
    angeles,
    '2026-12-01T18:00:00Z',
    '2026-12-02T02:00:00Z',
    0,
  ],
  ['with the date of the other place', london, auckland, '2026-12-01T09:00:00Z', '2026-12-03T20:00:00Z', 3],
  ['over the end of summer time', london, london, '2026-10-24T09:00:00Z', '2026-10-26T09:00:00Z', 2],
  ['over the date line', auckland, angeles, '2026-12-01T18:00:00Z', '2026-12-02T02:00:00Z', 0],
])('%s', (_, pickup, dropoff, readyAt, deliveredAt, days) => {
  expect(transitDays({ pickup, dropoff, readyAt: new Date(readyAt) }, new Date(deliveredAt))).toBe(days)
})
