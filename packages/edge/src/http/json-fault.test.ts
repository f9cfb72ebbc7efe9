import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test.each<[string, string, [line: number, column: number]]>([
  ['a word', 'hello', [1, 1]],
  ['a key without quotes', '{a: 1}', [1, 2]],
  ['a comma at the end', '{\n  "a": 1,\n}', [3, 1]],
  ['a missing comma', '{"a": [1 2]}', [1, 10]],
  ['a mistyped literal', '{\n"a": tru}', [2, 9]],
  ['a literal of another language', '{"a":\r\n None}', [2, 2]],
  ['an end inside of an object', '{"a": {\n', [2, 1]],
  ['an end inside of a string', '{"a": "x', [1, 9]],
  ['a second document', '{} {}', [1, 4]],
  ['a number that is none', '[1, 01]', [1, 6]],
  ['a minus alone', '[1, -]', [1, 6]],
  ['a wrong escape', '["\\x"]', [1, 4]],
  ['a text that looks like the message of a parser', '["a", b at position 1', [1, 7]],
])('%s is found', (_what, text, [line, column]) => {
  expect(jsonFault(text)).toEqual({ line, column })
})

test('valid JSON has no fault', () => {
  expect(jsonFault('{"a": [1, "x", null]}')).toBeNull()
})

test('in a long text, a place that the parser does not give is not looked for', () => {
  const long = JSON.stringify({ text: 'x'.repeat(70_000) })
  expect(jsonFault(`[${long}, x]`)).toBeNull()
  expect(jsonFault(`[${long},]`)).toBeNull()
  expect(jsonFault(`[${long} 1]`)).toEqual({ line: 1, column: long.length + 3 })
})
