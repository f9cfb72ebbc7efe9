import { expect, test } from 'vitest'
import { refundPauseMs } from './refund-pauses.ts'

const cancelledAt = new Date('2026-12-01T00:00:00Z')
const HOUR_MS = 3_600_000

test.for([
  [-1, 1],
  [0, 1],
  [3, 3],
  [12, 12],
  [72, 12],
  [45 * 24 - 1, 12],
  [45 * 24, null],
] as const)('%i hours after the cancellation the pause is %i hours', ([hours, pause]) => {
  const now = new Date(cancelledAt.getTime() + hours * HOUR_MS)
  expect(refundPauseMs(cancelledAt, now)).toBe(pause && pause * HOUR_MS)
})
