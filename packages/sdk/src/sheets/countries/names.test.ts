import { expect, test } from 'vitest'
import { countryNamed, listCountryCodes, toCountryCode } from './names.ts'

test.each([
  ['gb', 'GB'],
  ['UK', 'GB'],
  ['GBR', 'GB'],
  ['deu', 'DE'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['United States (US)', 'US'],
  ['United Kingdom (UK)', 'GB'],
  ['Germany [DEU]', 'DE'],
  ['US - United States', 'US'],
  ['Poland / Polska', 'PL'],
  ['Estados Unidos de América (US)', 'US'],
  ['Polska', 'PL'],
  ['Česká republika', 'CZ'],
  ['ΕΛΛΑΔΑ', 'GR'],
  ['日本', 'JP'],
  ['Brasil', 'BR'],
  ['Atlantis', 'Atlantis'],
  ['Georgia (US)', 'Georgia (US)'],
  ['Atlantis (AT)', 'Atlantis (AT)'],
])('the country %s is %s', (text, code) => {
  expect(toCountryCode(text)).toBe(code)
})

test('a cell of many blanks is read in a time in proportion to its length', () => {
  const measure = (length: number) => {
    const begun = process.cpuUsage()
    toCountryCode(`a${'\t'.repeat(length)}b`)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  // 26 s if it grew with the square.
  expect(Math.min(measure(100_000), measure(100_000))).toBeLessThan(1_000)
})

test.each([
  ['Kingdom of the Netherlands', 'NL'],
  ['Koninkrijk der Nederlanden', 'NL'],
  ['Federal Republic of Germany', 'DE'],
  ['Bundesrepublik Deutschland', 'DE'],
  ['République française', 'FR'],
  ['Republic of Korea', 'KR'],
  ['Republic of China', 'TW'],
  ['Socialist Republic of Vietnam', 'VN'],
  ['República Federativa do Brasil', 'BR'],
  ['The Hashemite Kingdom of Jordan', 'JO'],
  ['Principality of Monaco', 'MC'],
  ['Grand Duchy of Luxembourg', 'LU'],
  ['Democratic Republic of the Congo', 'CD'],
  ['Republic of the Congo', 'CG'],
  ['Republic of Georgia', 'GE'],
  ['State of Georgia', undefined],
  ['State of Qatar', 'QA'],
  ['Republic Street', undefined],
])('the nation %s is %s', (text, code) => {
  expect(countryNamed(text)).toBe(code)
})

test('every country has a code of three letters', () => {
  const withoutOne = listCountryCodes().filter(
    (code) => countryNamed(code) === undefined && toCountryCode(code) !== code,
  )
  expect(withoutOne).toEqual([])
})
