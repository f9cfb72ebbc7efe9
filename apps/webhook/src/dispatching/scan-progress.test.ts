import { expect, test } from 'vitest'
import { createScanProgress } from './scan-progress.ts'

const limits = { limit: 4, environmentLimit: 2 }
const found = (...ids: string[]) =>
  ids.map((id) => ({ environmentId: `env_${id.slice(0, 1)}`, subscriptionId: `whs_${id}` }))

/** Runs one scan that finds these endpoints; says where it began. */
function scan(progress: ReturnType<typeof createScanProgress>, ids: string[], skipped: string[] = []) {
  const range = progress.next(skipped)
  const began = { after: range.after?.subscriptionId ?? null, resumeAfter: Object.fromEntries(range.resumeAfter) }
  progress.noteFound(range, found(...ids))
  return began
}

test('a scan that finds its limit is continued after its last endpoint', () => {
  const progress = createScanProgress(limits)
  expect(progress.isAtStart).toBe(true)
  scan(progress, ['a1', 'b1', 'c1', 'd1'])
  expect(progress.isAtStart).toBe(false)
  expect(scan(progress, ['e1'])).toEqual({ after: 'whs_d1', resumeAfter: {} })
  expect(progress.isAtStart).toBe(true)
})

test('a pass ends when environments with many endpoints have been read to their end, and reads the others each time', () => {
  const progress = createScanProgress(limits)
  scan(progress, ['a1', 'a2', 'b1'])
  expect(progress.isAtStart).toBe(false)
  expect(scan(progress, ['a1', 'a3', 'b1'])).toEqual({ after: null, resumeAfter: { env_a: 'whs_a2' } })
  expect(scan(progress, ['a1', 'b1'])).toEqual({ after: null, resumeAfter: { env_a: 'whs_a3' } })
  expect(progress.isAtStart).toBe(true)
  expect(scan(progress, [])).toEqual({ after: null, resumeAfter: {} })
})

test('a pass ends even if its environments are never at their end together', () => {
  const progress = createScanProgress(limits)
  scan(progress, ['a1', 'a2', 'b1', 'b2'])
  scan(progress, [])
  scan(progress, ['a1', 'a3', 'b1']) // b is at its end
  scan(progress, ['a1', 'b1', 'b2']) // a is; b begins again
  expect(progress.isAtStart).toBe(true)
})

test('an environment with nothing waiting any more ends its part of the pass', () => {
  const progress = createScanProgress(limits)
  scan(progress, ['a1', 'a2'])
  scan(progress, ['b1'])
  expect(progress.isAtStart).toBe(true)
  expect(progress.next([]).resumeAfter.size).toBe(0)
})

test('an environment that is skipped later continues where it was', () => {
  const progress = createScanProgress(limits)
  scan(progress, ['a1', 'a2'])
  scan(progress, ['a1'], ['env_a'])
  expect(progress.isAtStart).toBe(true)
  expect(progress.next([]).resumeAfter).toEqual(new Map([['env_a', 'whs_a2']]))
})
