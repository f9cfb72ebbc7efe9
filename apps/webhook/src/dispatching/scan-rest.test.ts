import { expect, test } from 'vitest'
import { restAfterScanMs } from './scan-rest.ts'

test('rests ten times as long as the scan took, a second at most', () => {
  expect(restAfterScanMs(25)).toBe(250)
  expect(restAfterScanMs(5_000)).toBe(1_000)
})
