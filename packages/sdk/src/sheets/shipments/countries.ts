/** Pure: codes of countries by their names, which some shops write. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']
const OTHERS: Record<string, string> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  'the netherlands': 'NL',
  holland: 'NL',
  'czech republic': 'CZ',
  'republic of ireland': 'IE',
  'south korea': 'KR',
  'korea, republic of': 'KR',
  'russian federation': 'RU',
  turkey: 'TR',
  'hong kong': 'HK',
  macau: 'MO',
  'viet nam': 'VN',
}
let names: Map<string, string> | undefined

/** The ISO code of a country, by code or name; the text itself if it is neither. */
export function toCountryCode(text: string): string {
  const upper = text.toUpperCase()
  if (/^[A-Z]{2}$/.test(upper)) return OTHERS[upper.toLowerCase()] ?? upper
  names ??= readNames()
  return names.get(text.toLowerCase()) ?? text
}

function readNames(): Map<string, string> {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
  const found = LANGUAGES.flatMap((language) => {
    const words = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return current.flatMap((code): [string, string][] => {
      const name = words.of(code)
      return name === undefined ? [] : [[name.toLowerCase(), code]]
    })
  })
  return new Map([...found.reverse(), ...Object.entries(OTHERS)])
}
