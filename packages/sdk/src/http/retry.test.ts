import { expect, test } from 'vitest'
import { readRetryAfter, WaybillError } from '../errors.ts'
import { pauseBeforeRetryMs } from './retry.ts'

const anError = (facts: { retryable?: boolean; retryAfterSeconds?: number }) =>
  new WaybillError({ code: 'service_unavailable', message: 'away', retryable: true, ...facts })
const failure = { error: anError({}), attempt: 0, maxRetries: 2, repeatable: true }

test('pauses double up to 8 s, with full jitter', () => {
  const longest = (attempt: number) => pauseBeforeRetryMs({ ...failure, attempt, maxRetries: 10 }, 1)
  expect([0, 1, 2, 3, 4, 5, 9].map(longest)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
  expect(pauseBeforeRetryMs(failure, 0)).toBe(0)
})

test('Retry-After is the least pause, up to a minute', () => {
  expect(pauseBeforeRetryMs({ ...failure, error: anError({ retryAfterSeconds: 3 }) }, 0)).toBe(3_000)
  expect(pauseBeforeRetryMs({ ...failure, error: anError({ retryAfterSeconds: 60 }) }, 0.5)).toBe(60_125)
  expect(pauseBeforeRetryMs({ ...failure, error: anError({ retryAfterSeconds: 61 }) }, 0)).toBeNull()
})

test('nothing is repeated without a key, after the last attempt, or if it would fail again', () => {
  expect(pauseBeforeRetryMs({ ...failure, repeatable: false }, 0)).toBeNull()
  expect(pauseBeforeRetryMs({ ...failure, attempt: 2 }, 0)).toBeNull()
  expect(pauseBeforeRetryMs({ ...failure, error: anError({ retryable: false }) }, 0)).toBeNull()
})

test('Retry-After is a number of seconds or a date', () => {
  const nowMs = Date.parse('2026-12-01T09:00:00Z')
  expect(readRetryAfter('3', nowMs)).toBe(3)
  expect(readRetryAfter('Tue, 01 Dec 2026 09:00:30 GMT', nowMs)).toBe(30)
  expect(readRetryAfter('Tue, 01 Dec 2026 08:00:00 GMT', nowMs)).toBe(0)
  expect([readRetryAfter(null), readRetryAfter(''), readRetryAfter('soon')]).toEqual([null, null, null])
})
