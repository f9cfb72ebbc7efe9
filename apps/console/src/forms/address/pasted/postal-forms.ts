/**
 * Pure: the post codes and provinces of countries. `postal-forms.json` is from libaddressinput (Google, Apache License 2.0) and
 * ISO 3166-2, with post codes of later years and the usual short names of provinces. `first`: the post code is before the town.
 */
import { plainText } from '@waybill/sdk/sheets/countries/plain-text'
import data from './postal-forms.json' with { type: 'json' }

interface PostalForm {
  postCode?: string
  first?: boolean
  provinces?: string
}

const forms: Record<string, PostalForm> = data

/** Provinces that are a town: the town is their name. */
const TOWNS =
  'bangkok|seoul|busan|daegu|incheon|gwangju|daejeon|ulsan|sejong|beijing|shanghai|tianjin|chongqing|delhi|new delhi|hanoi|ha noi|ho chi minh|ho chi minh city|tp ho chi minh|thanh pho ho chi minh|da nang|hai phong|can tho|taipei|taipei city|new taipei city|kaohsiung|kaohsiung city|taichung|taichung city|tainan|tainan city|taoyuan|taoyuan city|buenos aires|capital federal|caba|ciudad autonoma de buenos aires|ciudad de mexico|bogota|bogota d c|kuala lumpur|putrajaya|labuan|bucuresti|caracas|chiang mai|chandigarh|cairo|lagos|jakarta|bandar seri begawan|montevideo|phuket|القاهرة|الجيزة|الاسكندرية'
const towns = new Set(TOWNS.split('|'))
export const isTownAndProvince = (text: string): boolean => towns.has(plainText(text))

/** Words before the name of a province. */
const KIND =
  /^(?:province of|provincia de|provincia|prov|judetul|jud|dpto|departamento de|estado de|state of|region de|woj|wojewodztwo) /

/** Words behind it. */
const KIND_BEHIND = / (?:province|prefecture|state|sheng|pref|autonomous region|darul \p{L}+)$/u
const KIND_IN_ASIA = / (?:do|ken|fu|to)$/

/** Countries that are states in addresses. */
const US_TERRITORIES = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW'])

const provincesByCountry = new Map<string, Set<string>>()

function provinces(country: string): Set<string> {
  const known = provincesByCountry.get(country)
  if (known) return known
  const source = US_TERRITORIES.has(country) ? 'US' : country
  const names = new Set((forms[source]?.provinces ?? '').split('|').map(plainText))
  names.delete('')
  if (country === 'IE') for (const name of [...names]) names.add(name.replace('co ', 'county '))
  // Those that are no town.
  if (country === 'IE')
    for (const name of 'clare kerry laois louth mayo meath offaly westmeath'.split(' ')) names.add(name)
  provincesByCountry.set(country, names)
  return names
}

export const isProvince = (country: string, text: string): boolean => {
  const plain = plainText(text)
  if (country === 'IE' && /^(?:co|county|contae) \p{L}/u.test(plain)) return true
  const known = provinces(country)
  return (
    known.has(plain) ||
    known.has(plain.replace(KIND, '')) ||
    known.has(plain.replace(country === 'JP' || country === 'KR' ? KIND_IN_ASIA : KIND_BEHIND, ''))
  )
}

export const hasProvinces = (country: string): boolean => provinces(country).size > 0

/** Provinces of the country in its own script, the longest first. */
export const localProvinces = (country: string): string[] =>
  (forms[country]?.provinces ?? '')
    .split('|')
    .filter((name) => /[\p{scx=Hani}\p{scx=Hang}]/u.test(name))
    .sort((one, other) => other.length - one.length)

export const isCodeFirst = (country: string): boolean => forms[country]?.first === true

/** Codes before post codes in international mail: `D-10115`. Those of more letters are ISO codes. */
export const mailPrefixes: Record<string, string> = {
  D: 'DE',
  F: 'FR',
  I: 'IT',
  A: 'AT',
  B: 'BE',
  L: 'LU',
  N: 'NO',
  S: 'SE',
  E: 'ES',
  P: 'PT',
  H: 'HU',
  FL: 'LI',
  FIN: 'FI',
  ...Object.fromEntries(
    'CH NL DK FI SE NO PL CZ SK HR SI LT LV EE BG RO GR CY MC MD AX AZ FO HU DE FR IT AT BE LU ES PT UA RS TR'
      .split(' ')
      .map((code) => [code, code]),
  ),
}

const patterns = new Map<string, RegExp | null>()

/** Finds post codes with the words before them. The code itself is the group `code`. */
export function postCodePattern(country: string): RegExp | null {
  const known = patterns.get(country)
  if (known !== undefined) return known
  const source = forms[country]?.postCode
  const prefixes = Object.entries(mailPrefixes).flatMap(([prefix, code]) => (code === country ? [prefix] : []))
  const words =
    '〒|Τ\\.? ?Κ\\.?:? ?|индекс:? ?|C\\.? ?P\\.?:? ?|CEP:? ?|PIN(?: ?code)?[: -]*|P\\.?L\\.?Z\\.?:? ?|ZIP(?: code)?:? ?|post ?code:? ?'
  const short = country === 'SG' ? ['S ?(?=[(\\d])'] : []
  const before = [words, ...short, ...prefixes.map((prefix) => `${prefix} ?[-–]? ?`)].join('|')
  const pattern =
    source === undefined
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}#]|\\p{N}-|(?<!\\p{L})\\p{L}-)(?:${before})?\\s*\\(?(?<code>${source})\\)?(?![\\p{L}\\p{N}-])`,
          'giu',
        )
  patterns.set(country, pattern)
  return pattern
}
