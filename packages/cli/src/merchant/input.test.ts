import { expect, test } from 'vitest'
import { parseDocument, readDocument, readText } from './input.ts'

const terminal = { env: {}, out: () => {}, err: () => {} }
const input = (text: string, encoding: BufferEncoding = 'utf8') => ({
  ...terminal,
  readInput: async () => Buffer.from(text, encoding),
})

test.each([
  ['{"a": 1,\n "b" 2}', 'order.json is not valid JSON: line 2, column 6: colon expected.'],
  ['{"a": 1,}', 'order.json is not valid JSON: line 1, column 9: property name expected.'],
  ['{"a": [1 2]}', 'order.json is not valid JSON: line 1, column 10: comma expected.'],
  ['{"a": 1', 'order.json is not valid JSON: line 1, column 8: close brace expected.'],
  ['{"a": "x\n"}', 'order.json is not valid JSON: line 1, column 7: unexpected end of string.'],
  ["{'a': 1}", 'order.json is not valid JSON: line 1, column 2: invalid symbol.'],
  ['// note\n{}', 'order.json is not valid JSON: line 1, column 1: invalid comment token.'],
  ['[]', 'order.json must hold one JSON object: {"merchant_order_ref": …}.'],
  ['null', 'order.json must hold one JSON object: {"merchant_order_ref": …}.'],
  [' \n', 'order.json is empty; expected a JSON object.'],
])('%j is refused with its place', (text, message) => {
  expect(() => parseDocument(text, 'order.json')).toThrow(message)
})

test('standard input is a document, with or without a byte order mark', async () => {
  expect(await readDocument('-', input('{"a": 1}'))).toEqual({ a: 1 })
  expect(await readDocument('-', input('\u{feff}{"a": 1}'))).toEqual({ a: 1 })
})

test('a file that cannot be read is named with the reason', async () => {
  await expect(readDocument('nowhere.json', terminal)).rejects.toThrow(
    'Cannot read nowhere.json: there is no such file.',
  )
  await expect(readDocument('.', terminal)).rejects.toThrow('Cannot read .: it is a folder.')
})

test.each(['utf8', 'utf16le', 'latin1'] as const)('a file in %s keeps its letters', async (encoding) => {
  expect(await readText('-', input('name;city\nJürgen;Köln', encoding))).toBe('name;city\nJürgen;Köln')
})

test('a file that is not in Unicode is reported, unless its encoding is given', async () => {
  const told: string[] = []
  const latin = { ...input('Köln', 'latin1'), err: (text: string) => void told.push(text) }
  expect([await readText('-', latin), await readText('-', latin, 'windows-1250')]).toEqual(['Köln', 'Köln'])
  expect(told).toEqual(['- is not in UTF-8. It is read as windows-1252, of Western Europe.\n'])
})

test('a workbook is refused with advice', async () => {
  await expect(readText('-', input('PK\u0003\u0004'))).rejects.toThrow('Save the sheet as "CSV UTF-8"')
})
