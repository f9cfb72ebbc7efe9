import countryToCurrency from 'country-to-currency'
import { describe, expect, test } from 'vitest'
import { currencies, findCurrency, inCurrency, isCurrency, minorDigits, moneyText, toMoney } from './money.ts'

/** Every active currency with its minor unit, copied from ISO 4217 list one in the order of the list. */
const isoListOne = `
  AED 2, AFN 2, ALL 2, AMD 2, AOA 2, ARS 2, AUD 2, AWG 2, AZN 2, BAM 2, BBD 2, BDT 2, BHD 3, BIF 0, BMD 2, BND 2,
  BOB 2, BOV 2, BRL 2, BSD 2, BTN 2, BWP 2, BYN 2, BZD 2, CAD 2, CDF 2, CHE 2, CHF 2, CHW 2, CLF 4, CLP 0, CNY 2,
  COP 2, COU 2, CRC 2, CUP 2, CVE 2, CZK 2, DJF 0, DKK 2, DOP 2, DZD 2, EGP 2, ERN 2, ETB 2, EUR 2, FJD 2, FKP 2,
  GBP 2, GEL 2, GHS 2, GIP 2, GMD 2, GNF 0, GTQ 2, GYD 2, HKD 2, HNL 2, HTG 2, HUF 2, IDR 2, ILS 2, INR 2, IQD 3,
  IRR 2, ISK 0, JMD 2, JOD 3, JPY 0, KES 2, KGS 2, KHR 2, KMF 0, KPW 2, KRW 0, KWD 3, KYD 2, KZT 2, LAK 2, LBP 2,
  LKR 2, LRD 2, LSL 2, LYD 3, MAD 2, MDL 2, MGA 2, MKD 2, MMK 2, MNT 2, MOP 2, MRU 2, MUR 2, MVR 2, MWK 2, MXN 2,
  MXV 2, MYR 2, MZN 2, NAD 2, NGN 2, NIO 2, NOK 2, NPR 2, NZD 2, OMR 3, PAB 2, PEN 2, PGK 2, PHP 2, PKR 2, PLN 2,
  PYG 0, QAR 2, RON 2, RSD 2, RUB 2, RWF 0, SAR 2, SBD 2, SCR 2, SDG 2, SEK 2, SGD 2, SHP 2, SLE 2, SOS 2, SRD 2,
  SSP 2, STN 2, SVC 2, SYP 2, SZL 2, THB 2, TJS 2, TMT 2, TND 3, TOP 2, TRY 2, TTD 2, TWD 2, TZS 2, UAH 2, UGX 0,
  USD 2, USN 2, UYI 0, UYU 2, UYW 4, UZS 2, VED 2, VES 2, VND 0, VUV 0, WST 2, XAD 2, XAF 0, XCD 2, XCG 2, XOF 0,
  XPF 0, YER 2, ZAR 2, ZMW 2, ZWG 2`

const iso = isoListOne
  .split(',')
  .map((entry) => entry.trim().split(' '))
  .map(([currency = '', digits]) => [currency, Number(digits)] as const)

test.each(iso)('%s has %i minor digits', (currency, digits) => expect(minorDigits(currency)).toBe(digits))

test('no other currency is active', () => expect(currencies).toEqual(iso.map(([currency]) => currency)))

test.each(['BGN', 'ANG', 'HRK', 'XAU', 'XDR', 'XXX', 'eur', 'EURO', ''])('%j is not an active currency', (code) => {
  expect(isCurrency(code)).toBe(false)
  expect(() => minorDigits(code)).toThrow('is not an active ISO 4217 currency')
})

describe('an amount', () => {
  test.each([
    [1250, 2, '12.50'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [-1250, 2, '-12.50'],
    [1250, 0, '1250'],
    [1250, 3, '1.250'],
    [999_999_999_999, 2, '9999999999.99'],
  ])('of %i with exponent %i is %j', (amountMinor, exponent, text) => {
    expect(moneyText({ amountMinor, exponent })).toBe(text)
  })

  test.each([
    [12.5, 'EUR', 1250],
    [0.1 + 0.2, 'EUR', 30],
    [1.005, 'EUR', 101],
    [19.99, 'USD', 1999],
    [1250, 'JPY', 1250],
    [1.2345, 'KWD', 1235],
    [1299.5, 'HUF', 129_950],
    [0, 'EUR', 0],
  ])('of %d %s is %i minor units', (amount, currency, amountMinor) => {
    expect(toMoney(amount, currency)).toEqual({ currency, exponent: minorDigits(currency), amountMinor })
  })

  test.each([0, 1, 99, 100, 101, 123_456, 99_999_999])('survives as text: %i', (amountMinor) => {
    for (const currency of ['JPY', 'EUR', 'KWD'])
      expect(toMoney(Number(moneyText({ amountMinor, exponent: minorDigits(currency) })), currency)).toMatchObject({
        amountMinor,
      })
  })

  test.each([
    [{ amountMinor: 1_300, exponent: 0 }, 'HUF', { amountMinor: 130_000, exponent: 2 }],
    [{ amountMinor: 1_050, exponent: 2 }, 'JPY', { amountMinor: 11, exponent: 0 }],
    [{ amountMinor: 1_050, exponent: 2 }, 'KWD', { amountMinor: 10_500, exponent: 3 }],
    [{ amountMinor: 1_050, exponent: 2 }, 'EUR', { amountMinor: 1_050, exponent: 2 }],
  ])('%j is the same decimal amount of %s as %j', (amount, currency, same) => {
    expect(inCurrency(amount, currency)).toEqual({ ...same, currency })
  })
})

test.each([
  ['GB', 'GBP'],
  ['DE', 'EUR'],
  ['JP', 'JPY'],
  ['KW', 'KWD'],
  ['US', 'USD'],
  ['CH', 'CHF'],
  ['BG', 'EUR'],
  ['CW', 'XCG'],
  ['AN', 'USD'],
  ['XX', 'USD'],
])('the currency of %s is %s', (country, currency) => {
  expect(findCurrency(country)).toBe(currency)
})

test('the currency of every country is active', () => {
  expect(Object.keys(countryToCurrency).filter((country) => !isCurrency(findCurrency(country)))).toEqual([])
})
