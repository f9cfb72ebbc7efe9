/** Rows of the table that `npm run faults` prints at its end. They are kept with the test's result in vitest's report. */
import { type RunnerTestCase, TestRunner } from 'vitest'
import type { FaultRow } from '../../scripts/test/fault-table.ts'

declare module 'vitest' {
  interface TaskMeta {
    faults?: FaultRow[]
  }
}

/** Adds a row. Call it in the body of a test, before the assertion on the figures, so that a failed test shows them. */
export function recordFault(row: FaultRow): void {
  const { meta } = TestRunner.getCurrentTest<RunnerTestCase>()
  meta.faults = [...(meta.faults ?? []), row]
}
