import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalCount, decimalPlaces, decimalText, lengthText, numberText, weightText } from './decimals.ts'

test('a count is written with all of its decimals and never in exponent form', () => {
  expect(decimalText(1250, 3)).toBe('1.250')
  expect(decimalText(5, 2)).toBe('0.05')
  expect(decimalText(-5, 2)).toBe('-0.05')
  expect(decimalText(1500, 0)).toBe('1500')
  expect(decimalText(1e15, 2)).toBe('10000000000000.00')
  expect(weightText(1000)).toBe('1.000')
  expect(lengthText(3050)).toBe('30.50')
})

test('a number is rounded half up on the decimals that a person wrote, not on the float', () => {
  expect(decimalCount(1.005, 2)).toBe(101)
  expect(decimalCount(2.5, 3)).toBe(2500)
  expect(decimalCount(1e-7, 3)).toBe(0)
  expect(decimalCount(0.1 + 0.2, 2)).toBe(30)
})

test.each([
  [12.345, 3],
  [12.3, 1],
  [1200, 0],
  [1e-7, 7],
  [1.5e-7, 8],
  [1e21, 0],
])('%d has %i decimal places', (value, places) => {
  expect(decimalPlaces(value)).toBe(places)
})

test('a number has at least the digits asked for, and is not rounded to them', () => {
  expect([0, 20, 8.875, 1e-7, 999.1234567891].map((value) => numberText(value, 2))).toEqual([
    ...['0.00', '20.00', '8.875', '0.0000001', '999.123456789'],
  ])
})

test('what no integer holds is refused', () => {
  expect(() => decimalCount(1e300, 2)).toThrow(RangeError)
  expect(() => decimalText(0.5, 2)).toThrow(RangeError)
})

test('text and number are each other’s inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 3 }), (count, digits) => {
      expect(decimalCount(Number(decimalText(count, digits)), digits)).toBe(count)
    }),
  )
})
