import { expect, test } from 'vitest'
import { addUp, parsePrice } from './decimal-price.ts'

test.for([
  ['7.58', 'USD', { exponent: 2, amountMinor: 758 }],
  ['7', 'USD', { exponent: 2, amountMinor: 700 }],
  ['51.2', 'USD', { exponent: 2, amountMinor: 5_120 }],
  ['5.21000', 'USD', { exponent: 2, amountMinor: 521 }],
  ['5.2105', 'USD', { exponent: 4, amountMinor: 52_105 }],
  ['5.210501', 'USD', { exponent: 4, amountMinor: 52_106 }],
  ['1200', 'JPY', { exponent: 0, amountMinor: 1_200 }],
  ['1.250', 'KWD', { exponent: 3, amountMinor: 1_250 }],
  ['0.00', 'USD', null],
  ['-1', 'USD', null],
  ['free', 'USD', null],
  ['7.58', 'XXX', null],
] as const)('the price %s %s', ([decimal, currency, expected]) => {
  expect(parsePrice(decimal, currency)).toEqual(expected && { currency, ...expected })
})

test.for([
  [['0.1', '0.2'], { exponent: 2, amountMinor: 30 }, [10, 20]],
  [['8.6', '0', '1.055'], { exponent: 3, amountMinor: 9_655 }, [8_600, 0, 1_055]],
  [['12', '-2.5'], { exponent: 2, amountMinor: 950 }, [1_200, -250]],
] as const)('the sum of %j is exact', ([decimals, price, parts]) => {
  expect(addUp(decimals, 'USD')).toEqual({ price: { currency: 'USD', ...price }, parts })
})

test('what is not a decimal has no sum', () => {
  for (const decimal of ['', 'NaN', '1e-7', '1,5', '1234567890.00']) expect(addUp(['1', decimal], 'USD')).toBeNull()
  expect(addUp(['1', '-1'], 'USD')).toBeNull()
})
