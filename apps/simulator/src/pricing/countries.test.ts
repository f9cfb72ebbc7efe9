import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  convertEuroCents,
  crossesCustoms,
  domesticPricePercent,
  getCurrency,
  taxBasisPoints,
  taxMinor,
} from './countries.ts'

test.for([
  ['GB', 'GBP', 2_000],
  ['US', 'USD', 0],
  ['DE', 'EUR', 1_900],
  ['FR', 'EUR', 2_000],
  ['NL', 'EUR', 2_100],
  ['ES', 'EUR', 2_100],
  ['IT', 'EUR', 2_200],
  ['IE', 'EUR', 2_300],
  ['PL', 'PLN', 2_300],
  ['AT', 'EUR', 2_000],
  ['CZ', 'CZK', 2_100],
  ['FI', 'EUR', 2_550],
  ['HU', 'HUF', 2_700],
  ['CA', 'CAD', 500],
  ['AU', 'AUD', 1_000],
  ['JP', 'JPY', 1_000],
  ['IN', 'INR', 1_800],
  ['KW', 'KWD', 0],
] as const)('a transport within %s is billed in %s with a tax of %i basis points', ([country, currency, rate]) => {
  expect(getCurrency(country)).toBe(currency)
  expect(taxBasisPoints(country, country)).toBe(rate)
  expect(convertEuroCents(420, currency)).toBeGreaterThan(0)
})

test.for(['BR', 'CN', 'ZZ'])('"%s" is billed in US dollars without tax', (country) => {
  expect(getCurrency(country)).toBe('USD')
  expect(taxBasisPoints(country, country)).toBe(0)
})

test('amounts have the decimals of their currency', () => {
  expect(convertEuroCents(1_000, 'EUR')).toBe(1_000)
  expect(convertEuroCents(1_000, 'GBP')).toBe(870)
  expect(convertEuroCents(1_000, 'JPY')).toBe(1_750)
  expect(convertEuroCents(1_000, 'KWD')).toBe(3_600)
})

test('a currency without a rate throws', () => {
  expect(() => convertEuroCents(1_000, 'XXX')).toThrow('no exchange rate for XXX')
})

test('goods that leave the tax area carry no tax; within the Union the rate of departure applies', () => {
  expect(taxBasisPoints('DE', 'FR')).toBe(1_900)
  expect(taxBasisPoints('DE', 'GB')).toBe(0)
  expect(taxBasisPoints('GB', 'DE')).toBe(0)
  expect(taxBasisPoints('US', 'CA')).toBe(0)
})

test('tax is rounded half up', () => {
  expect(taxMinor(1_050, 1_900)).toBe(200) // 199.5
})

test('goods are cleared through customs between tax areas only', () => {
  expect(crossesCustoms('DE', 'AT')).toBe(false)
  expect(crossesCustoms('US', 'US')).toBe(false)
  expect(crossesCustoms('IE', 'GB')).toBe(true)
  expect(crossesCustoms('BR', 'CN')).toBe(true)
})

test('transports within India cost less than within Germany', () => {
  expect(domesticPricePercent('IN')).toBeLessThan(domesticPricePercent('DE'))
  expect(domesticPricePercent('BR')).toBe(100)
})

test('the guide to testing lists the countries of every currency', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/testing.md'), 'utf8')
  const groups = [...guide.matchAll(/\b([A-Z]{3}) \(([A-Z]{2}(?:, [A-Z]{2})*)\)/g)]
  const listed = new Map(
    groups.flatMap(([, currency = '', codes = '']) => codes.split(', ').map((code) => [code, currency])),
  )
  expect(listed.size).toBe(33)
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    expect([code, getCurrency(code)]).toEqual([code, listed.get(code) ?? 'USD'])
  }
})
