import { expect, test } from 'vitest'
import { emptyForm, localDate, toDocument, toFormField, toOnDemandDocument } from './values.ts'

test('a new form collects today from where the last one did, and assumes its country', () => {
  const form = emptyForm('2026-11-24', { name: 'Corner Bakery', country: 'GB' }, 'Parcel')
  expect(form).toMatchObject({
    collection_date: '2026-11-24',
    pickup_address: { name: 'Corner Bakery', country: 'GB', city: '' },
    dropoff_address: { name: '', country: 'GB' },
    parcels: [{ title: 'Parcel', weight_kg: '' }],
  })
})

test('the document has no empty fields but those that an address needs, and decimal points', () => {
  const form = emptyForm('2026-11-24', null, 'Box')
  form.dropoff_address = { ...form.dropoff_address, address_line_1: ' 7 River Road ', city: 'London', country: 'GB' }
  form.parcels[0] = {
    title: 'Box',
    weight_kg: '1,25',
    length_cm: '',
    width_cm: '20',
    height_cm: '',
    preset_id: 'prs_1',
    items: [],
  }
  expect(toDocument(form)).toEqual({
    merchant_order_ref: '',
    collection_date: '2026-11-24',
    pickup_address: { address_line_1: '', city: '', country: '' },
    dropoff_address: { address_line_1: ' 7 River Road ', city: 'London', country: 'GB' },
    parcels: [{ title: 'Box', weight_kg: '1.25', width_cm: '20' }],
  })
})

test('whether the recipient is at home is sent only if it is known', () => {
  const form = emptyForm('2026-11-24', null, 'Box')
  const sent = ['true', 'false', ''].map(
    (residential) => toDocument({ ...form, residential }).dropoff_address.residential,
  )
  expect(sent).toEqual([true, false, undefined])
  expect(toOnDemandDocument({ ...form, residential: 'true' }).dropoff_address.residential).toBe(true)
})

test('a courier at once has no collection date, and only the limits that are filled in', () => {
  const form = { ...emptyForm('2026-11-24', null, 'Box'), on_demand: true }
  expect(toOnDemandDocument(form)).not.toHaveProperty('collection_date')
  expect(toOnDemandDocument(form)).not.toHaveProperty('dispatch')
  form.dispatch = { max_total_amount: ' 12,50 ', deliver_by: '2026-11-24T18:30' }
  const deliver_by = new Date(2026, 10, 24, 18, 30).toISOString()
  expect(toOnDemandDocument(form).dispatch).toEqual({ max_total_amount: '12.50', deliver_by })
})

test('the date is that of the clock on the wall', () => {
  expect(localDate(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

test('a parcel from the United States is weighed in pounds and measured in inches', () => {
  const form = emptyForm('2026-11-24', { country: 'us' }, 'Box')
  form.parcels[0] = {
    title: 'Box',
    weight_kg: '1,5',
    length_cm: '10',
    width_cm: '8',
    height_cm: '4.5',
    preset_id: '',
    items: [],
  }
  expect(toDocument(form).parcels).toEqual([
    {
      title: 'Box',
      weight: { value: '1.5', unit: 'lb' },
      dimensions: { length: '10', width: '8', height: '4.5', unit: 'in' },
    },
  ])
  const names = ['parcels.0.weight.value', 'parcels.0.weight', 'parcels.1.dimensions.width', 'parcels.0.weight_kg']
  expect(names.map(toFormField)).toEqual([
    'parcels.0.weight_kg',
    'parcels.0.weight_kg',
    'parcels.1.width_cm',
    'parcels.0.weight_kg',
  ])
})
