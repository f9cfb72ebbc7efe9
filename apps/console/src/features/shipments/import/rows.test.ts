import { expect, test } from 'vitest'
import { findConflicts, findShipment, guessField, guessMapping, toDate, toValues } from './rows.ts'

test.each([
  ['Order number', 'merchant_order_ref'],
  ['Bestellnummer', 'merchant_order_ref'],
  ['Name', 'dropoff_address.name'],
  ['Recipient', 'dropoff_address.name'],
  ['Shipping Name', 'dropoff_address.name'],
  ['Shipping Address 1', 'dropoff_address.address_line_1'],
  ['Ship to: City', 'dropoff_address.city'],
  ['PLZ', 'dropoff_address.post_code'],
  ['Straße', 'dropoff_address.address_line_1'],
  ['pickup post code', 'pickup_address.post_code'],
  ['dropoff_address.country', 'dropoff_address.country'],
  ['Weight (kg)', 'parcels.0.weight_kg'],
  ['Colour', null],
])('the heading %s is %s', (heading, field) => {
  expect(guessField(heading)).toBe(field)
})

test('a field is taken from one column', () => {
  expect(guessMapping(['Name', 'Recipient', 'City'])).toEqual(['dropoff_address.name', null, 'dropoff_address.city'])
})

test('a column that holds what an earlier one holds is a conflict, and unused columns are none', () => {
  const mapping = ['dropoff_address.name', null, 'dropoff_address.email', null, 'dropoff_address.name'] as const
  expect([...findConflicts(mapping)]).toEqual([[4, 0]])
})

test('in an export of Shopify, the name is that of the order, and the recipient is the shipping name', () => {
  const headings = ['Name', 'Email', 'Billing Name', 'Phone', 'Shipping Name', 'Shipping Address1', 'Shipping Phone']
  const cells = ['#1001', 'grace@example.com', 'Ada', '', 'Grace Miller', '7 River Road', '+44 20 7946 0018']
  expect(guessMapping(headings, [{ line: 2, cells }])).toEqual([
    'merchant_order_ref',
    'dropoff_address.email',
    null,
    null,
    'dropoff_address.name',
    'dropoff_address.address_line_1',
    'dropoff_address.phone',
  ])
  expect(guessMapping(['Name', 'Shipping Name'], [{ line: 2, cells: ['Ada', 'Grace'] }])[0]).toBeNull()
})

test('a row becomes a shipment, with the usual date and pickup where it has none', () => {
  const mapping = guessMapping(['Order', 'Name', 'Street', 'City', 'Zip', 'Country', 'Contents', 'Weight', 'Colour'])
  const cells = ['A-1', ' Grace ', '7 River Road', 'London', 'N1 9GU', 'gb', 'Bread', '1,25', 'red']
  const pickup = { name: 'Bakery', address_line_1: '12 Market Street', city: 'London', country: 'GB', phone: null }
  const defaults = { collectionDate: '2026-11-25', pickup: pickup as never }
  expect(findShipment(toValues(cells, mapping), defaults)).toEqual({
    merchant_order_ref: 'A-1',
    collection_date: '2026-11-25',
    pickup_address: { name: 'Bakery', address_line_1: '12 Market Street', city: 'London', country: 'GB' },
    dropoff_address: {
      name: 'Grace',
      address_line_1: '7 River Road',
      city: 'London',
      post_code: 'N1 9GU',
      country: 'GB',
    },
    parcels: [{ title: 'Bread', weight_kg: '1.25' }],
  })
})

test('a date with points is certain, one with slashes is not', () => {
  expect(toDate('5.11.2026')).toBe('2026-11-05')
  expect(toDate('5/11/2026')).toBe('5/11/2026')
})
