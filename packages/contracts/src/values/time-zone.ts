/** Pure: the IANA time zone of an address. */
import lookUp from '@photostructure/tz-lookup'
import type { Address } from './address.ts'
import { principalZones, provinceZones } from './zones-of-countries.ts'

/** Address fields that determine a time zone. */
export type ZonedPlace = Pick<Address, 'country' | 'province' | 'latitude' | 'longitude'>

/**
 * The time zone of an address: by its coordinates, else by country and province. In a country of several zones, an address
 * without a known province is in the zone of the country's most populous part.
 */
export function getTimeZone({ country, province, latitude, longitude }: ZonedPlace): string {
  const byCoordinates = latitude === null || longitude === null ? undefined : timeZoneAt(latitude, longitude)
  if (byCoordinates !== undefined && !isAtSea(byCoordinates) && !isWrongSamoa(country, byCoordinates))
    return byCoordinates
  const byProvince = province === null ? undefined : zoneOfProvince(country, province)
  return byProvince ?? principalZones[country] ?? onlyZone(country)
}

/** The time zone of a place; at sea one of the `Etc` area. */
export const timeZoneAt = (latitude: number, longitude: number): string => lookUp(latitude, longitude)

const zonesOfCountries = new Map<string, ReadonlySet<string>>()

/** Whether a part of the country is in the zone. */
export function isZoneOf(country: string, zone: string): boolean {
  let zones = zonesOfCountries.get(country)
  if (zones === undefined) {
    zones = new Set(zonesIn(country).map(canonical))
    zonesOfCountries.set(country, zones)
  }
  return zones.has(canonical(zone))
}

const canonicalNames = new Map<string, string>()

/** Zones have several names: Asia/Kolkata and Asia/Calcutta. */
function canonical(zone: string): string {
  let name = canonicalNames.get(zone)
  if (name === undefined) {
    name = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
    canonicalNames.set(zone, name)
  }
  return name
}

const isAtSea = (zone: string): boolean => zone.startsWith('Etc/')

/** The table of coordinates takes American Samoa for its neighbour, where it is a day later. */
const isWrongSamoa = (country: string, zone: string): boolean => country === 'AS' && zone === 'Pacific/Apia'

/** Whether this runtime knows the zone: `Europe/London`, and no offset such as `+01:00`. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== null
  } catch {
    return false
  }
}

/** Letters that do not come apart into one of A to Z and a mark. */
const joinedLetters: Readonly<Record<string, string>> = { Ø: 'O', Æ: 'AE', Œ: 'OE', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' }

/**
 * A name or code of a province in one form: `São Paulo`, `sao paulo` and `SAO-PAULO` are the same, as are `Hawaiʻi` with the
 * Hawaiian letter and with an apostrophe, and letters of full width.
 */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ØÆŒŁĐÐÞ]/g, (letter) => joinedLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+|[ʹ-ˁ]+/gu, ' ')
    .trim()

const zonesByName = new Map<string, ReadonlyMap<string, string>>()

function zoneOfProvince(country: string, province: string): string | undefined {
  const zones = provinceZones[country]
  if (zones === undefined) return undefined
  let byName = zonesByName.get(country)
  if (byName === undefined) {
    const names = Object.entries(zones).flatMap(([zone, list]) =>
      list.split('|').map((name) => [plainName(name), zone]),
    )
    byName = new Map(names as [string, string][])
    zonesByName.set(country, byName)
  }
  const name = plainName(province)
  // ISO 3166-2 writes the country first: US-CA.
  return byName.get(name) ?? (name.startsWith(`${country} `) ? byName.get(name.slice(3)) : undefined)
}

/** Not declared by TypeScript yet. */
interface WithTimeZones {
  getTimeZones(): string[] | undefined
}

function zonesIn(country: string): readonly string[] {
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & WithTimeZones
  return locale.getTimeZones() ?? []
}

const onlyZone = (country: string): string => zonesIn(country)[0] ?? 'UTC'
