import { expect, test } from 'vitest'
import { backoffMs, restingPauseMs } from './backoff.ts'

test('doubles the back-off with each failure up to its cap', () => {
  const delays = [1, 2, 3, 4, 50].map((failures) => backoffMs(failures, { firstMs: 100, maxMs: 500, jitter: 0 }))
  expect(delays).toEqual([100, 200, 400, 500, 500])
})

test('shortens a back-off by at most the jitter share', () => {
  for (let run = 0; run < 100; run++) {
    const delay = backoffMs(1, { firstMs: 1_000, maxMs: 9_000, jitter: 0.5 })
    expect(delay).toBeGreaterThanOrEqual(500)
    expect(delay).toBeLessThanOrEqual(1_000)
  }
})

test('rests a tenth of the idle time, within its bounds', () => {
  const pauses = [0, 2_000, 10_000, 60_000].map((idleMs) => restingPauseMs(idleMs, { intervalMs: 500, restMs: 2_000 }))
  expect(pauses).toEqual([500, 500, 1_000, 2_000])
})
