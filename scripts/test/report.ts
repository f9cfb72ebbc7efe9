import { readFileSync } from 'node:fs'

/** What vitest's JSON reporter writes, as far as it is read here. */
export interface TestReport {
  testResults: FileReport[]
}

export interface FileReport {
  name: string
  status: string
  /** Why the file could not be loaded or set up; empty otherwise. */
  message: string
  assertionResults: { title: string; status: string; duration?: number | null; failureMessages: string[] | null }[]
}

export interface Counts {
  passed: number
  failed: number
  /** Tests that need a missing service: file, number of tests, service. */
  notRun: string[]
}

/** What `MissingService` of @waybill/testing says. */
const MISSING = /(\w+) is missing on this machine/

/** The counts of one vitest run. A file that could not even be loaded counts as one failure. */
export function countReport(report: TestReport, root: string): Counts {
  return sum(report.testResults.map((file) => countFile(file, root)))
}

function countFile(file: FileReport, root: string): Counts {
  const passed = file.assertionResults.filter(({ status }) => status === 'passed').length
  const failures = file.assertionResults.filter(({ status }) => status === 'failed')
  const lacking = failures.filter(({ failureMessages }) => MISSING.test(failureMessages?.join('\n') ?? ''))
  const service = MISSING.exec([file.message, ...lacking.flatMap((test) => test.failureMessages ?? [])].join('\n'))?.[1]
  const name = file.name.replace(`${root}/`, '')
  if (MISSING.test(file.message)) return { passed, failed: 0, notRun: [`${name} (no ${service})`] }
  const unexplained = failures.length === 0 && file.status === 'failed' ? 1 : 0
  return {
    passed,
    failed: failures.length - lacking.length + unexplained,
    notRun:
      lacking.length > 0 ? [`${name}, ${lacking.length} of ${file.assertionResults.length} tests (no ${service})`] : [],
  }
}

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
  notRun: all.flatMap(({ notRun }) => notRun),
})
