/** Pure: the country that a text names, in the languages of the world. */
import { listCountries } from '../countries.ts'
import { plainText } from './plain-text.ts'

/** Languages in which a country is named: the console's own and those of most countries. */
const LANGUAGES = (
  'en de fr es it nl pt pl cs sv da nb fi is et lv lt hu ro sk sl hr bs sr sq mk bg el tr uk ru ka hy az kk he ar fa ur ' +
  'hi bn ta te th vi id ms fil ja ko zh zh-Hant sw ca ga mt nn gl eu lb cy be af'
).split(' ')

/** Names that `Intl.DisplayNames` does not have. */
const otherNames: Record<string, string> = {
  GB: 'uk|gbr|england|scotland|wales|northern ireland|great britain|britain|grossbritannien|grande bretagne|royaume uni|gran bretana',
  US: 'armed forces pacific|armed forces europe|armed forces americas|armed forces|usa|us|united states of america|the united states|etats unis d amerique|amerika',
  AE: 'uae|u a e|emirates',
  CN: 'pr china|p r china|peoples republic of china|prc|中国|中华人民共和国|中華人民共和國',
  TW: 'taiwan r o c|taiwan roc|taiwan|r o c|taiwan republic of china|臺灣',
  HK: 'hong kong sar|hong kong|hongkong|hong kong s a r|hksar|香港',
  MO: 'macau|macao|macau sar|澳門|澳门',
  KR: 'korea|republic of korea|south korea|korea south|rok|한국',
  IE: 'republic of ireland|eire|rep of ireland',
  NL: 'holland|the netherlands|hollande|nld',
  CZ: 'czech republic|ceska republika|czech rep|tschechische republik|republique tcheque|republica checa',
  TR: 'turkey|turkiye',
  SK: 'slovak republic|slovenska republika',
  MK: 'macedonia',
  RU: 'russian federation|rossiya',
  VN: 'viet nam',
  LA: 'lao pdr',
  IR: 'iran islamic republic of',
  SY: 'syrian arab republic',
  MD: 'republic of moldova',
  CI: 'ivory coast',
  CD: 'dr congo|drc',
  CV: 'cape verde',
  SZ: 'swaziland',
  MM: 'burma',
  BN: 'brunei darussalam',
  DE: 'brd|deu|bundesrepublik deutschland',
  FR: 'fra',
  ES: 'esp',
  IT: 'ita',
  CA: 'can',
  AU: 'aus',
  NZ: 'aotearoa',
  CH: 'confoederatio helvetica',
  JP: '日本国',
  GR: 'ελλας|hellas',
  SJ: 'svalbard|jan mayen',
  BQ: 'bonaire|saba|sint eustatius|caribisch nederland',
  PS: 'palestine',
  TL: 'east timor',
  FO: 'faeroe islands',
  XK: 'kosova',
}

let codesByName: Map<string, string> | undefined

/** Codes by the names of all countries. Made when the first address is pasted. */
function countryCodes(): Map<string, string> {
  if (codesByName) return codesByName
  const codes = new Map<string, string>()
  for (const [code, names] of Object.entries(otherNames)) for (const name of names.split('|')) codes.set(name, code)
  const listed = listCountries('en').map(({ code }) => code)
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of listed) {
      const name = plainText(names.of(code) ?? '')
      if (name.length > 1 && !codes.has(name)) codes.set(name, code)
    }
  }
  codesByName = codes
  return codes
}

const LONGEST_NAME = 60

/** ISO 3166-1 code of the country that has this name. */
export function countryNamed(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  const plain = plainText(text)
  const codes = countryCodes()
  const short = plain.replace(/^the /, '').replace(/^saint /, 'st ')
  return codes.get(plain) ?? codes.get(short) ?? codes.get(short.replace(/ and /, ' '))
}

export const isCountryCode = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && listCountries('en').some(({ code }) => code === text)

/** Countries with the name of a town of theirs. */
export const NAMED_LIKE_TOWNS = new Set(['LU', 'MX', 'PA', 'GT', 'SV', 'KW', 'DJ', 'NF', 'CX'])

/** Places whose country and town have one name. */
export const CITY_STATES = new Set(['SG', 'HK', 'MO', 'MC', 'GI', 'VA', 'SM'])
