import { expect, test } from 'vitest'
import * as format from './format.ts'

test('amounts and weights are written as the locale does', () => {
  expect(format.formatMoney('11.40', 'GBP', 'en-GB')).toBe('£11.40')
  expect(format.formatMoney('11.40', 'EUR', 'de')).toBe('11,40\u00a0€')
  expect(format.formatWeight(1.25, 'de')).toBe('1,25 kg')
  expect(format.formatWeight(0.85, 'en')).toBe('850 g')
  expect(format.formatPounds(1.134, 'en')).toBe('2.5 lb')
  expect(format.formatDimensions([30, 20, 15.5], 'en')).toBe('30 × 20 × 15.5 cm')
})

test('distances are as exact as a person needs', () => {
  expect([4, 347, 994, 996, 3_272, 12_400, 345_678].map((m) => format.formatDistance(m, 'en-GB'))).toEqual([
    ...['0 m', '350 m', '990 m', '1 km', '3.3 km', '12 km', '346 km'],
  ])
  expect(format.formatDistance(3_272, 'de')).toBe('3,3 km')
})

test('a time is that of its zone', () => {
  const at = '2026-11-24T18:05:09.120Z'
  expect(format.formatTime(at, 'en-GB', 'Europe/London')).toBe('24 Nov 2026, 18:05')
  expect(format.formatTime(at, 'en-GB', 'Asia/Tokyo')).toBe('25 Nov 2026, 03:05')
  expect(format.formatExactTime(at, 'en-GB', 'UTC')).toContain('18:05:09.120')
  expect(format.formatDate('2026-11-24', 'en-GB')).toBe('24 Nov 2026')
})

test.each([
  ['2026-11-25T18:04:00Z', '2026-11-25T18:24:00Z', 'today 18:04–18:24', 'heute 18:04–18:24 Uhr'],
  ['2026-11-26T09:00:00Z', '2026-11-26T17:00:00Z', 'tomorrow 09:00–17:00', 'morgen 09:00–17:00 Uhr'],
  ['2026-12-01T09:00:00Z', '2026-12-01T17:00:00Z', 'Tue 1 Dec 09:00–17:00', 'Di., 1. Dez. 09:00–17:00 Uhr'],
  ['2026-11-30T09:00:00Z', '2026-12-02T17:00:00Z', 'Mon 30 Nov – Wed 2 Dec', 'Mo., 30. Nov. – Mi., 2. Dez.'],
  [
    '2026-12-31T09:00:00Z',
    '2027-01-02T17:00:00Z',
    'Thu, 31 Dec 2026 – Sat, 2 Jan 2027',
    'Do., 31. Dez. 2026 – Sa., 2. Jan. 2027',
  ],
])('the window from %s to %s is said as "%s"', (from, to, english, german) => {
  const nowMs = Date.parse('2026-11-25T12:00:00Z')
  // Formats separate with narrow blanks.
  const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
  const said = ['en-GB', 'de'].map((locale) => plain(format.formatWindow([from, to], nowMs, locale, 'UTC')))
  expect(said).toEqual([english, german])
})

test('a relative time uses the largest unit that fits', () => {
  const nowMs = Date.parse('2026-11-24T12:00:00Z')
  expect(format.formatRelativeTime('2026-11-24T11:55:00Z', nowMs, 'en')).toBe('5 minutes ago')
  expect(format.formatRelativeTime('2026-11-24T14:30:00Z', nowMs, 'en')).toBe('in 2 hours')
  expect(format.formatRelativeTime('2026-11-23T11:00:00Z', nowMs, 'en')).toBe('yesterday')
  expect(format.formatRelativeTime('2026-11-24T12:00:00Z', nowMs, 'de')).toBe('jetzt')
})

test.each([
  ['GB', 'en-GB', 'United Kingdom'],
  ['gb', 'de-DE', 'Vereinigtes Königreich'],
  ['QQ', 'en-GB', 'QQ'],
  ['England', 'de-DE', 'England'],
])('the country %s in %s is %s', (code, locale, name) => {
  expect(format.formatCountry(code, locale)).toBe(name)
})
