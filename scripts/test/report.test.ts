import { expect, test } from 'vitest'
import { countReport, sum } from './report.ts'

interface Assertion {
  title: string
  status: string
  failureMessages: string[]
}
const passed: Assertion = { title: 'moves', status: 'passed', failureMessages: [] }
const failed: Assertion = { title: 'moves', status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2'] }
const lacking: Assertion = {
  title: 'moves',
  status: 'failed',
  failureMessages: ['MissingService: Redis is missing on this machine\n at …'],
}
const skipped: Assertion = { title: 'moves', status: 'skipped', failureMessages: [] }

const aFile = (assertionResults: Assertion[], message = '') => ({
  name: '/clone/apps/a/src/a.int.test.ts',
  status: message || assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  message,
  assertionResults,
})
const counts = (...testResults: ReturnType<typeof aFile>[]) => countReport({ testResults }, '/clone')

test('passed and failed tests are counted over files and runs', () => {
  const run = counts(aFile([passed, passed, failed]), aFile([passed]))
  expect(sum([run, { passed: 5, failed: 0, failures: [], unsteady: [], notRun: [] }])).toEqual({
    passed: 8,
    failed: 1,
    failures: ['apps/a/src/a.int.test.ts > moves\n    AssertionError: expected 1 to be 2'],
    unsteady: [],
    notRun: [],
  })
})

test('a file that could not be loaded is a failure, though none of its tests failed', () => {
  for (const [tests, message] of [
    [[], 'SyntaxError'],
    [[skipped], 'Error: the setup failed'],
  ] as const)
    expect(counts(aFile([...tests], message))).toEqual({
      passed: 0,
      failed: 1,
      failures: [`apps/a/src/a.int.test.ts\n    ${message}`],
      unsteady: [],
      notRun: [],
    })
})

test('a test that asks for a missing service was not run', () => {
  expect(counts(aFile([passed, lacking, lacking, failed]))).toEqual({
    passed: 1,
    failed: 1,
    failures: [expect.stringContaining('expected 1 to be 2')],
    unsteady: [],
    notRun: ['apps/a/src/a.int.test.ts, 2 of 4 tests (no Redis)'],
  })
  expect(counts(aFile([skipped], 'RabbitMQ is missing on this machine'))).toEqual({
    passed: 0,
    failed: 0,
    failures: [],
    unsteady: [],
    notRun: ['apps/a/src/a.int.test.ts (no RabbitMQ)'],
  })
})

test('a test that failed and then passed is passed and unsteady', () => {
  const second: Assertion = { ...failed, status: 'passed' }
  expect(counts(aFile([passed, second]))).toMatchObject({
    passed: 2,
    failed: 0,
    unsteady: ['apps/a/src/a.int.test.ts > moves\n    AssertionError: expected 1 to be 2'],
  })
})
