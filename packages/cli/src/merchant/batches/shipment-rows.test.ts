import { expect, test } from 'vitest'
import { MOST_ROWS } from './rows.ts'
import { readShipments } from './shipment-rows.ts'

test('columns are fields, by the names that errors have', () => {
  const csv = `\u{feff}merchant_order_ref,pickup_address.name,dropoff_address.name,parcels[0].title,parcels[0].weight_kg,parcels[1].title,metadata.cost-centre,Colour
0017,"Müller, Zoë",Ada,"Box ""A""",1.25,,42,red
18,,Ada,x,heavy,y,,`
  const { rows, unused } = readShipments(csv, 'Orders.CSV')
  expect(unused).toEqual(['Colour'])
  expect(rows).toMatchObject([
    {
      line: 2,
      document: {
        merchant_order_ref: '0017',
        pickup_address: { name: 'Müller, Zoë' },
        parcels: [{ title: 'Box "A"', weight_kg: '1.25' }],
        metadata: { 'cost-centre': '42' },
      },
      problems: [],
      notices: [],
    },
    { line: 3, document: { merchant_order_ref: '18', parcels: [{ title: 'x', weight_kg: 'heavy' }, { title: 'y' }] } },
  ])
})

test('rows without a date, a pickup or a parcel have the usual one', () => {
  const defaults = { collectionDate: '2099-01-01', pickup: { city: 'London' }, parcel: { title: 'Box', weight_kg: 1 } }
  const { rows } = readShipments('Order,Name,Item name\nA,Ada,Bread', 'a.csv', defaults)
  expect(rows[0]?.document).toMatchObject({
    collection_date: '2099-01-01',
    pickup_address: { city: 'London' },
    parcels: [{ title: 'Bread', weight_kg: 1 }],
  })
})

test('lines of JSON are shipments, with what is odd in them', () => {
  const line = JSON.stringify({ merchant_order_ref: 'A', dropoff_address: { country: 'US', post_code: '2138' } })
  expect(readShipments(`${line}\n`, 'a.jsonl').rows[0]?.notices.map(({ field }) => field)).toEqual([
    'dropoff_address.post_code',
    'dropoff_address.name',
  ])
})

test('lines of JSON with other values than texts are left to the API', () => {
  const lines = [{ dropoff_address: null }, { dropoff_address: { post_code: 2138, country: 'US', name: 7 } }, {}]
  const { rows } = readShipments(lines.map((line) => JSON.stringify(line)).join('\n'), 'a.jsonl')
  expect(rows.map(({ notices }) => notices.length)).toEqual([1, 2, 1])
})

test('measures without a unit are reported', () => {
  const { unitless } = readShipments('Order,Weight,Length (in),Width,parcels[1].weight_kg\nA,1,2,3,4', 'a.csv')
  expect(unitless).toEqual(['Weight', 'Width'])
})

test('a reference that an earlier line has is reported', () => {
  const lines = ['A', 'B', 'A'].map((reference) => JSON.stringify({ merchant_order_ref: reference }))
  const { rows } = readShipments(lines.join('\n'), 'a.jsonl')
  expect(rows.map(({ repeats }) => repeats)).toEqual([null, null, 1])
  expect(rows[2]?.notices[0]).toEqual({ field: 'merchant_order_ref', message: 'is that of line 1, too.' })
})

test('a reference whose digits are lost is a problem of its row', () => {
  const { rows } = readShipments('Order;Name\n4,41E+11;Ada\nA-2;Ada', 'a.csv')
  expect(rows.map(({ problems }) => problems.length)).toEqual([1, 0])
})

test.each([
  ['Order,Name', 'a.csv', 'a.csv has no rows'],
  ['x,y\n1,2', 'a.csv', 'No heading of a.csv is known'],
  ['Order,Name,Order\n1,2,3', 'a.csv', 'Two columns are called Order, with two values in row 2'],
  ['Order,Name\n"1,2\n', 'a.csv', 'a.csv is not valid CSV'],
  [
    `Order,Name\n${Array.from({ length: MOST_ROWS + 1 }, (_, index) => `A-${index},Ada\n`).join('')}`,
    'a.csv',
    'at most 10,000',
  ],
])('%.20j is wrong usage', (text, name, message) => {
  expect(() => readShipments(text, name)).toThrow(message)
})

test('a column that is called __proto__ is a field', () => {
  const { rows } = readShipments('Order,metadata.__proto__\n1,2', 'a.csv')
  expect(Object.keys((rows[0]?.document.metadata ?? {}) as object)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})
