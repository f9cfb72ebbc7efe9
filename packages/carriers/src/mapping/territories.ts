/**
 * Pure: which territory an address is in, however it is spelt: by the ISO code of the territory, as a province of its country
 * (`US` with `PR`, `US-PR` or `Puerto Rico`), by the post code alone, or by the town. One place has one answer.
 */
import { plainName } from '@waybill/contracts/values/time-zone'
import type { CarrierAddress } from '../carrier-adapter.ts'
import { american } from './territory-tables/america.ts'
import { asianAndPacific } from './territory-tables/asia-and-pacific.ts'
import { british } from './territory-tables/britain.ts'
import { frenchAndSpanish } from './territory-tables/france-and-spain.ts'
import { otherEuropean } from './territory-tables/other-european.ts'
import type { Territory } from './territory-tables/territory.ts'

const territories = [...american, ...frenchAndSpanish, ...british, ...otherEuropean, ...asianAndPacific]

/** A name in one form: `Sta. Cruz` and `Santa Cruz`, `Lisburn & Castlereagh` and `Lisburn and Castlereagh` are the same. */
const fold = (name: string): string =>
  plainName(name)
    .replace(/\b(SAINTE?|SINT|SANTA|SANKT|STE|STA)\b/g, 'ST')
    .replace(/ (AND|ET|EN|OG|UND|Y|E)(?= )/g, '')

const split = (names: string): string[] => (names === '' ? [] : names.split('|').map(fold))

const parents = new Map(territories.map(({ parent, code }) => [code, parent]))
const byParent = Map.groupBy(territories, ({ parent }) => parent)
/** Shortest name that counts as a city: shorter ones are codes. */
const LEAST_NAME = 4

const keyed = (territory: Territory, names: readonly string[]) =>
  names.map((name) => [`${territory.parent} ${name}`, territory] as const)
const byProvince = new Map(territories.flatMap((one) => keyed(one, [...split(one.towns), ...split(one.provinces)])))
const byCity = new Map(
  territories.flatMap((one) => {
    const mainland = new Set(split(one.notTowns))
    const names = split(one.provinces).filter((name) => name.length >= LEAST_NAME && !mainland.has(name))
    return keyed(one, [...names, ...split(one.towns)])
  }),
)

type Place = Pick<CarrierAddress, 'country' | 'province' | 'postCode' | 'city'>

const getPostCode = (country: string, postCode: string | null): string =>
  (postCode?.normalize('NFKC').toUpperCase() ?? '').replace(country === 'GB' ? /[^A-Z\d]/g : /\D/g, '')

const KINDS = [
  'BAILIWICK|STATES?|PROVINC(?:E|IA)|PROV|PROVINZ|REGION|DEPART(?:E)?MENT|DEPT|DISTRICT|TERRITORY|TERRITOIRE|COMMONWEALTH',
  'COLLECTIVITE|COMUNIDAD|AUTONOMA|CIUDAD|CITY|PRINCIPALITY|CROWN DEPENDENCY|ISLES?|ISLANDS?|ISLAS?|ILES?|ISOLA|INSELN?|EILAND|IS',
  'OF|DE|DU|DES|DEL|DELLA|DI|THE|LA|LES?|L|D',
].join('|')
const FIRST_KIND = new RegExp(`^(?:${KINDS}) `)
const LAST_KIND = new RegExp(` (?:${KINDS}|SAR)$`)
const COUNTY = /^(?:CO|COUNTY|CTY) | (?:CO|COUNTY)$/
/** Codes that stand behind a place without a sign between them: `APO AE`, `Martinique 972`. */
const LAST_CODE = /^.+ (A[AEP]|PR|VI|GU|MP|9[78]\d)$/
const FIRST_CODE = /^(9[78]\d) .+$/
/** Signs around parts: `Saint-Martin (FR)`, `972 - Martinique`. */
const BETWEEN_PARTS = /[()[\],;:/|]|\s[-–—]|[-–—]\s/

/** The name without words for its kind, one by one: `Île de la Réunion`, `de la Réunion`, `la Réunion`, `Réunion`. */
function strip(country: string, name: string): string[] {
  const county = country === 'GB' ? name.replace(COUNTY, '') : name
  const rests = county === name ? [] : [county]
  for (let rest = county; ; ) {
    const shorter = FIRST_KIND.test(rest) ? rest.replace(FIRST_KIND, '') : rest.replace(LAST_KIND, '')
    // Île de Ré is not RE.
    if (shorter === rest || shorter.length < LEAST_NAME) return rests
    rests.push(shorter)
    rest = shorter
  }
}

/** Meanings of a province: all of it before its parts, and these before parts of their words. */
function listMeanings(country: string, province: string): string[] {
  const whole = fold(province)
  const parts = province.split(BETWEEN_PARTS).map(fold)
  const texts = [whole, ...(parts.length > 1 ? parts : [])].filter((text) => text !== '' && text !== country)
  const short = texts.flatMap((text) => (text.startsWith(`${country} `) ? [text.slice(country.length + 1)] : []))
  const codes = [LAST_CODE, FIRST_CODE].flatMap((form) => form.exec(whole)?.[1] ?? [])
  return [...texts, ...short, ...codes, ...[...texts, ...short].flatMap((text) => strip(country, text))]
}

function findByProvince(country: string, province: string | null): Territory | undefined {
  if (province === null) return undefined
  for (const meaning of listMeanings(country, province)) {
    const found = byProvince.get(`${country} ${meaning}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** A town in the territory: without a post code, or with one that the territory shares. Unlike provinces, only whole names count. */
function findByCity(country: string, city: string, postCode: string): Territory | undefined {
  const found = byCity.get(`${country} ${fold(city)}`)
  // Where there are no post codes, merchants send 0000 or a dash.
  return /[1-9]/.test(postCode) && !found?.sharedPostCode?.test(postCode) ? undefined : found
}

/** The Dutch have a town of this name as well, and its addresses have a province or a post code. */
const isDutchWillemstad = ({ country, province, city }: Place): boolean =>
  country === 'NL' && province !== null && fold(city) === 'WILLEMSTAD'

/** The territory that is apart from its country; null: the address is in the country itself, which may be a territory. */
function findTerritory(place: Place): { code: string; name: string } | null {
  const { country, province, city } = place
  const parent = parents.get(country) ?? country
  const postCode = getPostCode(parent, place.postCode)
  const byPostCode = byParent.get(parent)?.find((territory) => territory.postCode?.test(postCode))
  if (byPostCode !== undefined) return byPostCode
  const named = findByProvince(parent, province)
  if (named !== undefined && !named.isVague) return named
  // A country that is a territory says more than a town.
  if (parent !== country) return null
  const isTown = named !== undefined || !isDutchWillemstad(place)
  return (isTown ? findByCity(parent, city, postCode) : undefined) ?? named ?? null
}

/** ISO 3166-1 code of the territory or country, or a code of `territories` for a part that has none: `PR`, `FR`, `ES-CN`. */
export const territoryCode = (place: Place): string => findTerritory(place)?.code ?? place.country

/** The ISO 3166-1 code of the territory, or of the country if the territory has none: `PR` of the state PR of the US. */
export function isoTerritory(place: Place): string {
  const code = territoryCode(place)
  return code.includes('-') ? place.country : code
}

/** `FR`, or with the territory that the post code or province tells: `FR (Réunion)`. */
export function placeName(place: Place): string {
  const territory = findTerritory(place)
  return territory === null || territory.code === place.country ? place.country : `${place.country} (${territory.name})`
}
