/** Rows that do not move under the pointer while others are added. */
import { useState } from 'react'

interface Steady<T> {
  rows: T[]
  /** Rows that are above or between those that are shown, and wait. */
  waiting: number
  /** The rows that are shown have another order by now. */
  moved: boolean
}

/**
 * Pure: the latest rows in the order in which they are shown. Rows after the last one shown, such as those of the next page,
 * are added; others wait.
 */
export function holdOrder<T>(shown: readonly string[], rows: readonly T[], getId: (row: T) => string): Steady<T> {
  const places = new Map(rows.map((row, index) => [getId(row), index]))
  const kept = shown.flatMap((id) => places.get(id) ?? [])
  if (kept.length === 0) return { rows: [...rows], waiting: 0, moved: false }
  const last = kept.reduce((one, other) => Math.max(one, other))
  const tail = rows.slice(last + 1)
  return {
    rows: [...kept.map((index) => rows[index] as T), ...tail],
    waiting: rows.length - tail.length - kept.length,
    moved: kept.some((index, place) => place > 0 && index < (kept[place - 1] ?? 0)),
  }
}

/** The rows of a list in a steady order. Another `key`, such as other filters, begins anew. */
export function useSteadyRows<T>(rows: readonly T[], getId: (row: T) => string, key: string) {
  const [held, setHeld] = useState<{ key: string; source: readonly T[]; steady: Steady<T> } | null>(null)
  let current = held
  if (current === null || current.key !== key || current.source !== rows) {
    const shown = current?.key === key ? current.steady.rows.map(getId) : []
    current = { key, source: rows, steady: holdOrder(shown, rows, getId) }
    setHeld(current)
  }
  const showAll = () => setHeld({ key, source: rows, steady: holdOrder([], rows, getId) })
  return { ...current.steady, showAll }
}
