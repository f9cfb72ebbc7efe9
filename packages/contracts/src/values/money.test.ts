import { describe, expect, test } from 'vitest'
import { currencyOf, minorDigits, moneyMinor, moneyText } from './money.ts'

/** ISO 4217 currencies whose minor unit is not a hundredth. */
const withoutMinorUnit = [
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]
const withThousandths = ['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']
const withHundredths = [
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'INR',
  'MXN',
  'NOK',
  'NZD',
  'PLN',
  'SEK',
  'USD',
  'ZAR',
]

test.each([
  ...withoutMinorUnit.map((currency) => [currency, 0] as const),
  ...withHundredths.map((currency) => [currency, 2] as const),
  ...withThousandths.map((currency) => [currency, 3] as const),
])('%s has %i minor digits', (currency, digits) => {
  expect(minorDigits(currency)).toBe(digits)
})

describe('an amount', () => {
  test.each([
    [1250, 'EUR', '12.50'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [-1250, 'EUR', '-12.50'],
    [1250, 'JPY', '1250'],
    [1250, 'KWD', '1.250'],
    [999_999_999_999, 'USD', '9999999999.99'],
  ])('of %i in minor units of %s is %j', (amountMinor, currency, text) => {
    expect(moneyText(amountMinor, currency)).toBe(text)
  })

  test.each([
    [12.5, 'EUR', 1250],
    [0.1 + 0.2, 'EUR', 30],
    [1.005, 'EUR', 101],
    [19.99, 'USD', 1999],
    [1250, 'JPY', 1250],
    [1.2345, 'KWD', 1235],
    [0, 'EUR', 0],
  ])('of %d %s is %i minor units', (amount, currency, amountMinor) => {
    expect(moneyMinor(amount, currency)).toBe(amountMinor)
  })

  test.each([0, 1, 99, 100, 101, 123_456, 99_999_999])('survives as text: %i', (amountMinor) => {
    for (const currency of ['JPY', 'EUR', 'KWD'])
      expect(moneyMinor(Number(moneyText(amountMinor, currency)), currency)).toBe(amountMinor)
  })
})

test.each([
  ['GB', 'GBP'],
  ['DE', 'EUR'],
  ['JP', 'JPY'],
  ['KW', 'KWD'],
  ['US', 'USD'],
  ['CH', 'CHF'],
  ['XX', 'USD'],
])('the currency of %s is %s', (country, currency) => {
  expect(currencyOf(country)).toBe(currency)
})
