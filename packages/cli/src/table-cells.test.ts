import { expect, test } from 'vitest'
import { record, table } from './table.ts'

test.each([
  ['null', null, '–'],
  ['undefined', undefined, '–'],
  ['an empty text', '', ''],
  ['zero', 0, '0'],
  ['false', false, 'false'],
  ['a list', ['a', 'b'], 'a b'],
  ['an empty list', [], ''],
  ['several lines', 'first\r\n  second\n\nthird', 'first second third'],
  ['escape codes of a terminal', '\u001b[2Jgone\u0007', '\u{fffd}[2Jgone\u{fffd}'],
])('a cell shows %s on one line', (_what, value, shown) => {
  expect(table([{ value }], ['value'])).toBe(`VALUE\n${shown}\n`)
})

test('a wide cell widens its column, and an empty last cell leaves no spaces behind', () => {
  const wide = 'x'.repeat(200)
  const rows = [
    { name: wide, note: 'a' },
    { name: 'short', note: '' },
  ]
  expect(table(rows, ['name', 'note']).split('\n')).toEqual([`NAME${' '.repeat(198)}NOTE`, `${wide}  a`, 'short', ''])
})

test('only the named columns are shown, in the order given', () => {
  expect(table([{ a: 1, secret: 2, b: 3 }], ['b', 'a'])).toBe('B  A\n3  1\n')
})

test('a record keeps the lines of a text and shows no escape codes', () => {
  expect(record({ id: 1, response_text: '{\r\n  "ok": true\n}\u001b[31m\rover' })).toBe(
    'id             1\nresponse_text  {\n  "ok": true\n}\u{fffd}[31m\u{fffd}over\n',
  )
})
