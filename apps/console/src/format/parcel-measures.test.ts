import { expect, test } from 'vitest'
import { formatParcel } from './parcel-measures.ts'

const inCm = { length_cm: '25.40', width_cm: '20.32', height_cm: '11.43', weight_kg: '0.454' }

test('a parcel is shown in the unit in which it was sent, and in kilograms and centimetres', () => {
  const dimensions = { length: '10', width: '8', height: '4.5', unit: 'in' } as const
  expect(formatParcel({ ...inCm, weight: { value: '1', unit: 'lb' }, dimensions }, 'en')).toBe(
    '1 lb (454 g) · 10 × 8 × 4.5 in (25.4 × 20.32 × 11.43 cm)',
  )
  const metric = { weight: { value: '0.454', unit: 'kg' }, dimensions: { ...dimensions, unit: 'cm' } } as const
  expect(formatParcel({ ...inCm, ...metric }, 'en')).toBe('454 g · 25.4 × 20.32 × 11.43 cm')
})
