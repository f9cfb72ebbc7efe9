/** One row of the result table. */
export interface ResultRow {
  scenario: string
  'per second': number
  'p50 ms': number
  'p99 ms': number
  failed: number
  /** CPU µs per request, all processes together. */
  'cpu µs'?: number
  /** The same by process, shown in a separate table. */
  byProcess?: Record<string, number>
}

/** A row from durations in ms. */
export function quantiles(scenario: string, valuesMs: readonly number[], perSecond = 0): ResultRow {
  const sorted = valuesMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10
  return { scenario, 'per second': Math.round(perSecond), 'p50 ms': at(0.5), 'p99 ms': at(0.99), failed: 0 }
}
