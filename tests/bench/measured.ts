/** One row of the bench's table. */
export interface Measured {
  scenario: string
  'per second': number
  'p50 ms': number
  'p99 ms': number
  failed: number
  /** µs of CPU per request, of all processes together. */
  'cpu µs'?: number
  /** The same by process: a table of its own. */
  byProcess?: Record<string, number>
}

/** The row of durations in ms. */
export function quantiles(scenario: string, valuesMs: readonly number[], perSecond = 0): Measured {
  const sorted = valuesMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10
  return { scenario, 'per second': Math.round(perSecond), 'p50 ms': at(0.5), 'p99 ms': at(0.99), failed: 0 }
}
