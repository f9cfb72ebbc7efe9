import { expect, test } from 'vitest'
import type { AttemptResult } from '../deliveries/delivery.ts'
import {
  conditionAfter,
  type EndpointCondition,
  type EndpointPace,
  FULL_SPEED,
  isSamePace,
  type PacedAttempt,
  paceAfter,
  pacedAttempt,
} from './endpoint-pace.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 11, 1) + seconds * 1_000)
const limits = { fullLimit: 10 }

const attempt = (condition: EndpointCondition, from: number, retryAfterMs: number | null = null): PacedAttempt => ({
  condition,
  retryAfterMs,
  startedAt: at(from),
  finishedAt: at(from + 0.5),
})
const many = (count: number, condition: EndpointCondition, from: number) =>
  Array.from({ length: count }, (_, index) => attempt(condition, from + index))

const aResult = (responseStatus: number | null, retryAfter?: string): AttemptResult => ({
  startedAt: at(0),
  durationMs: 500,
  responseStatus,
  responseHeaders: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  responseBody: null,
  errorCode: responseStatus === null ? 'timeout' : responseStatus < 300 ? null : 'http_error',
})

test.each([
  [204, 'available'],
  [302, 'available'],
  [404, 'available'],
  [410, 'available'],
  [429, 'overloaded'],
  [502, 'overloaded'],
  [503, 'overloaded'],
  [504, 'overloaded'],
  [500, 'unavailable'],
  [null, 'unavailable'],
] as const)('an answer of %s says that the endpoint %s', (status, condition) => {
  expect(conditionAfter(aResult(status))).toBe(condition)
})

test('a success that takes more than five seconds says that the endpoint is slow, a rejection does not', () => {
  expect(conditionAfter({ ...aResult(200), durationMs: 5_000 })).toBe('available')
  expect(conditionAfter({ ...aResult(200), durationMs: 5_001 })).toBe('slow')
  expect(conditionAfter({ ...aResult(404), durationMs: 5_001 })).toBe('available')
})

test('a slow endpoint gets half its concurrent sends and no pause, down to one', () => {
  const first = paceAfter(FULL_SPEED, Array(10).fill(attempt('slow', 0)), limits)
  expect(first).toMatchObject({ pace: { breaker: 'closed', sendLimit: 5, slowDowns: 0 }, pauseMs: 0 })
  const second = paceAfter(first.pace, [attempt('slow', 1)], limits)
  expect(second).toMatchObject({ pace: { sendLimit: 2 }, pauseMs: 0 })
  const fourth = paceAfter(second.pace, [attempt('slow', 2), attempt('slow', 3)], limits)
  expect(fourth).toMatchObject({ pace: { sendLimit: 1 } })
  expect(paceAfter(fourth.pace, [attempt('available', 4)], limits)).toMatchObject({ pace: { sendLimit: 2 } })
})

test('a slow success is a success: it ends the count of failures and closes the breaker', () => {
  const failing = paceAfter(FULL_SPEED, many(9, 'unavailable', 0), limits)
  expect(paceAfter(failing.pace, [attempt('slow', 9)], limits)).toMatchObject({ pace: { failuresInRow: 0 } })
  expect(paceAfter(open, [attempt('slow', 106)], limits)).toMatchObject({
    pace: { breaker: 'closed', sendLimit: 1, failuresInRow: 0 },
    pauseMs: 0,
  })
})

test('Retry-After counts only if the endpoint is overloaded', () => {
  expect(pacedAttempt(aResult(429, '7'))).toMatchObject({ retryAfterMs: 7_000, finishedAt: at(0.5) })
  expect(pacedAttempt(aResult(404, '7'))).toMatchObject({ retryAfterMs: null })
})

test('successes at full speed change nothing', () => {
  const { pace, pauseMs } = paceAfter(FULL_SPEED, many(50, 'available', 0), limits)
  expect(isSamePace(pace, FULL_SPEED)).toBe(true)
  expect(pauseMs).toBeNull()
})

test('an overloaded endpoint gets a pause and half its concurrent sends, each time', () => {
  const first = paceAfter(FULL_SPEED, [attempt('overloaded', 0)], limits)
  expect(first).toMatchObject({ pace: { breaker: 'closed', sendLimit: 5, slowDowns: 1 }, pauseMs: 1_000 })
  const second = paceAfter(first.pace, [attempt('overloaded', 2)], limits)
  expect(second).toMatchObject({ pace: { sendLimit: 2 }, pauseMs: 2_000 })
  const third = paceAfter(second.pace, [attempt('overloaded', 5)], limits)
  expect(third).toMatchObject({ pace: { sendLimit: 1 }, pauseMs: 4_000 })
  expect(paceAfter(third.pace, [attempt('overloaded', 10)], limits)).toMatchObject({ pace: { sendLimit: 1 } })
})

test('concurrent sends that fail together slow the endpoint down once', () => {
  const together = Array.from({ length: 10 }, () => attempt('overloaded', 0))
  expect(paceAfter(FULL_SPEED, together, limits)).toMatchObject({ pace: { sendLimit: 5, slowDowns: 1 } })
})

test('the pause follows Retry-After, up to an hour', () => {
  expect(paceAfter(FULL_SPEED, [attempt('overloaded', 0, 30_000)], limits).pauseMs).toBe(30_000)
  expect(paceAfter(FULL_SPEED, [attempt('overloaded', 0, 86_400_000)], limits).pauseMs).toBe(3_600_000)
  expect(paceAfter(FULL_SPEED, [attempt('overloaded', 0, 10)], limits).pauseMs).toBe(1_000)
})

test('ten consecutive attempts without a response open the breaker', () => {
  const nine = paceAfter(FULL_SPEED, many(9, 'unavailable', 0), limits)
  expect(nine).toMatchObject({ pace: { breaker: 'closed', failuresInRow: 9 }, pauseMs: null })
  expect(paceAfter(nine.pace, [attempt('unavailable', 9)], limits)).toMatchObject({
    pace: { breaker: 'open', sendLimit: 1 },
    pauseMs: 5_000,
  })
})

test('a response in between restarts the count', () => {
  const attempts = [...many(9, 'unavailable', 0), attempt('available', 9), ...many(9, 'unavailable', 10)]
  expect(paceAfter(FULL_SPEED, attempts, limits)).toMatchObject({ pace: { breaker: 'closed', failuresInRow: 9 } })
})

const open: EndpointPace = { breaker: 'open', sendLimit: 1, failuresInRow: 10, slowDowns: 1, pausedUntil: at(105) }

test('a failed probe keeps the breaker open for longer, up to five minutes', () => {
  const second = paceAfter(open, [attempt('unavailable', 106)], limits)
  expect(second).toMatchObject({ pace: { breaker: 'open', sendLimit: 1, slowDowns: 2 }, pauseMs: 10_000 })
  expect(paceAfter({ ...open, slowDowns: 30 }, [attempt('overloaded', 106)], limits).pauseMs).toBe(300_000)
})

test('a successful probe closes the breaker, and each success adds a concurrent send', () => {
  const probed = paceAfter(open, [attempt('available', 106)], limits)
  expect(probed).toMatchObject({ pace: { breaker: 'closed', sendLimit: 2, failuresInRow: 0 }, pauseMs: null })
  const ramped = paceAfter(probed.pace, many(7, 'available', 107), limits)
  expect(ramped.pace.sendLimit).toBe(9)
  expect(paceAfter(ramped.pace, [attempt('available', 120)], limits).pace).toEqual(FULL_SPEED)
})

test('attempts that began before the end of the pause do not affect the breaker', () => {
  const late = [attempt('available', 90), attempt('unavailable', 104)]
  expect(paceAfter(open, late, limits)).toEqual({ pace: open, pauseMs: null })
})
