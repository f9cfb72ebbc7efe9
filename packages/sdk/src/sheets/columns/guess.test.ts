import { expect, test } from 'vitest'
import { findConflicts } from './fields.ts'
import { guessField, guessMapping } from './guess.ts'

test.each([
  ['Order number', 'merchant_order_ref'],
  ['Bestellnummer', 'merchant_order_ref'],
  ['Name', 'dropoff_address.name'],
  ['Recipient', 'dropoff_address.name'],
  ['Shipping Name', 'dropoff_address.name'],
  ['Shipping Address 1', 'dropoff_address.address_line_1'],
  ['shippingFirstName', 'dropoff_address.first_name'],
  ['Vorname', 'dropoff_address.first_name'],
  ['Ship to: City', 'dropoff_address.city'],
  ['PLZ', 'dropoff_address.post_code'],
  ['Straße', 'dropoff_address.address_line_1'],
  ['pickup post code', 'pickup_address.post_code'],
  ['pickup_address_line_1', 'pickup_address.address_line_1'],
  ['pickup_address_1', 'pickup_address.address_line_1'],
  ['sender_address_1', 'pickup_address.address_line_1'],
  ['sender_name', 'pickup_address.name'],
  ['dropoff_address.country', 'dropoff_address.country'],
  ['dropoff_address_line_2', 'dropoff_address.address_line_2'],
  ['parcels[1].weight.unit', 'parcels.1.weight.unit'],
  ['metadata.cost-centre', 'metadata.cost-centre'],
  ['Weight (kg)', 'parcels.0.weight_kg'],
  ['Weight', 'parcels.0.weight_kg'],
  ['weight_lb', 'parcels.0.weight_lb'],
  ['Weight (g)', 'parcels.0.weight_g'],
  ['weight_oz', 'parcels.0.weight_oz'],
  ['Total weight in pounds', 'parcels.0.weight_lb'],
  ['Length (in)', 'parcels.0.length_in'],
  ['Höhe', 'parcels.0.height_cm'],
  ['Weight (stone)', null],
  ['Billing Name', null],
  ['Colour', null],
])('the heading %s is %s', (heading, field) => {
  expect(guessField(heading)).toBe(field)
})

test('a field is taken from one column', () => {
  expect(guessMapping(['Name', 'Customer', 'City'])).toEqual(['dropoff_address.name', null, 'dropoff_address.city'])
  const rows = [{ line: 2, cells: ['#1001', 'Ada', 'London'] }]
  expect(guessMapping(['Name', 'Recipient', 'City'], rows)).toEqual([
    'merchant_order_ref',
    'dropoff_address.name',
    'dropoff_address.city',
  ])
})

test('a column that holds what an earlier one holds is a conflict, and unused columns are none', () => {
  const mapping = ['dropoff_address.name', null, 'dropoff_address.email', null, 'dropoff_address.name']
  expect([...findConflicts(mapping)]).toEqual([[4, 0]])
})

test('a number without a unit in its heading has that of the column beside it', () => {
  expect(guessMapping(['Weight', 'Weight Unit', 'Length', 'Dimension unit', 'Width (cm)'])).toEqual([
    'parcels.0.weight.value',
    'parcels.0.weight.unit',
    'parcels.0.dimensions.length',
    'parcels.0.dimensions.unit',
    'parcels.0.width_cm',
  ])
})
