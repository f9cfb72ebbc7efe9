/** Pure: the countries of the world in a language, for a choice. */
import { listCountryCodes } from '@waybill/sdk/sheets/countries/names'

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
  const countries = listCountryCodes().map((code) => ({ code, name: names.of(code) ?? code }))
  countries.sort((one, other) => one.name.localeCompare(other.name, locale))
  cached.set(locale, countries)
  return countries
}

export const isCountryCode = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && listCountries('en').some(({ code }) => code === text)
