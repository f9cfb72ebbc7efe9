/** Pure: fields that cannot be what they are said to be. An empty field is filled in by hand; a wrong one is printed. */
import { countryNamed } from '@waybill/sdk/sheets/countries/names'
import { CITY_STATES, NAMED_LIKE_TOWNS } from './country-names.ts'
import { ATTENTION } from './recipient.ts'
import { NUMBERED } from './town.ts'

interface Doubtful {
  name?: string
  company?: string
  address_line_1?: string
  address_line_2?: string
  city?: string
  province?: string
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text)
/** A label that was not known, an e-mail address, or markup. */
const HAS_SIGN = /[:：@{}[\]=]/
/** `NIF: …`, whose label is not known, but not `Cad. No: 214`. */
const LABELLED =
  /^\p{L}[\p{L} ./-]{1,30}(?<!\b(?:no|nr|num|kat|daire|d|blok|apt|km|sk|sok|cep|zip|plz|c\.?p|pin|code|т\.? ?к))[:：]\s/iu
/** `Dist. Barabanki`. */
const KIND_OF_TOWN = /^(?:dist(?:rict)?|tehsil|teh|taluka?|mandal)\b[.: -]*/i
const LONGEST_CITY = 60
const STREET_BEHIND =
  /(?:\s(?:street|road|avenue|ave|lane|drive|blvd|boulevard|highway|floor)|straße|strasse|gatan|gade|straat)\.?$/iu
const FLOOR = /^(?:flat|apartment|apto?|unit|suite|floor|room|level|bldg|building|block)\b/i

/** A name with three digits in a row is a number of something; a town has none but those of its districts. */
const isDoubtfulName = (text: string): boolean => !hasLetter(text) || HAS_SIGN.test(text) || /\d{3}/.test(text)

function isDoubtfulCity(text: string, province: string | undefined): boolean {
  if (!hasLetter(text) || HAS_SIGN.test(text) || text.length > LONGEST_CITY) return true
  if (/\d/.test(text) && !NUMBERED.test(text)) return true
  if (STREET_BEHIND.test(text) || FLOOR.test(text)) return true
  // Lebanon, PA.
  const country = province === undefined ? countryNamed(text) : undefined
  return country !== undefined && !CITY_STATES.has(country) && !NAMED_LIKE_TOWNS.has(country)
}

/** The fields without those that are in doubt. */
export function withoutDoubts<Fields extends Doubtful>(found: Fields): Fields {
  const kept = { ...found }
  if (kept.name !== undefined && isDoubtfulName(kept.name)) delete kept.name
  if (kept.company !== undefined && (HAS_SIGN.test(kept.company) || !hasLetter(kept.company))) delete kept.company
  // A phone number or a post code of some country.
  if (/^\d{5,8}$/.test(kept.address_line_2 ?? '') && !/^pack/i.test(kept.address_line_1 ?? ''))
    delete kept.address_line_2
  if (kept.city !== undefined) kept.city = kept.city.replace(KIND_OF_TOWN, '')
  if (kept.city !== undefined && isDoubtfulCity(kept.city, kept.province)) delete kept.city
  return kept
}

/** The lines without those of a label that is not known. */
export const withoutUnknown = (lines: readonly string[]): string[] =>
  lines.filter((line) => lines.length < 2 || ATTENTION.test(line) || !LABELLED.test(line))
