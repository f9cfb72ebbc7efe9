import { readFileSync } from 'node:fs'
import type { FaultRow } from './fault-table.ts'

/** Part of the report that vitest's JSON reporter writes. */
export interface TestReport {
  testResults: FileReport[]
}

export interface FileReport {
  name: string
  status: string
  /** Why the file could not be loaded or set up; empty otherwise. */
  message: string
  assertionResults: AssertionResult[]
}

interface AssertionResult {
  title: string
  /** With the names of the suites around it. */
  fullName?: string
  status: string
  duration?: number | null
  failureMessages: string[] | null
  /** Records of the test. */
  meta?: { faults?: FaultRow[] }
}

export interface Counts {
  passed: number
  failed: number
  /** Each failed test: its file, its name and what it reported. */
  failures: string[]
  /** Each test that failed at first and passed at its second run, described likewise. */
  unsteady: string[]
  /** Tests that need a missing service: file, number of tests, service. */
  notRun: string[]
}

const MAX_FAILURE_LINES = 20

/** Message of `MissingService` of @waybill/testing. */
const MISSING = /(\w+) is missing on this machine/

/** The counts of one vitest run. A file that could not even be loaded counts as one failure. */
export function countReport(report: TestReport, root: string): Counts {
  return sum(report.testResults.map((file) => countFile(file, root)))
}

function countFile(file: FileReport, root: string): Counts {
  const passed = file.assertionResults.filter(({ status }) => status === 'passed').length
  const failures = file.assertionResults.filter(({ status }) => status === 'failed')
  const isLacking = ({ failureMessages }: AssertionResult) => MISSING.test(failureMessages?.join('\n') ?? '')
  const lacking = failures.filter(isLacking)
  const service = MISSING.exec([file.message, ...lacking.flatMap((test) => test.failureMessages ?? [])].join('\n'))?.[1]
  const name = file.name.replace(`${root}/`, '')
  if (MISSING.test(file.message))
    return { passed, failed: 0, failures: [], unsteady: [], notRun: [`${name} (no ${service})`] }
  const describeTest = (test: AssertionResult) =>
    describe(`${name} > ${test.fullName ?? test.title}`, test.failureMessages?.join('\n') ?? '')
  const described = failures.filter((test) => !isLacking(test)).map(describeTest)
  const unsteady = file.assertionResults.filter((test) => test.status === 'passed' && test.failureMessages?.length)
  if (failures.length === 0 && file.status === 'failed') described.push(describe(name, file.message))
  return {
    passed,
    failed: described.length,
    failures: described,
    unsteady: unsteady.map(describeTest),
    notRun:
      lacking.length > 0 ? [`${name}, ${lacking.length} of ${file.assertionResults.length} tests (no ${service})`] : [],
  }
}

const describe = (name: string, message: string) =>
  [name, ...message.split('\n').slice(0, MAX_FAILURE_LINES)].join('\n    ')

/** Null when the run ended before it could report, or has no tests. */
export function readReport(file: string): TestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport
  } catch {
    return null
  }
}

export const sum = (all: Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
  unsteady: all.flatMap(({ unsteady }) => unsteady),
  notRun: all.flatMap(({ notRun }) => notRun),
})
