/** Pure: the table of faults that `npm run faults` prints at its end. */
import type { FileReport } from './report.ts'

/** Outcome of one fault. */
export interface FaultRow {
  fault: string
  /** Definite answers, good or bad. */
  operations: number
  /** Accepted effects that are missing. */
  lost: number
  /** Effects that exist more often than they were accepted, such as a carrier's live job without a live booking. */
  doubled: number
  /** Work that neither ends nor is retried to its end. */
  stuck: number
  worstRecoveryMs: number
}

const COLUMNS = ['operations', 'lost', 'doubled', 'stuck', 'worst recovery (s)']

/** One line per fault that the tests recorded, under a line of column names. Empty without a recorded fault. */
export function faultTable(reports: FileReport[]): string[] {
  const rows = reports.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta?.faults ?? []))
  if (rows.length === 0) return []
  const width = Math.max(...rows.map(({ fault }) => fault.length), 'fault'.length)
  const line = (fault: string, figures: string[]) =>
    [fault.padEnd(width), ...figures.map((figure, n) => figure.padStart(COLUMNS[n]?.length ?? 0))].join('  ')
  return [
    line('fault', COLUMNS),
    ...rows.map(({ fault, operations, lost, doubled, stuck, worstRecoveryMs }) =>
      line(fault, [...[operations, lost, doubled, stuck].map(String), (worstRecoveryMs / 1000).toFixed(1)]),
    ),
  ]
}
