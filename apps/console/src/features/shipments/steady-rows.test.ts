import { expect, test } from 'vitest'
import { holdOrder } from './steady-rows.ts'

const hold = (shown: string[], rows: string[]) => holdOrder(shown, rows, (row) => row)

test('new rows above those that are shown wait', () => {
  expect(hold(['b', 'c'], ['a', 'b', 'c'])).toEqual({ rows: ['b', 'c'], waiting: 1, moved: false })
})

test('rows after the last one are added', () => {
  expect(hold(['a', 'b'], ['a', 'b', 'c'])).toEqual({ rows: ['a', 'b', 'c'], waiting: 0, moved: false })
})

test('a row that moves up stays where it is shown', () => {
  expect(hold(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual({ rows: ['a', 'b', 'c'], waiting: 0, moved: true })
})

test('a row that is in the list no more is not shown', () => {
  expect(hold(['a', 'b'], ['b'])).toEqual({ rows: ['b'], waiting: 0, moved: false })
})

test('nothing shown, or nothing of it left: the rows as they are', () => {
  expect(hold([], ['a', 'b']).rows).toEqual(['a', 'b'])
  expect(hold(['x'], ['a', 'b'])).toEqual({ rows: ['a', 'b'], waiting: 0, moved: false })
})
