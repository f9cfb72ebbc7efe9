/** Pure: the country of a pasted address, by its name or by the form of a post code that no other country has. */
import { countryNamed, countryOfAlpha3 } from '@waybill/sdk/sheets/countries/names'
import { isCountryCode } from '../countries.ts'
import { CITY_STATES, NAMED_LIKE_TOWNS } from './country-names.ts'
import type { Part } from './pasted-lines.ts'
import { isProvince, mailPrefixes, postCodePattern } from './postal-forms.ts'

const matches = (country: string, text: string): boolean =>
  [...text.matchAll(postCodePattern(country) ?? /$^/g)].length > 0

/** A name, or a code where a post code of its country is near. A state is no country: Georgia, and CA behind a town. */
function findCountry(parts: readonly Part[], assumed: string): string | undefined {
  const text = parts.at(-1)?.text ?? ''
  const isState = (country: string): boolean => isProvince(country, text)
  const known = countryNamed(text.replace(/ \([A-Z]{2,3}\)$/, ''))
  if (isCountryCode(text)) {
    // No post code shows it.
    if (!isState(assumed) && (text === assumed || postCodePattern(text) === null)) return text
    const isNear = parts.slice(-4, -1).some((part) => matches(text, part.text))
    return isNear && !(isState(assumed) && parts.slice(-3).some((part) => matches(assumed, part.text)))
      ? text
      : undefined
  }
  if (known === undefined) return isState(assumed) ? undefined : countryOfAlpha3(text)
  return known === 'GE' && assumed === 'US' && !isBelowGeorgianCode(parts) ? undefined : known
}

/** `Tbilisi 0179` above Georgia: a ZIP code has five digits. */
function isBelowGeorgianCode(parts: readonly Part[]): boolean {
  const above = parts.at(-2)?.text ?? ''
  return /^(?:\p{L}[\p{L} -]* \d{4}|\d{4} \p{L}[\p{L} -]*)$/u.test(above)
}

/** `NY 10118 USA`, `Singapore 079903`. */
function takeFromLast(parts: Part[]): string | undefined {
  const last = parts.at(-1)
  if (last === undefined) return
  const [, town = '', country] = /^(.*\S)\s+[-–(]\s*([^-–()]+)\)?$/.exec(last.text) ?? []
  const behind = country === undefined ? undefined : countryNamed(country)
  if (behind !== undefined && !CITY_STATES.has(behind)) {
    last.text = town
    return behind
  }
  const [, name = '', code = ''] = /^(\p{L}[\p{L} .]*\p{L})[ -]+(\d[\d -]*)$/u.exec(last.text) ?? []
  const before = countryNamed(name)
  if (before !== undefined && !CITY_STATES.has(before) && !NAMED_LIKE_TOWNS.has(before) && matches(before, code)) {
    last.text = code
    return before
  }
  return takeLastWords(last)
}

function takeLastWords(last: Part): string | undefined {
  const words = last.text.split(' ')
  for (let count = Math.min(4, words.length - 1); count > 0; count -= 1) {
    const before = words.slice(0, -count).join(' ')
    const name = words.slice(-count).join(' ')
    const isApart = /\d\S*$/.test(before) || count > 1 || /^(?:USA|UK|UAE|U\.S\.A\.|U\.K\.)$/.test(name)
    const country = isApart ? countryNamed(name) : undefined
    // `1204 Luxembourg` has the town.
    if (country === undefined || CITY_STATES.has(country) || NAMED_LIKE_TOWNS.has(country)) continue
    last.text = before
    return country
  }
}

/** `Singapore 079903`, whose town is its country. */
function findCityState(parts: readonly Part[]): string | undefined {
  const words = parts.findLast(({ text }) => /^[a-z]+ \d{6}$/i.test(text))?.text.split(' ')
  return words?.[0] !== undefined && countryNamed(words[0]) === 'SG' ? 'SG' : undefined
}

/** `IN 46970` below Peru: the town is in Indiana. */
const isStateAndZip = (text: string): boolean => {
  const [, state = ''] = STATE_AND_ZIP.exec(text) ?? []
  return isProvince('US', state)
}

/** `101000, Россия, г. Москва, …`, from the country to the door. */
function takeFirst(parts: Part[]): string | undefined {
  const index = parts
    .slice(0, 2)
    .findIndex(({ text }) => /^\p{scx=Cyrl}/u.test(text) && countryNamed(text) !== undefined)
  return index === -1 || parts.length < 4 ? undefined : countryNamed(parts.splice(index, 1)[0]?.text ?? '')
}

/** The named country, which is taken from the parts. */
export function takeCountry(parts: Part[], assumed: string): string | undefined {
  if (parts.length < 2) return
  let country = findCountry(parts, assumed)
  if (country !== undefined) parts.pop()
  else country = takeFromLast(parts)
  if (country === undefined && parts.length > 2) {
    // Above the post code: `Guernsey`, `GY1 1WF`.
    const last = parts.at(-1)
    const above = findCountry(parts.slice(0, -1), assumed)
    if (
      last !== undefined &&
      above !== undefined &&
      !isStateAndZip(last.text) &&
      matches(above, last.text) &&
      /^\S+( \S+)?$/.test(last.text)
    ) {
      parts.splice(-2, 1)
      country = above
    }
  }
  if (country === undefined) return takeFirst(parts) ?? findCityState(parts)
  return takeNation(parts, country)
}

/** `Wales, UK`; `Hong Kong, China`. */
function takeNation(parts: Part[], country: string): string {
  const above = parts.length > 1 ? countryNamed(parts.at(-1)?.text ?? '') : undefined
  if (above === undefined) return country
  const isTwice = !CITY_STATES.has(country) || (parts.length > 2 && !/\d/.test(parts.at(-2)?.text ?? ''))
  if (above === country && isTwice) parts.pop()
  else if (country === 'CN' && ['HK', 'MO', 'TW'].includes(above)) {
    parts.pop()
    return above
  } else if (country === 'GB' && ['JE', 'GG', 'IM'].includes(above)) {
    parts.pop()
    return above
  }
  return country
}

/** Countries whose post codes no other country has, written in upper case. */
const UNMISTAKABLE = ['GB', 'CA', 'IE', 'NL', 'PT', 'PL', 'BR', 'LV', 'MT']
const STATE_AND_ZIP = /(?:^|\s)([A-Z]{2}) \d{5}(?:-\d{4})?$/
const PREFIXED = /^([A-Z]{1,3})-(?=\d{3,6}\s)/

/** Countries to try where the text names none, the likeliest first. */
export function likelyCountries(parts: readonly Part[], assumed: string): string[] {
  const texts = parts.map(({ text }) => text)
  const prefix = texts.flatMap((text) => mailPrefixes[PREFIXED.exec(text)?.[1] ?? ''] ?? [])
  const isStates =
    assumed !== 'US' &&
    texts.some((text) => {
      const [, state = ''] = STATE_AND_ZIP.exec(text) ?? []
      return isProvince('US', state) && !isProvince(assumed, state)
    })
  const isJapan =
    assumed !== 'JP' && texts.some((text) => isProvince('JP', /(\p{L}+) \d{3}-\d{4}$/u.exec(text)?.[1] ?? ''))
  const others = UNMISTAKABLE.filter((code) => code !== assumed)
  return [...prefix, ...(isStates ? ['US'] : []), ...(isJapan ? ['JP'] : []), assumed, ...others]
}

export const isUnmistakable = (country: string): boolean => UNMISTAKABLE.includes(country)

/** Places with the post codes of a larger country, which is often named or meant instead. */
const WITHIN: readonly [country: string, postCodes: RegExp, place: string][] = [
  ['GB', /^GY/, 'GG'],
  ['GB', /^JE\d/, 'JE'],
  ['GB', /^IM\d/, 'IM'],
  ['CH', /^94(?:8[5-9]|9[0-8])$/, 'LI'],
  ['FR', /^980\d\d$/, 'MC'],
  ['IT', /^4789\d$/, 'SM'],
  ['IT', /^00120$/, 'VA'],
]

/** Crown dependencies and small countries by their post codes. */
export const findDependency = (country: string, postCode: string): string =>
  WITHIN.find(([larger, codes]) => larger === country && codes.test(postCode.replace(' ', '')))?.[2] ?? country
