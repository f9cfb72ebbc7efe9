import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as money from './money.ts'

test('amounts are added without rounding, with the digits of the longest', () => {
  expect(money.add('0.10', '0.20')).toBe('0.30')
  expect(money.add('1140', '60')).toBe('1200')
  expect(money.add('1.5', '0.005', '-2')).toBe('-0.495')
  expect(money.subtract('0.05', '0.10')).toBe('-0.05')
  expect(money.negate('0.00')).toBe('0.00')
})

test('sums and differences agree with integers', () => {
  const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
  const text = (units: bigint) => {
    const digits = (units < 0n ? -units : units).toString().padStart(3, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  }
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      expect(money.add(text(one), text(other))).toBe(text(one + other))
      expect(money.subtract(text(one), text(other))).toBe(text(one - other))
      expect(money.compare(text(one), text(other))).toBe(one < other ? -1 : one > other ? 1 : 0)
      expect(money.toMinorUnits(text(one))).toBe(one)
    }),
  )
})

test('amounts are compared by value', () => {
  expect(money.compare('1.50', '1.5')).toBe(0)
  expect(['10.00', '9.99', '-1'].sort(money.compare)).toEqual(['-1', '9.99', '10.00'])
})

test('amounts are shown with their own digits, whatever their size', () => {
  expect(money.format('11.40', 'GBP', 'en-GB')).toBe('£11.40')
  expect(money.format('1140', 'JPY', 'en')).toBe('¥1,140')
  expect(money.format('9007199254740993.01', 'USD', 'en-US')).toBe('$9,007,199,254,740,993.01')
})

test.each([['1e3'], ['.5'], [''], ['1,40'], ['NaN'], [11.4]])('%j is no amount', (amount) => {
  expect(() => money.add(amount as string, '1')).toThrow(TypeError)
})
