import { expect, test } from 'vitest'
import { booksAfter } from './enter-guard.ts'

/** Whether Enter books after these keys. */
const afterKeys = (...keys: string[]) =>
  keys.reduce((books, key) => booksAfter(books, { key, ctrlKey: false, metaKey: false }), true)

test('Enter books the offer that was chosen by arrow keys', () => {
  expect(afterKeys()).toBe(true)
  expect(afterKeys('ArrowDown', 'ArrowUp')).toBe(true)
  expect(afterKeys('Shift', ' ')).toBe(true)
})

test('the Enter at the end of a scanned code does not book', () => {
  expect(afterKeys(...'ORDER-1')).toBe(false)
  expect(afterKeys(...'ORDER-1', 'Enter', ...'ORDER-2')).toBe(false)
  expect(afterKeys(...'ORDER 1 ')).toBe(false)
  expect(afterKeys(...'ORDER-1', 'Enter', 'ArrowDown')).toBe(true)
})
