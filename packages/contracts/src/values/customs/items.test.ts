import { expect, test } from 'vitest'
import { createShipmentSchema } from '../../requests/shipment-documents.ts'
import { refusal, rejectedFields } from '../../testing/refusals.ts'
import { parcelSchema } from '../parcels/parcel.ts'
import { completeItem, itemDocument, itemsSchema, toItem } from './items.ts'

const shirt = { description: 'Cotton T-shirt', quantity: 2, unit_value: { amount: 9.5, currency: 'gbp' } }
const box = { title: 'Box', weight_kg: 1, length_cm: 30, width_cm: 20, height_cm: 10 }
const rejected = (changes: object) => rejectedFields(itemsSchema, [{ ...shirt, ...changes }])

test('an item is kept as it is shown: money with the digits of its currency, the tariff number without dots', () => {
  const weight = { value: '8.80', unit: 'oz' }
  const [sent] = itemsSchema.parse([{ ...shirt, unit_weight: weight, hs_code: '6109.10.00 12', origin_country: 'pt' }])
  const item = sent && toItem(sent)
  expect(item).toEqual({
    description: 'Cotton T-shirt',
    quantity: 2,
    unit_value: { amount: '9.50', currency: 'GBP' },
    unit_weight: { value: '8.8', unit: 'oz' },
    hs_code: '6109100012',
    origin_country: 'PT',
    sku: null,
  })
  expect(item && toItem(itemsSchema.parse([item])[0] ?? sent)).toEqual(item)
  expect(item && toItem(itemDocument(item))).toEqual(item)
  const reordered = Object.fromEntries(Object.entries(item ?? {}).toReversed())
  expect(JSON.stringify(completeItem(reordered as typeof item & object))).toBe(JSON.stringify(item))
})

test.each([
  [{ hs_code: '61.09.1' }, 'hs_code: invalid_format'],
  [{ hs_code: '6109101234567890' }, 'hs_code: invalid_format'],
  [{ hs_code: 'shirts' }, 'hs_code: invalid_format'],
  [{ hs_code: '000910' }, 'hs_code: invalid_value'],
  [{ hs_code: '770910' }, 'hs_code: invalid_value'],
  [{ hs_code: '980910' }, 'hs_code: invalid_value'],
  [{ quantity: 0 }, 'quantity: too_small'],
  [{ quantity: 1.5 }, 'quantity: invalid_type'],
  [{ description: ' ' }, 'description: too_short'],
  [{ unit_value: { amount: 9.555, currency: 'GBP' } }, 'unit_value.amount: too_many_decimals'],
  [{ unit_value: { amount: -1, currency: 'GBP' } }, 'unit_value.amount: too_small'],
  [{ unit_value: { amount: 1, currency: 'XXX' } }, 'unit_value.currency: invalid_currency'],
  [{ quantity: 1_000, unit_value: { amount: 1_000_001, currency: 'GBP' } }, 'unit_value.amount: too_large'],
  [{ unit_weight: { value: 1_001, unit: 'kg' } }, 'unit_weight.value: too_large'],
  [{ origin_country: 'Portugal' }, 'origin_country: invalid_country'],
  [{ colour: 'red' }, 'colour: unknown_field'],
])('an item with %j is refused', (changes, problem) => {
  expect(rejected(changes)).toEqual([`[0].${problem}`])
})

test.each([[{ hs_code: '010121' }], [{ hs_code: '9705.10' }], [{ hs_code: null }], [{ hs_code: '' }], [{ sku: null }]])(
  'an item with %j is taken',
  (changes) => expect(rejected(changes)).toEqual([]),
)

const anAddress = { address_line_1: '1 Main Street', city: 'London', country: 'GB' }
const aShipment = (parcels: object[]) => ({
  merchant_order_ref: 'order-1',
  collection_date: new Date(Date.now() + 86_400_000).toISOString(),
  pickup_address: anAddress,
  dropoff_address: anAddress,
  parcels,
})
const problems = (...parcels: object[]) =>
  rejectedFields(createShipmentSchema, aShipment(parcels)).map((text) => text.replace(/^parcels/, ''))

test('items of a shipment have one currency, and every other one is named', () => {
  const inEuros = { ...shirt, unit_value: { amount: 8, currency: 'EUR' } }
  expect(problems({ ...box, items: [shirt, inEuros] }, { ...box, items: [inEuros] })).toEqual([
    '[0].items[1].unit_value.currency: invalid_value',
    '[1].items[0].unit_value.currency: invalid_value',
  ])
})

test('items do not weigh more than their parcel, in whatever units', () => {
  const heavy = { ...shirt, unit_weight: { value: 0.6, unit: 'kg' } }
  expect(problems({ ...box, items: [heavy] })).toEqual(['[0].items: invalid_value'])
  expect(refusal(createShipmentSchema, aShipment([{ ...box, items: [heavy] }])).message).toBe(
    'parcels[0].items weigh 1.200 kg, more than the parcel with 1.000 kg.',
  )
  const pound = { ...shirt, unit_weight: { value: 0.5, unit: 'lb' } }
  const { weight_kg: _, ...sides } = box
  expect(problems({ ...sides, weight: { value: 16, unit: 'oz' }, items: [pound] })).toEqual([])
  expect(problems({ ...sides, weight: { value: 15.9, unit: 'oz' }, items: [pound] })).toEqual([
    '[0].items: invalid_value',
  ])
})

test('items add up to the declared value of their parcel, where it has one in their currency', () => {
  const withValue = (declared_value: number, fields = {}) => ({ ...box, declared_value, items: [shirt], ...fields })
  expect(problems(withValue(19))).toEqual([])
  expect(problems(withValue(0))).toEqual([])
  expect(problems(withValue(18.99))).toEqual(['[0].declared_value: invalid_value'])
  expect(problems(withValue(20))).toEqual(['[0].declared_value: invalid_value'])
  expect(problems(withValue(25, { declared_value_currency: 'EUR' }))).toEqual([])
  expect(problems(withValue(20, { items: [] }))).toEqual([])
  const dimes = { ...shirt, quantity: 3, unit_value: { amount: 0.1, currency: 'GBP' } }
  expect(problems(withValue(0.3, { items: [dimes] }))).toEqual([])
})

test('wrong items are named beside wrong fields of their parcel', () => {
  const parcel = {
    ...box,
    title: '',
    items: [
      { ...shirt, quantity: 0 },
      { ...shirt, hs_code: '1' },
    ],
  }
  expect(rejectedFields(parcelSchema, parcel)).toEqual([
    'items[0].quantity: too_small',
    'items[1].hs_code: invalid_format',
    'title: too_short',
  ])
})
