import { expect, test } from 'vitest'
import { pauseAfterScanMs } from './scan-pause.ts'

test('pauses ten times as long as the scan took, at most a second', () => {
  expect(pauseAfterScanMs(25)).toBe(250)
  expect(pauseAfterScanMs(5_000)).toBe(1_000)
})
