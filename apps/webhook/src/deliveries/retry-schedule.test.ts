import { expect, test } from 'vitest'
import { DEFAULT_SCHEDULE, maxScheduleMs, nextDelayMs, parseSchedule, retryAfterMs } from './retry-schedule.ts'

const schedule = parseSchedule(DEFAULT_SCHEDULE)
const now = new Date('2026-12-01T09:00:00.000Z')
const HOUR_MS = 3_600_000

test('the default schedule has ten attempts, the first at once and the last a day after the previous one', () => {
  expect(schedule).toHaveLength(10)
  expect(schedule[0]).toBe(0)
  expect(schedule.map((delayMs) => delayMs / 1_000)).toEqual([
    0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ])
})

test('jitters a delay by up to a fifth in either direction', () => {
  expect(nextDelayMs(schedule, 1, { random: 0, retryAfterMs: null })).toBe(4_000)
  expect(nextDelayMs(schedule, 1, { random: 0.5, retryAfterMs: null })).toBe(5_000)
  expect(nextDelayMs(schedule, 1, { random: 1, retryAfterMs: null })).toBe(6_000)
})

test('the longest schedule has the largest jitter on each delay', () => {
  expect(maxScheduleMs(schedule) / HOUR_MS).toBeCloseTo(1.2 * 75.585, 2)
  expect(maxScheduleMs([0])).toBe(0)
})

test('returns no delay after the last attempt', () => {
  expect(nextDelayMs(schedule, 9, { random: 1, retryAfterMs: null })).toBe(28.8 * HOUR_MS)
  expect(nextDelayMs(schedule, 10, { random: 0.5, retryAfterMs: null })).toBeNull()
  expect(nextDelayMs(schedule, 10, { random: 0.5, retryAfterMs: 60_000 })).toBeNull()
})

test('Retry-After only lengthens a delay, and by no more than a day', () => {
  expect(nextDelayMs(schedule, 1, { random: 0.5, retryAfterMs: 1_000 })).toBe(5_000)
  expect(nextDelayMs(schedule, 1, { random: 0.5, retryAfterMs: 120_000 })).toBe(120_000)
  expect(nextDelayMs(schedule, 1, { random: 0.5, retryAfterMs: 72 * HOUR_MS })).toBe(24 * HOUR_MS)
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Tue, 01 Dec 2026 09:01:00 GMT', 60_000],
  ['Tuesday, 01-Dec-26 09:01:00 GMT', 60_000],
  ['Tue, 01 Dec 2026 08:59:00 GMT', null],
  ['-5', null],
  ['2.5', null],
  ['soon', null],
  ['', null],
])('Retry-After: %j is %j ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected)
})

test('a missing Retry-After is null', () => expect(retryAfterMs(null, now)).toBeNull())

test.each([[[]], [['5']], [['5s', 'x']], [['-5s']], [['1d']]])('rejects %j as a schedule', (delays) => {
  expect(() => parseSchedule(delays)).toThrow(RangeError)
})
