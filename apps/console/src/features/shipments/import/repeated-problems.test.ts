import { expect, test } from 'vitest'
import { findRepeated, toRanges } from './repeated-problems.ts'
import type { ImportRow } from './use-import.ts'

const row = (line: number, ...problems: [name: string, message: string][]) =>
  ({ line, problems: problems.map(([name, message]) => ({ name, message })) }) as ImportRow

test('a problem of several rows is found once, with its rows', () => {
  const rows = [
    row(2, ['pickup', 'Fill this in.'], ['city', 'Too long.']),
    row(3, ['pickup', 'Fill this in.'], ['pickup', 'Fill this in.']),
    row(5, ['city', 'Fill this in.'], ['pickup', 'Fill this in.']),
    row(6, ['city', 'Fill this in.']),
  ]
  expect(findRepeated(rows)).toEqual([
    { name: 'pickup', message: 'Fill this in.', lines: [2, 3, 5] },
    { name: 'city', message: 'Fill this in.', lines: [5, 6] },
  ])
})

test('rows that follow each other are a range', () => {
  expect(toRanges([2, 3, 4, 7, 9, 10])).toBe('2–4, 7, 9–10')
})
