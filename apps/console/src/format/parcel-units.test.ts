import { expect, test } from 'vitest'
import { convertLength, convertWeight } from './parcel-units.ts'

test.each<[string, string, 'kg' | 'lb', string]>([
  // The API shows a pound as 0.454 kg: it is not a thousandth more.
  ['0.454', 'kg', 'lb', '1'],
  ['0.456', 'kg', 'lb', '1.005'],
  ['1', 'lb', 'kg', '0.454'],
  ['12', 'oz', 'lb', '0.75'],
  ['250', 'g', 'kg', '0.25'],
  ['1,25', 'kg', 'lb', '2.756'],
  ['0.45359237', 'kg', 'kg', '0.45359237'],
  ['1.500', 'kg', 'kg', '1.5'],
  ['heavy', 'kg', 'lb', 'heavy'],
  ['1', 'stone', 'kg', ''],
])('%s %s in %s is %s', (text, from, to, converted) => {
  expect(convertWeight(text, from, to)).toBe(converted)
})

test.each<[string, string, 'cm' | 'in', string]>([
  ['25.40', 'cm', 'in', '10'],
  ['30', 'cm', 'in', '11.81'],
  ['305', 'mm', 'cm', '30.5'],
  ['30.00', 'cm', 'cm', '30'],
  ['', 'cm', 'in', ''],
])('%s %s in %s is %s', (text, from, to, converted) => {
  expect(convertLength(text, from, to)).toBe(converted)
})
