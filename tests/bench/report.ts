/** Results against their targets, as `bench-results.json`. */
import { writeFileSync } from 'node:fs'

interface Target {
  unit: string
  better: 'less' | 'more'
  /** In the unit; with `times`, as a multiple of the reference. */
  target: number
  times?: true
}

/** The bare chain is the reference of creates and reads. */
const targets = {
  create: { unit: '/s', better: 'more', target: 1, times: true },
  'create: CPU': { unit: 'µs', better: 'less', target: 1.2, times: true },
  'create at half load: p50': { unit: 'ms', better: 'less', target: 10 },
  read: { unit: '/s', better: 'more', target: 4_000 },
  'journey: statements': { unit: 'statements', better: 'less', target: 90 },
  'journey: transactions': { unit: 'transactions', better: 'less', target: 14 },
  'journey: WAL': { unit: 'kB', better: 'less', target: 60 },
  'journey, one at a time: p50': { unit: 'ms', better: 'less', target: 45 },
  'journey, 8 connections': { unit: '/s', better: 'more', target: 40 },
  'journey, 8 connections: CPU': { unit: 'µs', better: 'less', target: 40_000 },
  'webhook, 32 connections: delivered': { unit: '/s', better: 'more', target: 1_250 },
  'webhook, 32 connections: CPU': { unit: 'µs', better: 'less', target: 1_400 },
  'webhook, 32 connections: lag p50': { unit: 'ms', better: 'less', target: 50 },
  'webhook, 32 connections: lag p99': { unit: 'ms', better: 'less', target: 250 },
  'webhook, 200 calls/s: CPU': { unit: 'µs', better: 'less', target: 3_000 },
  'webhook, 200 calls/s: lag p50': { unit: 'ms', better: 'less', target: 5 },
  'webhook, 200 calls/s: lag p99': { unit: 'ms', better: 'less', target: 20 },
  'idle: statements': { unit: '/s', better: 'less', target: 15 },
  'idle: CPU': { unit: '% of a core', better: 'less', target: 1 },
  'idle: memory': { unit: 'MB', better: 'less', target: 550 },
} as const satisfies Record<string, Target>

export type MeasureName = keyof typeof targets

interface Result {
  measure: string
  /** Median of the rounds. */
  value: number
  unit: string
  /** The bare chain's value in the same minutes; null: there is none. */
  reference: number | null
  /** Value / reference. */
  ratio: number | null
  target: number
  reached: boolean
  /** Least and most of the rounds. */
  spread: [number, number]
}

export interface Report {
  /** Once per round. */
  note(measure: MeasureName, value: number, reference?: number): void
  results(): Result[]
  write(path: string): void
}

export function createReport(): Report {
  const noted = new Map<MeasureName, { value: number; reference: number | null }[]>()
  const results = () =>
    [...noted].map(([measure, rounds]): Result => {
      const { unit, better, target: goal, times }: Target = targets[measure]
      const values = rounds.map(({ value }) => value)
      const references = rounds.flatMap(({ reference }) => reference ?? [])
      const value = median(values)
      const reference = references.length > 0 ? median(references) : null
      const target = times ? round(goal * (reference ?? Number.NaN)) : goal
      return {
        measure,
        value,
        unit,
        reference,
        ratio: reference === null ? null : round(value / reference),
        target,
        reached: better === 'less' ? value <= target : value >= target,
        spread: [Math.min(...values), Math.max(...values)],
      }
    })
  return {
    note(measure, value, reference) {
      noted.set(measure, [...(noted.get(measure) ?? []), { value, reference: reference ?? null }])
    },
    results,
    write(path) {
      writeFileSync(path, `${JSON.stringify(results(), null, 2)}\n`)
    },
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

const round = (value: number): number => Math.round(value * 100) / 100
