/** Pure: the countries of the world in a language, for a choice. */

/** Codes that name no country where parcels are delivered: groups, and codes for private use. */
const GROUPS = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const cached = new Map<string, Country[]>()

interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
}

/** By name. Made once per language, from the data of the browser. */
export function listCountries(locale: string): Country[] {
  const known = cached.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
  const countries = current.flatMap((code) => {
    const name = GROUPS.has(code) ? undefined : names.of(code)
    return name === undefined ? [] : [{ code, name }]
  })
  countries.sort((one, other) => one.name.localeCompare(other.name, locale))
  cached.set(locale, countries)
  return countries
}
