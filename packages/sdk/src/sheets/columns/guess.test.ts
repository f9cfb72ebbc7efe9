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
  ['Item #', null],
  ['Item ID', null],
  ['Item', 'parcels.0.title'],
  ["Item's Name", 'parcels.0.title'],
  ["Buyer's Phone #", 'dropoff_address.phone'],
  ['Contact email', 'dropoff_address.email'],
  ['Channel Order Number', null],
  ['Shipping Address Street', 'dropoff_address.address_line_1'],
  ['shipping_country_id', 'dropoff_address.country'],
  ['ship-address-type', 'dropoff_address.residential'],
  ['N° de commande', 'merchant_order_ref'],
  ['Code postal de livraison', 'dropoff_address.post_code'],
  ['Ville (facturation)', null],
  ['Numer zamówienia', 'merchant_order_ref'],
  ['Imię i nazwisko odbiorcy', 'dropoff_address.name'],
  ['Kod pocztowy', 'dropoff_address.post_code'],
  ['Waga (kg)', 'parcels.0.weight_kg'],
  ['Nº do pedido', 'merchant_order_ref'],
  ['CEP', 'dropoff_address.post_code'],
  ['Bairro', 'dropoff_address.town'],
  ['お届け先郵便番号', 'dropoff_address.post_code'],
  ['お届け先電話番号', 'dropoff_address.phone'],
  ['ご依頼主住所', 'pickup_address.address_line_1'],
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

test.each([
  [['L', 'W', 'H'], 'cm'],
  [['L (in)', 'B (in)', 'H (in)'], 'in'],
  [['Length (mm)', 'Width (mm)', 'Height (mm)'], 'mm'],
])('%j are the sides in %s', (headings, unit) => {
  const sides = ['length', 'width', 'height']
  expect(guessMapping(headings)).toEqual(sides.map((side) => `parcels.0.${side}_${unit}`))
  expect(guessMapping(['L', 'W'])).toEqual([null, null])
})

test('a column without any cell gives way to another', () => {
  const rows = [{ line: 2, cells: ['', '0612345678'] }]
  expect(guessMapping(['delivery_phone', 'delivery_phone_mobile'], rows)).toEqual([null, 'dropoff_address.phone'])
  expect(guessMapping(['Shipping Phone', 'Billing Phone'], rows)).toEqual([null, 'dropoff_address.phone'])
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

test('parts of an address without a prefix are the recipient’s, unless there is another street without one', () => {
  expect(guessMapping(['Shipping Name', 'Shipping Address', 'Company', 'City', 'Zip', 'Country'])).toEqual([
    'dropoff_address.name',
    'dropoff_address.address_line_1',
    'dropoff_address.company',
    'dropoff_address.city',
    'dropoff_address.post_code',
    'dropoff_address.country',
  ])
  const two = ['Full Name', 'First Name', 'Street 1', 'Street 2', 'Ship Name', 'Ship Address1', 'Ship City']
  expect(guessMapping(two)).toEqual([
    null,
    null,
    null,
    null,
    'dropoff_address.name',
    'dropoff_address.address_line_1',
    'dropoff_address.city',
  ])
})

test.each([
  [
    ['Nom', 'Prénom'],
    ['dropoff_address.last_name', 'dropoff_address.first_name'],
  ],
  [
    ['Nom', 'Ville'],
    ['dropoff_address.name', 'dropoff_address.city'],
  ],
  [
    ['Nombre', 'Apellidos'],
    ['dropoff_address.first_name', 'dropoff_address.last_name'],
  ],
  [
    ['お届け先名', '住所1'],
    ['dropoff_address.name', 'dropoff_address.address_line_1'],
  ],
  [
    ['Endereço', 'Número'],
    ['dropoff_address.address_line_1', 'dropoff_address.house_number'],
  ],
  [
    ['Adresse', 'Numéro'],
    ['dropoff_address.address_line_1', null],
  ],
  [
    ['Straße', 'Hausnummer'],
    ['dropoff_address.address_line_1', 'dropoff_address.house_number'],
  ],
])('%j are %j', (headings, mapping) => {
  expect(guessMapping(headings)).toEqual(mapping)
})
