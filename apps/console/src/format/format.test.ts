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

test('a range writes what both times share once', () => {
  const range = ['2026-11-25T09:30:00Z', '2026-11-25T09:50:00Z'] as const
  expect(format.formatTimeRange(range, 'en-GB', 'UTC')).toBe('25 Nov 2026, 09:30–09:50')
})

test('a relative time uses the largest unit that fits', () => {
  const nowMs = Date.parse('2026-11-24T12:00:00Z')
  expect(format.formatRelativeTime('2026-11-24T11:55:00Z', nowMs, 'en')).toBe('5 minutes ago')
  expect(format.formatRelativeTime('2026-11-24T14:30:00Z', nowMs, 'en')).toBe('in 2 hours')
  expect(format.formatRelativeTime('2026-11-23T11:00:00Z', nowMs, 'en')).toBe('yesterday')
  expect(format.formatRelativeTime('2026-11-24T12:00:00Z', nowMs, 'de')).toBe('jetzt')
})
