import { readFileSync } from 'node:fs'

/** What vitest's JSON reporter writes, as far as it is read here. */
interface JsonReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export interface Counts {
  passed: number
  failed: number
}

/** The counts of one vitest run. A file that could not even be loaded counts as one failure. */
export function countsOf(report: JsonReport): Counts {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}

export function readCounts(file: string): Counts {
  return countsOf(JSON.parse(readFileSync(file, 'utf8')) as JsonReport)
}

export const sum = (all: Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
})
