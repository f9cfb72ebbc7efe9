import { expect, test } from 'vitest'
import { MOST_ROWS, readRows } from './rows.ts'

test('a line of JSON is a document', () => {
  expect(readRows('{"a":1}\n\n{"a":2}\n', 'orders.jsonl')).toEqual([
    { line: 1, document: { a: 1 } },
    { line: 3, document: { a: 2 } },
  ])
})

test('columns of CSV are fields, by the names that errors have', () => {
  const csv = `\u{feff}merchant_order_ref,pickup_address.name,parcels[0].title,parcels[0].weight_kg,parcels[1].title,metadata.cost-centre
0017,"Müller, Zoë","Box ""A""",1.25,,42
18,,x,heavy,y,`
  expect(readRows(csv, 'Orders.CSV')).toEqual([
    {
      line: 2,
      document: {
        merchant_order_ref: '0017',
        pickup_address: { name: 'Müller, Zoë' },
        parcels: [{ title: 'Box "A"', weight_kg: 1.25 }],
        metadata: { 'cost-centre': '42' },
      },
    },
    { line: 3, document: { merchant_order_ref: '18', parcels: [{ title: 'x', weight_kg: 'heavy' }, { title: 'y' }] } },
  ])
})

test.each([
  ['', 'a.jsonl', 'a.jsonl has no rows'],
  ['a,b\n', 'a.csv', 'a.csv has no rows'],
  ['{"a":1}\n{"a":}', 'a.jsonl', 'Line 2 of a.jsonl is not valid JSON: line 1, column 6'],
  ['{"a":1}\n[1]', 'a.jsonl', 'Line 2 of a.jsonl must hold one JSON object'],
  ['a,Weight (kg)\n1,2', 'a.csv', 'Column 2 of a.csv is called "Weight (kg)"'],
  ['a,b,a\n1,2,3', 'a.csv', 'two columns a'],
  ['a,b\n1\n', 'a.csv', 'Row 2 of a.csv has 1 cells'],
  ['a,b\n"1,2\n', 'a.csv', 'a.csv is not valid CSV'],
  ['{}\n'.repeat(MOST_ROWS + 1), 'a.jsonl', 'at most 10,000'],
])('%j is wrong usage', (text, name, message) => {
  expect(() => readRows(text, name)).toThrow(message)
})

test('a column that is called __proto__ is a field', () => {
  const [row] = readRows('a,metadata.__proto__\n1,2', 'a.csv')
  expect(Object.keys(row?.document.metadata ?? {})).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})
