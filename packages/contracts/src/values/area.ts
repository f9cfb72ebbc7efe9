/** Areas of a country by post code: where pickups or drop-offs are. */
import { z } from 'zod'
import { country } from './address.ts'

/** Letters and digits of a post code, in upper case and of normal width. */
const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Countries whose post codes are an outward code of two to four characters and an inward code of three: `N1 7QW`. */
const TWO_PART_COUNTRIES = new Set(['GB', 'IM', 'JE', 'GG', 'GI', 'FK', 'GS', 'IO', 'PN', 'SH', 'TC'])
const OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/
const PARTS = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{0,2})$/
const SPACED_PARTS = /^([A-Z]{1,2}\d[A-Z\d]?)\s+(\d[A-Z]{0,2})$/

/** Only the space of `N1 7` is kept: without it, that sector would be the district N17. */
const comparablePrefix = (text: string): string => {
  const [, outward, inward] = SPACED_PARTS.exec(text.normalize('NFKC').toUpperCase()) ?? []
  return outward === undefined ? compact(text) : `${outward} ${inward}`
}

/** The beginning of post codes, as it is compared; null: all of the country. */
export const postCodePrefix = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .transform((text) => comparablePrefix(text))
  .refine((text) => text !== '', { error: 'must have letters or digits' })
  .nullable()

/** A prefix with its parts apart where that matters, so that equal places are equal texts: `N17 6` of `N176`, `D01` of `D1`. */
export function canonicalPrefix(country: string, prefix: string): string {
  const text = compact(prefix)
  // Dublin's districts have one digit in speech and two in Eircodes.
  if (country === 'IE') return text.replace(/^D(\d)$/, 'D0$1')
  if (!TWO_PART_COUNTRIES.has(country)) return text
  if (prefix.includes(' ')) return prefix
  return OUTWARD.test(text) ? text : text.replace(PARTS, '$1 $2')
}

/** The outward and the inward code; a code of one part is outward. */
function splitPostCode(postCode: string): [outward: string, inward: string] {
  const [first = '', ...rest] = postCode.trim().split(/\s+/).map(compact)
  if (rest.length === 1 && OUTWARD.test(first)) return [first, rest[0] ?? '']
  const text = compact(postCode)
  return /\d[A-Z]{2}$/.test(text) ? [text.slice(0, -3), text.slice(-3)] : [text, '']
}

function hasPrefix(country: string, postCode: string, prefix: string): boolean {
  const meant = canonicalPrefix(country, prefix)
  if (!TWO_PART_COUNTRIES.has(country)) return compact(postCode).startsWith(meant)
  const [outward, inward] = splitPostCode(postCode)
  const [meantOutward = '', meantInward] = meant.split(' ')
  if (meantInward !== undefined) return outward === meantOutward && inward.startsWith(meantInward)
  // An area such as N, which is not NW.
  if (/^[A-Z]{1,2}$/.test(meant)) return /^[A-Z]*/.exec(outward)?.[0] === meant
  // A district: E1 has E1W in it, and not E10.
  return OUTWARD.test(meant)
    ? outward.replace(/(?<=\d)[A-Z]$/, '') === meant || outward === meant
    : compact(postCode).startsWith(meant)
}

export interface Area {
  country: string
  /** As `postCodePrefix` reads it. */
  post_code_prefix: string | null
}

/** An area in a request. */
export const areaSchema = z.strictObject({
  country,
  post_code_prefix: postCodePrefix
    .default(null)
    .describe(
      'Post codes that begin with it: `SW1` stands for SW1A 1AA. In countries with British post codes, a whole district stands for itself: `N1` for N1 7QW and not N17 6AA. Default null: the whole country.',
    ),
})

/** Whether an address is in the area. An address without a post code is in whole countries only. */
export const isInArea = (address: { country: string; postCode: string | null }, area: Area): boolean =>
  address.country === area.country &&
  (area.post_code_prefix === null || hasPrefix(area.country, address.postCode ?? '', area.post_code_prefix))

/** `GB`, or `GB, post codes that begin with SW1`. */
export const areaText = ({ country: code, post_code_prefix: prefix }: Area): string =>
  prefix === null ? code : `${code}, post codes that begin with ${prefix}`
