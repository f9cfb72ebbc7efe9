import { expect, test } from 'vitest'
import { defaultCollectionHours, nextOpening, type OpeningHours, onWorkingDays } from './opening-hours.ts'

const hours = (timeZone: string, more: Partial<OpeningHours> = {}): OpeningHours => ({
  timeZone,
  weekly: defaultCollectionHours,
  isClosed: () => false,
  ...more,
})
const opening = (given: OpeningHours, at: string): string => nextOpening(given, new Date(at)).toISOString()

test.each([
  ['London, before the opening', 'Europe/London', '2026-12-01T00:00:00Z', '2026-12-01T09:00:00.000Z'],
  ['London, while open', 'Europe/London', '2026-12-01T12:34:56.789Z', '2026-12-01T12:34:56.789Z'],
  ['London, at the end', 'Europe/London', '2026-12-01T18:00:00Z', '2026-12-02T09:00:00.000Z'],
  ['London, on a Saturday', 'Europe/London', '2026-11-28T12:00:00Z', '2026-11-30T09:00:00.000Z'],
  ['Los Angeles, at midnight UTC', 'America/Los_Angeles', '2026-12-02T02:30:00Z', '2026-12-02T17:00:00.000Z'],
  ['Sydney, on Monday morning', 'Australia/Sydney', '2026-11-29T20:00:00Z', '2026-11-29T22:00:00.000Z'],
  ['Kathmandu', 'Asia/Kathmandu', '2026-12-01T00:00:00Z', '2026-12-01T03:15:00.000Z'],
  ['Kiritimati, a day ahead', 'Pacific/Kiritimati', '2026-11-27T11:00:00Z', '2026-11-29T19:00:00.000Z'],
  // Clocks change on Sunday, 29 March 2026, and Sunday, 25 October 2026.
  ['London, over the change to summer', 'Europe/London', '2026-03-27T18:00:00Z', '2026-03-30T08:00:00.000Z'],
  ['London, over the change to winter', 'Europe/London', '2026-10-23T17:00:00Z', '2026-10-26T09:00:00.000Z'],
])('%s, the next opening is by the clock of the place', (_case, zone, at, expected) => {
  expect(opening(hours(zone), at)).toBe(expected)
})

test('a closed day is passed over', () => {
  const christmas = hours('Europe/London', { isClosed: (date) => ['2026-12-25', '2026-12-28'].includes(date) })
  expect(opening(christmas, '2026-12-24T18:30:00Z')).toBe('2026-12-29T09:00:00.000Z')
})

test('a break moves a moment to the end of the break', () => {
  const weekly = {
    ...defaultCollectionHours,
    tuesday: [
      { from: '13:00', to: '17:00' },
      { from: '08:00', to: '12:00' },
    ],
  }
  const siesta = hours('Europe/Madrid', { weekly })
  expect(opening(siesta, '2026-12-01T11:30:00Z')).toBe('2026-12-01T12:00:00.000Z')
  expect(opening(siesta, '2026-12-01T06:00:00Z')).toBe('2026-12-01T07:00:00.000Z')
})

test('hours may end at midnight', () => {
  const late = hours('Europe/London', { weekly: onWorkingDays({ from: '20:00', to: '24:00' }) })
  expect(opening(late, '2026-12-01T23:59:00Z')).toBe('2026-12-01T23:59:00.000Z')
  expect(opening(late, '2026-12-02T00:00:00Z')).toBe('2026-12-02T20:00:00.000Z')
})

test('a place that never opens does not move anything', () => {
  const never = hours('Europe/London', { isClosed: () => true })
  expect(opening(never, '2026-12-01T03:00:00Z')).toBe('2026-12-01T03:00:00.000Z')
})

test('the last writable moment is its own opening', () => {
  expect(opening(hours('Europe/London'), '9999-12-31T23:00:00Z')).toBe('9999-12-31T23:00:00.000Z')
})
