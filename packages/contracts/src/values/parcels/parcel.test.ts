import { expect, test } from 'vitest'
import { parcel } from '../../testing/records.ts'
import { rejectedFields } from '../../testing/refusals.ts'
import { parcelFromMessage, parcelMessage, parcelSchema, parcelsSchema, publicParcel } from './parcel.ts'

const minimal = { title: 'Box', weight_kg: 1.5, length_cm: 30, width_cm: 20, height_cm: 15.5 }

test.each(['weight_kg', 'length_cm', 'width_cm', 'height_cm'])('%s is above 0 and at most 1000', (field) => {
  const rejected = (value: unknown) => rejectedFields(parcelSchema, { ...minimal, [field]: value })
  expect(rejected(0)).toEqual([`${field}: too_small`])
  expect(rejected(-1)).toEqual([`${field}: too_small`])
  expect(rejected(1000.01)).toEqual([`${field}: too_large`])
  expect(rejected('1,5')).toEqual([`${field}: invalid_format`])
  expect(rejected('-1')).toEqual([`${field}: too_small`])
  expect(rejected('1000.001')).toEqual([`${field}: too_large`])
  expect(rejected(undefined)).toEqual([`${field}: required`])
  expect([rejected(1000), rejected(0.0001)]).toEqual([[], []])
})

test.each([
  ['title', '', 'too_short'],
  ['title', 'x'.repeat(201), 'too_long'],
  ['declared_value', -0.01, 'too_small'],
  ['declared_value', 1_000_000_001, 'too_large'],
  ['contents_description', 'x'.repeat(501), 'too_long'],
  ['colour', 'red', 'unknown_field'],
])('a parcel with %s = %j is rejected as %s', (field, value, code) => {
  expect(rejectedFields(parcelSchema, { ...minimal, [field]: value })).toEqual([`${field}: ${code}`])
})

test.each([
  [1.005, 10.005, { weight_kg: 1005, length_cm: 1001 }],
  [0.0001, 0.001, { weight_kg: 1, length_cm: 1 }],
  [1000, 1000, { weight_kg: 1_000_000, length_cm: 100_000 }],
])('%d kg and %d cm become whole grams and tenths of a millimetre, never 0', (weight_kg, length_cm, expected) => {
  expect(parcelSchema.parse({ ...minimal, weight_kg, length_cm })).toMatchObject(expected)
})

test('decimal texts are the same as numbers', () => {
  const texts = { title: 'Box', weight_kg: '1.500', length_cm: '30.00', width_cm: '20', height_cm: '15.50' }
  expect(parcelSchema.parse({ ...texts, declared_value: '12.50' })).toEqual(
    parcelSchema.parse({ ...minimal, declared_value: 12.5 }),
  )
  expect(rejectedFields(parcelSchema, { ...minimal, weight_kg: '1e3' })).toEqual(['weight_kg: invalid_format'])
  expect(parcelSchema.parse({ ...minimal, weight_kg: `1.${'3'.repeat(100)}` }).weight_kg).toBe(1_333)
})

test('a declared value may have a currency', () => {
  expect(parcelSchema.parse({ ...minimal, declared_value_currency: 'eur' }).declared_value_currency).toBe('EUR')
  expect(parcelSchema.parse(minimal).declared_value_currency).toBeNull()
  expect(rejectedFields(parcelSchema, { ...minimal, declared_value_currency: 'EURO' })).toEqual([
    'declared_value_currency: invalid_currency',
  ])
})

test('a value that was not declared is 0', () => {
  expect(parcelSchema.parse(minimal)).toMatchObject({ declared_value: 0, contents_description: null })
  expect(parcelSchema.parse({ ...minimal, declared_value: null })).toMatchObject({ declared_value: 0 })
})

test.each([
  [0, ['parcels: too_few']],
  [1, []],
  [99, []],
  [100, ['parcels: too_many']],
])('%i parcels are rejected for %j', (count, fields) => {
  const found = rejectedFields(parcelsSchema, Array(count).fill(minimal))
  expect(found).toEqual(fields.map((field) => field.replace('parcels', '')))
})

test('the fields of a wrong parcel are named by its place', () => {
  const parcels = [minimal, { ...minimal, title: ' ', weight_kg: 0 }]
  expect(rejectedFields(parcelsSchema, parcels)).toEqual(['[1].title: too_short', '[1].weight_kg: too_small'])
})

test.each([
  ['GBP', 2, '19.99'],
  ['JPY', 0, '1999'],
  ['KWD', 3, '1.999'],
  ['HUF', 0, '1999'],
])('a public parcel has decimal texts, its value in %s with %i digits', (currency, exponent, declared_value) => {
  expect(publicParcel(parcel({ declaredValueCurrency: currency, declaredValueExponent: exponent }))).toEqual({
    parcel_id: 'pcl_1',
    title: 'Box of bread',
    weight_kg: '1.250',
    weight: { value: '1.250', unit: 'kg' },
    length_cm: '30.00',
    width_cm: '20.00',
    height_cm: '15.50',
    dimensions: { length: '30.00', width: '20.00', height: '15.50', unit: 'cm' },
    declared_value,
    declared_value_currency: currency,
    contents_description: 'Bread',
    items: parcel().items,
  })
})

test('a parcel survives its gRPC message', () => {
  for (const sent of [{}, { weightSent: '1 lb', dimensionsSent: '10 8 4.5 in' }])
    expect(parcelFromMessage(parcelMessage(parcel(sent)))).toEqual(parcel(sent))
  const { items: _, ...unlisted } = parcel()
  expect(parcelFromMessage(parcelMessage(unlisted))).toEqual(unlisted)
})
