/** Pure: problems that several rows have, to be shown once. */
import type { ImportRow } from './use-import.ts'

interface RepeatedProblem {
  name: string
  message: string
  lines: number[]
}

export const problemKey = ({ name, message }: { name: string; message: string }): string => `${name}\n${message}`

/** Problems of two rows or more, those of the most rows first. */
export function findRepeated(rows: readonly ImportRow[]): RepeatedProblem[] {
  const found = new Map<string, RepeatedProblem>()
  for (const { line, problems } of rows) {
    for (const { name, message } of problems) {
      const key = problemKey({ name, message })
      const known = found.get(key)
      if (known === undefined) found.set(key, { name, message, lines: [line] })
      else if (known.lines.at(-1) !== line) known.lines.push(line)
    }
  }
  return [...found.values()]
    .filter(({ lines }) => lines.length > 1)
    .toSorted((one, other) => other.lines.length - one.lines.length)
}

/** "2–11, 15" */
export function toRanges(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
