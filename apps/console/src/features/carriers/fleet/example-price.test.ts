import { expect, test } from 'vitest'
import { emptyCard } from './card-values.ts'
import { examplePrice } from './example-price.ts'

const card = (base_amount: string, per_km_amount = '', per_kg_amount = '', included_weight_kg = '') => ({
  ...emptyCard(),
  currency: 'GBP',
  distance_price: { base_amount, per_km_amount, per_kg_amount, included_weight_kg },
})

test('the base, the way and the weight beyond what is included', () => {
  expect(examplePrice(card('4', '0.50'), { km: 5, weightKg: 2 })).toBe('6.50')
  expect(examplePrice(card('4', '0.333', '1', '2'), { km: 5, weightKg: 5 })).toBe('8.67')
  expect(examplePrice({ ...card('400', '50'), currency: 'JPY' }, { km: 5, weightKg: 2 })).toBe('650')
})

test('there is no price while one is typed', () => {
  expect(examplePrice(card(''), { km: 5, weightKg: 2 })).toBeNull()
  expect(examplePrice(card('four'), { km: 5, weightKg: 2 })).toBeNull()
})
