import { expect, test } from 'vitest'
import { ofRow } from './optimistic.ts'

interface Row {
  id: string
  on: boolean
}
const before: Row[] = [
  { id: 'a', on: false },
  { id: 'b', on: false },
  { id: 'c', on: false },
]

test('a change that is refused is taken back without the ones beside it', () => {
  const switched = ofRow(
    (row: Row, { id }: Row) => row.id === id,
    (row, { on }) => ({ ...row, on }),
  )
  const a = { id: 'a', on: true }
  const b = { id: 'b', on: true }
  const both = switched.apply(switched.apply(before, a), b)
  expect(both.map(({ on }) => on)).toEqual([true, true, false])
  expect(switched.takeBack(both, before, a).map(({ on }) => on)).toEqual([false, true, false])
})

test('a row that was not deleted is where it was', () => {
  const deleted = ofRow(
    (row: Row, id: string) => row.id === id,
    () => null,
  )
  const rest = deleted.apply(before, 'b')
  expect(rest.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(deleted.takeBack(rest, before, 'b')).toEqual(before)
  expect(deleted.takeBack(rest, before, 'unknown')).toEqual(rest)
})
