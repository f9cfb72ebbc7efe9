import { expect, test } from 'vitest'
import { countsOf, sum } from './report.ts'

const report = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0 }

test('passed and failed tests are counted over all runs', () => {
  const counts = countsOf({ ...report, testResults: [{ status: 'failed', assertionResults: [{}, {}, {}] }] })
  expect(sum([counts, { passed: 5, failed: 0 }])).toEqual({ passed: 7, failed: 1 })
})

test('a file that could not be loaded is a failure, though none of its tests failed', () => {
  const counts = countsOf({
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    testResults: [{ status: 'failed', assertionResults: [] }],
  })
  expect(counts).toEqual({ passed: 0, failed: 1 })
})
