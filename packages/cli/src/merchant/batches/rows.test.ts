import { expect, test } from 'vitest'
import { MOST_ROWS, readRows } from './rows.ts'

test('a line of JSON is a document', () => {
  expect(readRows('{"a":1}\n\n{"a":2}\n', 'orders.jsonl')).toEqual([
    { line: 1, document: { a: 1 } },
    { line: 3, document: { a: 2 } },
  ])
})

test('columns of CSV are fields; empty cells are left out', () => {
  const csv = '\u{feff}shipment_id;quote_option_id\nshp_1;qop_1\n\nshp_2;'
  expect(readRows(csv, 'Orders.CSV')).toEqual([
    { line: 2, document: { shipment_id: 'shp_1', quote_option_id: 'qop_1' } },
    { line: 4, document: { shipment_id: 'shp_2' } },
  ])
})

test.each([
  ['', 'a.jsonl', 'a.jsonl has no rows'],
  ['a,b\n', 'a.csv', 'a.csv has no rows'],
  ['{"a":1}\n{"a":}', 'a.jsonl', 'Line 2 of a.jsonl is not valid JSON: line 1, column 6'],
  ['{"a":1}\n[1]', 'a.jsonl', 'Line 2 of a.jsonl must hold one JSON object'],
  ['a,b,a\n1,2,3', 'a.csv', 'two columns a'],
  ['a,b\n1\n', 'a.csv', 'Row 2 of a.csv has 1 cells'],
  ['a,b\n"1,2\n', 'a.csv', 'a.csv is not valid CSV'],
  ['{}\n'.repeat(MOST_ROWS + 1), 'a.jsonl', 'at most 10,000'],
])('%j is wrong usage', (text, name, message) => {
  expect(() => readRows(text, name)).toThrow(message)
})
