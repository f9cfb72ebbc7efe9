import { type Defaults, toDocument } from '@waybill/sdk/sheets/shipments/document'
import type { Values } from '@waybill/sdk/sheets/shipments/values'
import { expect, test } from 'vitest'
import { formatSentParcel } from './sent-parcel.ts'

const preset = {
  title: 'Small box',
  weight: { value: '1', unit: 'lb' },
  length_cm: '30',
  width_cm: '20',
  height_cm: '1',
}

test.each<[string, Values, Defaults, string]>([
  ['kilograms', { 'parcels.0.title': 'Bread', 'parcels.0.weight_kg': '1,25' }, {}, 'Bread · 1.25 kg'],
  ['a unit in the cell', { 'parcels.0.weight_kg': '2.5 lb' }, {}, '2.5 lb'],
  ['a column in pounds', { 'parcels.0.weight_lb': '2.5' }, {}, '2.5 lb'],
  ['pounds and ounces', { 'parcels.0.weight_lb': '1', 'parcels.0.weight_oz': '4' }, {}, '20 oz'],
  ['a value and a unit', { 'parcels.0.weight.value': '900', 'parcels.0.weight.unit': 'g' }, {}, '900 g'],
  [
    'inches',
    { 'parcels.0.length_in': '11.5', 'parcels.0.width_in': '8', 'parcels.0.height_in': '4' },
    {},
    '11.5 × 8 × 4 in',
  ],
  [
    'dimensions',
    {
      'parcels.0.dimensions.length': '300',
      'parcels.0.dimensions.width': '200',
      'parcels.0.dimensions.height': '100',
      'parcels.0.dimensions.unit': 'mm',
    },
    {},
    '300 × 200 × 100 mm',
  ],
  ['a preset', {}, { parcel: preset }, 'Small box · 1 lb · 30 × 20 × 1 cm'],
  [
    'a preset that weighs otherwise',
    { 'parcels.0.weight_kg': '2' },
    { parcel: preset },
    'Small box · 2 kg · 30 × 20 × 1 cm',
  ],
])('%s are shown as they are sent', (_what, values, defaults, text) => {
  const [parcel] = toDocument(values, defaults).parcels
  expect(parcel && formatSentParcel(parcel, 'en-GB')).toBe(text)
})
