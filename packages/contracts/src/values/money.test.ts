import { expect, test } from 'vitest'
import { currencyOf, moneyMinor, moneyText } from './money.ts'

test('an amount has the minor digits of its currency', () => {
  expect(moneyText(1250, 'EUR')).toBe('12.50')
  expect(moneyText(1250, 'JPY')).toBe('1250')
  expect(moneyText(1250, 'KWD')).toBe('1.250')
  expect(moneyMinor(12.5, 'EUR')).toBe(1250)
  expect(moneyMinor(1250, 'JPY')).toBe(1250)
})

test('a country has its currency', () => {
  expect(['GB', 'DE', 'JP', 'KW', 'US'].map(currencyOf)).toEqual(['GBP', 'EUR', 'JPY', 'KWD', 'USD'])
})
