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
const SIGNED = /^(?:GB|UK)[^\p{L}\p{N}]+(?=[A-Z])/u
const SPACED_PARTS = /^([A-Z]{1,2}\d[A-Z\d]?)[\s\p{Pd}]+(\d[A-Z]{0,2})$/u

/** Only the space of `N1 7` is kept: without it, that sector would be the district N17. */
const comparablePrefix = (text: string): string => {
  const [, outward, inward] = SPACED_PARTS.exec(text.normalize('NFKC').toUpperCase().replace(SIGNED, '')) ?? []
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

/**
 * Signs of the country before a post code are no part of it: `LV-1010`, `D-10117`. In these countries, whose post codes begin with
 * letters, this is one. In all others, letters before digits are.
 */
const lettered: Readonly<Record<string, RegExp>> = {
  AR: /^AR(?=[A-Z\d])/,
  BM: /^BM(?=[A-Z]{2})/,
  BN: /^BN(?=[A-Z]{2}\d)/,
  CA: /^CA(?=[A-Z])/,
  GB: /^(?:GB|UK)(?=[A-Z])/,
  IE: /^(?:IRL|IE)(?=[A-Z])/,
  KZ: /^KZ(?=[A-Z]?\d)/,
  // Mtarfa has MTF.
  MT: /^MT(?=[A-Z]{3})/,
  MU: /^MU(?=[A-Z]?\d)/,
  SO: /^SO(?=[A-Z]{2}\d)/,
  SZ: /^SZ(?=[A-Z]\d)/,
}
/** Territories with post codes of the British kind. Signs of Jersey and the Isle of Man are areas of post codes as well. */
const BRITISH = /^(?:GB|UK)(?=[A-Z])/
const SIGN = /^\p{L}{1,4}(?=\d)/u

/** A post code or its beginning, of letters and digits in upper case, without the sign of the country. */
const withoutSign = (code: string, inCountry: string): string =>
  code.replace(lettered[inCountry] ?? (TWO_PART_COUNTRIES.has(inCountry) ? BRITISH : SIGN), '')

/** Dublin's districts have one digit in speech and two in Eircodes: D01 of `D1` and `Dublin 1`, but D6W. */
const inEircode = (text: string): string => text.replace(/^DUBLIN(?=\d)/, 'D').replace(/^D(\d)(?!\d|(?<=6)W)/, 'D0$1')

/** Letters and digits as they are compared in the country, without its sign. */
function toNational(country: string, text: string): string {
  const code = withoutSign(compact(text), country)
  return country === 'IE' ? inEircode(code) : code
}

/**
 * A prefix without the country's sign and with its parts apart where that matters, so that equal places are equal texts: `N17 6`
 * of `N176`, `D01` of `D1`, `10` of `LV-10`.
 */
export function canonicalPrefix(country: string, prefix: string): string {
  const text = toNational(country, prefix)
  if (!TWO_PART_COUNTRIES.has(country)) return text
  if (prefix.includes(' ')) return prefix
  return OUTWARD.test(text) ? text : text.replace(PARTS, '$1 $2')
}

/** The outward and the inward code; a code of one part is outward. */
function splitPostCode(country: string, postCode: string): [outward: string, inward: string] {
  const unsigned = postCode.normalize('NFKC').trim().toUpperCase().replace(SIGNED, '')
  const [first = '', ...rest] = unsigned.split(/[\s\p{Pd}]+/u).map(compact)
  if (rest.length === 1 && OUTWARD.test(first)) return [first, rest[0] ?? '']
  const text = toNational(country, unsigned)
  return /\d[A-Z]{2}$/.test(text) ? [text.slice(0, -3), text.slice(-3)] : [text, '']
}

/** Offices of the British forces' post have numbers: `BFPO 57`. */
const BFPO = /^BFPO0*(\d*)$/

function hasPrefix(country: string, postCode: string, prefix: string): boolean {
  const meant = canonicalPrefix(country, prefix)
  const code = toNational(country, postCode)
  if (!TWO_PART_COUNTRIES.has(country)) return code.startsWith(meant)
  const [, office] = BFPO.exec(code) ?? []
  const [, meantOffice] = BFPO.exec(meant) ?? []
  if (office !== undefined && meantOffice !== undefined) return meantOffice === '' || office === meantOffice
  const [outward, inward] = splitPostCode(country, postCode)
  const [meantOutward = '', meantInward] = meant.split(' ')
  if (meantInward !== undefined) return outward === meantOutward && inward.startsWith(meantInward)
  // An area such as N, which is not NW.
  if (/^[A-Z]{1,2}$/.test(meant)) return /^[A-Z]*/.exec(outward)?.[0] === meant
  // A district: E1 has E1W in it, and not E10.
  return OUTWARD.test(meant)
    ? outward.replace(/(?<=\d)[A-Z]$/, '') === meant || outward === meant
    : code.startsWith(meant)
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
