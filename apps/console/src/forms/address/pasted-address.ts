/**
 * Pure: the fields of an address that somebody has pasted as a whole.
 *
 * It reads addresses as people write them in the countries below: lines or commas, the post code in the form of its country, the
 * town beside it as that country has it, and the country's name or code at the end. It guesses no field that it cannot
 * see, and the form shows the result to be corrected.
 */
import { listCountries } from './countries.ts'

interface PastedAddress {
  name?: string
  company?: string
  address_line_1?: string
  address_line_2?: string
  city?: string
  province?: string
  post_code?: string
  country?: string
  phone?: string
  email?: string
  /** The last line, where a country is expected, if no country has this name. `country` is empty then. */
  unknown_country?: string
}

interface PostCodeForm {
  pattern: RegExp
  /** Where the town is: before or after the post code of its line. */
  town: 'before' | 'after'
  /** Whether a province stands between the town and the post code. */
  province?: RegExp
}

/** With the territories and the "states" of military post. */
const US_STATE =
  /\b(A[AEKLPRSZ]|C[AOT]|D[EC]|F[LM]|G[AU]|HI|I[DLNA]|K[SY]|LA|M[ADEHINOPST]|N[EVHJMYCD]|O[HKR]|P[ARW]|RI|S[CD]|T[NX]|U[MT]|V[AIT]|W[AVIY])\b/
const CA_PROVINCE = /\b(AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)\b/
const BR_STATE = /\b(A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)\b/
const AU_STATE = /\b(NSW|VIC|QLD|SA|WA|TAS|NT|ACT)\b/
const IT_PROVINCE = /\b[A-Z]{2}\b/

/** The form of the post code by country, the unmistakable forms first. Source: the addressing sheets of the Universal Postal Union. */
const forms: Record<string, PostCodeForm> = {
  GB: { pattern: /\b(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b/i, town: 'before' },
  CA: {
    pattern: /\b([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d)\b/i,
    town: 'before',
    province: CA_PROVINCE,
  },
  IE: { pattern: /\b([AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4})\b/i, town: 'before' },
  NL: { pattern: /\b(\d{4} ?[A-Z]{2})\b/, town: 'after' },
  PT: { pattern: /\b(\d{4}-\d{3})\b/, town: 'after' },
  PL: { pattern: /\b(\d{2}-\d{3})\b/, town: 'after' },
  SE: { pattern: /\b(\d{3} \d{2})\b/, town: 'after' },
  CZ: { pattern: /\b(\d{3} \d{2})\b/, town: 'after' },
  DE: { pattern: /\b(\d{5})\b/, town: 'after' },
  FR: { pattern: /\b(\d{5})\b/, town: 'after' },
  ES: { pattern: /\b(\d{5})\b/, town: 'after' },
  IT: { pattern: /\b(\d{5})\b/, town: 'after', province: IT_PROVINCE },
  FI: { pattern: /\b(\d{5})\b/, town: 'after' },
  AT: { pattern: /\b(\d{4})\b/, town: 'after' },
  CH: { pattern: /\b(\d{4})\b/, town: 'after' },
  BE: { pattern: /\b(\d{4})\b/, town: 'after' },
  DK: { pattern: /\b(\d{4})\b/, town: 'after' },
  NO: { pattern: /\b(\d{4})\b/, town: 'after' },
  LU: { pattern: /\b(\d{4})\b/, town: 'after' },
  BR: { pattern: /\b(\d{5}-\d{3})\b/, town: 'before', province: BR_STATE },
  US: { pattern: /\b(\d{5}(?:-\d{4})?)\b/, town: 'before', province: US_STATE },
  AU: { pattern: /\b(\d{4})\b/, town: 'before', province: AU_STATE },
}

const otherNames: Record<string, string> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'great britain': 'GB',
  usa: 'US',
  'u.s.a.': 'US',
  holland: 'NL',
  'the netherlands': 'NL',
}

/** Languages in which a country is named: the console's own and those of most countries. */
const LANGUAGES = (
  'en de fr es it nl pt pl cs sv da nb fi is et lv lt hu ro sk sl hr bs sr sq mk bg el tr uk ru ka hy az kk he ar fa ur ' +
  'hi bn ta te th vi id ms fil ja ko zh zh-Hant sw ca ga mt'
).split(' ')

let codesByName: Map<string, string> | undefined

/** Codes by the names of all countries, in lower case. Made when the first address is pasted. */
function countryCodes(): Map<string, string> {
  if (codesByName) return codesByName
  codesByName = new Map()
  const codes = listCountries('en').map(({ code }) => code)
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)?.toLowerCase()
      if (name !== undefined && !codesByName.has(name)) codesByName.set(name, code)
    }
  }
  return codesByName
}

/** Characters of a text that are read. */
const LONGEST_ADDRESS = 1_000

const EMAIL = /[^\s,;<>]+@[^\s,;<>]+\.[a-z]{2,}/i
/** At least nine digits and signs, which no post code has: `01310-100`. */
const PHONE = /(?:\+|\(?0)[\d\s()/.-]{8,20}\d/
/** `D-10115`, `F-75001`: the code of the country before the post code. */
const MAIL_PREFIX = /^(D|F|I|A|CH|B|NL|L|DK|FI|N|S|P|E|PL|CZ)[- ](?=\d{4,5})/
const COMPANY =
  /\b(ltd|limited|llc|inc|plc|gmbh|ag|kg|ug|s\.?a\.?r?\.?l?|b\.?v|n\.?v|s\.?r\.?l|oy|ab|a\/s|co|company|corp)\.?$/i
const FLAT =
  /^(flat|apartment|apt|unit|suite|floor|room|building|bldg|c\/o|app\.?|etage|stock|hinterhaus|bâtiment|bat\.?|étage|#)\b/i

/** The fields that the text shows. `country` is what to assume if the text names none. */
export function parsePastedAddress(text: string, country: string): PastedAddress {
  const found: PastedAddress = {}
  let rest = text.slice(0, LONGEST_ADDRESS).replaceAll('\r', '').replaceAll('\t', ' ')
  const email = EMAIL.exec(rest)?.[0]
  if (email) {
    found.email = email
    rest = rest.replace(email, '')
  }
  const lines = splitLines(rest)
  takePhone(lines, found)
  takeCountry(lines, found)
  takeTown(lines, found, country)
  takeStreet(lines, found)
  return found
}

/** Lines; a single line is split at its commas. */
function splitLines(text: string): string[] {
  const clean = (parts: string[]) =>
    parts.map((part) => part.replace(/^[\s,;]+|[\s,;]+$/g, '')).filter((part) => part !== '')
  const lines = clean(text.split('\n'))
  return lines.length === 1 ? clean((lines[0] ?? '').split(/[,;]/)) : lines
}

function takePhone(lines: string[], found: PastedAddress): void {
  const label = /^(tel|phone|mobile|telefon|tél|mob)[.: ]*/i
  const index = lines.findIndex((line) => PHONE.test(line) && line.replace(label, '').replace(PHONE, '').trim() === '')
  if (index === -1) return
  found.phone = PHONE.exec(lines[index] ?? '')?.[0].trim()
  lines.splice(index, 1)
}

const findCountry = (text: string): string | undefined => {
  const name = text.toLowerCase().trim()
  if (/^[A-Z]{2}$/.test(text.trim()) && text.trim() in forms) return text.trim()
  return otherNames[name] ?? countryCodes().get(name)
}

/** The last line, or what follows its last comma. */
function takeCountry(lines: string[], found: PastedAddress): void {
  const last = lines.at(-1)
  if (last === undefined || lines.length < 2) return
  const whole = findCountry(last)
  if (whole) {
    found.country = whole
    lines.pop()
    return
  }
  const comma = last.lastIndexOf(',')
  const ending = comma === -1 ? undefined : findCountry(last.slice(comma + 1))
  if (ending === undefined) return
  found.country = ending
  lines[lines.length - 1] = last.slice(0, comma)
}

/** The last line with a post code, and the town beside it or on the line above. */
function takeTown(lines: string[], found: PastedAddress, assumed: string): void {
  const codes = found.country
    ? [found.country]
    : [assumed, ...Object.keys(forms).filter((code) => isUnmistakable(code))]
  for (const code of codes) {
    const form = forms[code]
    const index = form === undefined ? -1 : lastIndex(lines, (line) => isTownLine(line, form))
    if (form === undefined || index === -1) continue
    const line = (lines[index] ?? '').replace(MAIL_PREFIX, '')
    const match = form.pattern.exec(line)
    if (match === null) continue
    if (found.country === undefined && !isUnmistakable(code)) takeUnknownCountry(lines, { after: index, found })
    found.country ??= code
    found.post_code = (match[1] ?? '').toUpperCase()
    let town = (form.town === 'after' ? line.slice(match.index + match[0].length) : line.slice(0, match.index)).trim()
    if (town === '')
      town = (form.town === 'after' ? line.slice(0, match.index) : line.slice(match.index + match[0].length)).trim()
    lines.splice(index, 1)
    if (form.province) town = takeProvince(town, form.province, found, lines)
    if (town.replace(/[\s,-]+/g, '') === '' && lines.length > 1) {
      town = lines.splice(Math.min(index, lines.length) - 1, 1)[0] ?? ''
      if (form.province && found.province === undefined) town = takeProvince(town, form.province, found, lines)
    }
    town = town.replace(/^[\s,-]+|[\s,-]+$/g, '')
    // What remains before a comma is the street: "7 River Road, London N1 9GU".
    const comma = town.lastIndexOf(',')
    if (comma !== -1) {
      lines.splice(index, 0, town.slice(0, comma).trim())
      town = town.slice(comma + 1).trim()
    }
    if (town !== '') found.city = town
    return
  }
  if (lines.length > 2) found.city = lines.pop()
}

/** Below the town is the country: a name that no country has is not that of the assumed one. */
function takeUnknownCountry(lines: string[], { after, found }: { after: number; found: PastedAddress }): void {
  const last = lines.at(-1)
  if (last === undefined || after === lines.length - 1 || /\d/.test(last) || FLAT.test(last)) return
  found.unknown_country = last
  found.country = ''
  lines.pop()
}

/** A house number has fewer digits than a post code, or is not at the beginning of a line with a town behind it. */
const isTownLine = (line: string, { pattern, town }: PostCodeForm): boolean => {
  const match = pattern.exec(line.replace(MAIL_PREFIX, ''))
  if (match === null) return false
  return town === 'after' ? match.index === 0 || line.slice(0, match.index).trim().endsWith(',') : true
}

const isUnmistakable = (code: string): boolean => ['GB', 'CA', 'NL', 'PT', 'PL'].includes(code)

function takeProvince(town: string, pattern: RegExp, found: PastedAddress, lines: string[]): string {
  const match = pattern.exec(town)
  if (match === null) return town
  found.province = match[0]
  const without = `${town.slice(0, match.index)}${town.slice(match.index + match[0].length)}`.replace(/[(),\s]+$/, '')
  return without === '' && lines.length > 1 ? (lines.pop() ?? '') : without
}

const lastIndex = (lines: readonly string[], is: (line: string) => boolean): number =>
  lines.reduce((last, line, index) => (is(line) ? index : last), -1)

/** A line with a number is the street; what is above it are names, what is below it belongs to it. */
function takeStreet(lines: string[], found: PastedAddress): void {
  const isStreet = (line: string, index: number) =>
    /\d/.test(line) && !FLAT.test(line) && !(index === 0 && COMPANY.test(line))
  let street = lines.findIndex(isStreet)
  if (street === -1) street = lines.length > 1 ? 1 : 0
  const above = lines.slice(0, street)
  const flats = above.filter((line) => FLAT.test(line))
  const names = above.filter((line) => !FLAT.test(line))
  const [first, second] = names
  if (first !== undefined) {
    const isCompany = COMPANY.test(first)
    if (isCompany && second !== undefined) [found.company, found.name] = [first, second]
    else found.name = first
    if (!isCompany && second !== undefined) found.company = second
  }
  if (lines[street] !== undefined) found.address_line_1 = lines[street]
  const second_line = [...flats, ...lines.slice(street + 1)].join(', ')
  if (second_line !== '') found.address_line_2 = second_line
}
