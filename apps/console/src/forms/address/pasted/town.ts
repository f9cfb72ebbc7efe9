/** Pure: the post code, town and province of a pasted address, which are taken from its parts. */
import { CITY_STATES } from './country-names.ts'
import type { Part } from './pasted-lines.ts'
import { hasProvinces, isCodeFirst, isProvince, isTownAndProvince, postCodePattern } from './postal-forms.ts'

interface Town {
  city?: string
  province?: string
  post_code?: string
}

interface Code {
  index: number
  code: string
  before: string
  after: string
}

const trim = (text: string): string =>
  text.replace(/^[\s,;/.–-]+|[\s,;/–-]+$|(?<=\p{Ll}{5})\.$/gu, '').replace(/^\(([^()]*)\)$/, '$1')
const BOX = /\b(?:p\.? ?o\.? ?box|box|postfach|apartado|postbus|locked bag|packstation)\b/i

/** The last part with a post code where a country writes it, or on the other side of the town. */
function findCode(parts: readonly Part[], country: string, isAssumed: boolean): Code | undefined {
  const pattern = postCodePattern(country)
  if (pattern === null) return
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const { text } = parts[index] ?? { text: '' }
    if (text.length > 100) continue
    const found = [...text.matchAll(pattern)].flatMap((match) => {
      const code = match.groups?.code ?? ''
      return [
        {
          index,
          code,
          before: trim(text.slice(0, match.index)),
          after: trim(text.slice(match.index + match[0].length)),
        },
      ]
    })
    const first = isCodeFirst(country)
    const ordered = first ? found : found.toReversed()
    const match = ordered.find((one) => isCode(one, { parts, first, country }))
    if (match !== undefined && (isAssumed || match.code === match.code.toUpperCase())) return match
  }
}

interface Setting {
  parts: readonly Part[]
  first: boolean
  country: string
}

const hasDigit = (text: string): boolean => /\d/.test(text)

function isCode({ index, code, before, after }: Code, { parts, first, country }: Setting): boolean {
  if (BOX.test(before)) return false
  // The town is first where the door is last.
  if (before === '' && after === '') return index > 0 || (first && parts.length > 2 && !hasDigit(parts[1]?.text ?? ''))
  const isUsual = first ? before === '' : after === ''
  if (isUsual) return /\p{L}/u.test(before + after) && !(first ? /^\d/.test(after) : false)
  if (/[\p{L}-]/u.test(code) || code.length > 5) return before === '' || after === '' || index === parts.length - 1
  const isLonely = before === '' || after === ''
  if (!isLonely && /\p{L}/u.test(before) && /\p{L}/u.test(after) && code.length < 5) return false
  // A house number is not behind another.
  const isBehind = parts.slice(0, index).some(({ text }) => hasDigit(text)) || (!isLonely && hasDigit(before))
  return isBehind && (isProvince(country, parts[index + 1]?.text ?? '') || index >= parts.length - 2)
}

const isShort = (text: string): boolean => text.replace(/\P{L}/gu, '').length <= 3
const WITH_CODES = new Set(['US', 'CA', 'AU'])
const OF = /(?:^|\s)(?:de|del|of|la|las|los|do|da|dos|el|san|santa|nueva|new|east|west|north|south)$/i

/** A town and the province behind it: `New York NY`, `Curitiba/PR`, `Roma (RM)`. */
function splitProvince(country: string, text: string): Town {
  if (isTownAndProvince(text)) return { city: text }
  const [, town = '', inner = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(text) ?? []
  if (town !== '' && isProvince(country, inner)) return { city: trim(town), province: inner }
  const words = text.split(/(?<=[\s/–,-])/)
  for (let count = Math.min(5, words.length - 1); count > 0; count -= 1) {
    const before = words.slice(0, -count).join('')
    const last = trim(words.slice(-count).join(''))
    const city = trim(before)
    if (city === '' || !isProvince(country, last)) continue
    const isCode = isShort(last)
    if (isCode && last !== last.toUpperCase() && !(WITH_CODES.has(country) && last.length === 2)) continue
    // A hyphen within a name: Cluj-Napoca.
    if (/[^\s]-$/.test(before) && !isCode) continue
    if (!isCode && (['IT', 'CH', 'GB', 'AR'].includes(country) || OF.test(city))) continue
    return { city, province: last }
  }
  return { city: text }
}

/** `742 Evergreen Terrace` is no town. */
const isStreet = (text: string): boolean => /^[#\d]|^\p{L}{1,3}\.? ?\d|\d{3,}$/u.test(text) || /\d+[a-z]?$/i.test(text)
/** Towns with a number: districts of Dublin and Prague, Cedex in France. */
export const NUMBERED =
  /^(?:dublin|praha|prague|bratislava|budapest|wien|paris|lyon|marseille|london|cork|kosice|košice|lima)\b.*\d|cedex/i

const isTown = (text: string): boolean =>
  text !== '' && !STREET_AND_TOWN.test(text) && (!isStreet(text) || NUMBERED.test(text))

/** The parts above the post code or its province. */
function takeAbove(parts: Part[], index: number, { country, town }: { country: string; town: Town }): void {
  const above = parts[index - 1]
  if (above === undefined) return
  const higher = parts[index - 2]
  if (town.province === undefined && isProvince(country, above.text) && higher !== undefined) {
    const hasTown = isTown(higher.text) && index - 2 > 0 && !hasDigit(higher.text)
    if ((hasTown && !isTownAndProvince(above.text)) || isShort(above.text)) {
      town.province = above.text
      parts.splice(index - 1, 1)
      takeAbove(parts, index - 1, { country, town })
      return
    }
  }
  const at = country === 'HU' && hasDigit(above.text) && index > 2 ? index - 2 : index - 1
  const text = parts[at]?.text ?? ''
  if (at === 0 || !isTown(text)) return
  const split = town.province === undefined ? splitProvince(country, text) : { city: text }
  town.city = split.city ?? text
  if (split.province !== undefined) town.province = split.province
  parts.splice(at, 1)
}

/** The town below a post code that has a line for itself. */
function takeBelow(parts: Part[], index: number, { country, town }: { country: string; town: Town }): void {
  const text = parts[index]?.text ?? ''
  const next = parts[index + 1]?.text ?? ''
  const isLast = index === parts.length - 1
  const isAboveProvince = town.province === undefined && isProvince(country, next)
  if ((!isLast && !isAboveProvince && index > 0) || hasDigit(text) || !isTown(text)) return
  if (isAboveProvince) {
    Object.assign(town, { city: text, province: next })
    parts.splice(index, 2)
    return
  }
  const split = town.province === undefined ? splitProvince(country, text) : { city: text }
  if (isProvince(country, text) && !isTownAndProvince(text)) return
  Object.assign(town, split)
  parts.splice(index, 1)
}

/** `Nakagyo-ku, Kyoto`: cities besides Tokyo have wards as well. */
const isWard = (ward: string, { country, city }: { country: string; city: string }): boolean =>
  country === 'JP' && /-ku$/i.test(ward) && !/^t[oō]ky[oō]/i.test(city)

/** `г. Москва`, `м. Львів`, which is a town wherever it stands. */
const MARKED_TOWN = /^(?:г|гор|город|м|місто|пгт|смт|пос|дер|с)\.?\s+(?=\p{Lu})\p{L}[\p{L} -]+$|^г\.\p{Lu}[\p{L} -]+$/u

export const isMarkedTown = (text: string | undefined): boolean => MARKED_TOWN.test(text ?? '')

function takeMarkedTown(parts: Part[]): { text: string; index: number } | undefined {
  const index = parts.findIndex(({ text }) => MARKED_TOWN.test(text))
  const [part] = index === -1 ? [] : parts.splice(index, 1)
  return part && { text: part.text, index }
}

/** The town beside a post code; undefined: the country's post code is not there. */
export function takeTown(parts: Part[], country: string, isAssumed = true): (Town & { index: number }) | undefined {
  const code = findCode(parts, country, isAssumed)
  if (code === undefined) return
  const { index, before, after } = code
  const town: Town = { post_code: code.code.toUpperCase() }
  const first = isCodeFirst(country)
  const line = parts[index]?.line ?? 0
  parts.splice(index, 1)
  if (hasProvinces(country) && isProvince(country, parts[index]?.text ?? '') && index > 0) {
    const next = parts[index]?.text ?? ''
    if (!(before === '' && after === '' && index === 1)) {
      town.province = next
      parts.splice(index, 1)
    }
  }
  let beside = (first ? after : before) || (first ? before : after)
  let at = index
  // The street is on the line of the town: `Rua Augusta 100 1100-053 Lisboa`.
  const other = first ? before : after
  if (before !== '' && after !== '') {
    if (isProvince(country, other)) town.province ??= other
    else if (first) {
      parts.splice(index, 0, { text: before, line })
      at += 1
    } else beside = before
  }
  const isWhole = isProvince(country, beside) && town.province === undefined
  const above = parts[at - 1]?.text ?? ''
  const isProvinceOnly =
    isWhole &&
    (isShort(beside) ||
      (beside === before &&
        !isTownAndProvince(beside) &&
        !isWard(above, { country, city: beside }) &&
        at > 1 &&
        above !== '' &&
        !hasDigit(above) &&
        (at > 2 || parts.slice(0, at - 1).some(({ text }) => hasDigit(text)))))
  if (isProvinceOnly) {
    town.province = beside
    takeAbove(parts, at, { country, town })
  } else if (beside === '' && CITY_STATES.has(country)) return { ...town, index: at }
  else if (beside === '') {
    const isAboveProvince = isProvince(country, parts[at + 1]?.text ?? '') && town.province === undefined
    if (isAboveProvince) takeBelow(parts, at, { country, town })
    const marked = town.city === undefined ? takeMarkedTown(parts) : undefined
    // An address that begins with the town ends with the name.
    if (marked) return { ...town, city: marked.text, index: marked.index === 0 ? 0 : at - Number(marked.index < at) }
    const count = parts.length
    if (town.city === undefined) takeAbove(parts, at, { country, town })
    at -= count - parts.length
    if (town.city === undefined) takeBelow(parts, at, { country, town })
  } else if (isTown(beside))
    Object.assign(town, town.province === undefined && !isWhole ? splitProvince(country, beside) : { city: beside })
  else at += putStreet(parts, { at, line, text: beside, country, town })
  return { ...town, index: at }
}

const STREET_AND_TOWN =
  /^((?:\D{3,40} )?\d.*\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|way|blvd|boulevard|court|ct|place|pl|square|highway|hwy|close|terrace|parkway|pkwy|circle|cir|crescent)\b\.?(?: (?:[nsew]{1,2}|(?:apt|unit|suite|ste)\.? \S+|#\S+))?) (\p{L}.*)$/iu

interface Street {
  at: number
  line: number
  text: string
  country: string
  town: Town
}

/** `123 Main St Springfield IL`, without a sign between the street and the town. The number of parts that it is. */
function putStreet(parts: Part[], { at, line, text, country, town }: Street): number {
  const { city = text, province } = town.province === undefined ? splitProvince(country, text) : {}
  const [, street = city, place] = STREET_AND_TOWN.exec(city) ?? []
  if (province !== undefined) town.province = province
  if (place !== undefined) town.city = place
  parts.splice(at, 0, { text: street, line })
  return 1
}

/** The town at the end of an address without a post code. */
export function takeTownWithoutCode(parts: Part[], country: string): Town {
  const last = parts.at(-1)
  if (last === undefined) return {}
  const marked = parts.length > 1 ? takeMarkedTown(parts) : undefined
  if (marked) return { city: marked.text }
  const town: Town = {}
  const above = parts.at(-2)
  if (
    parts.length > 2 &&
    isProvince(country, last.text) &&
    !isTownAndProvince(last.text) &&
    above !== undefined &&
    isTown(above.text)
  ) {
    town.province = last.text
    parts.pop()
    town.city = parts.pop()?.text ?? ''
    return town
  }
  if (
    parts.length > 1 &&
    isTown(last.text) &&
    (parts.length > 2 || parts.slice(0, -1).some(({ text }) => hasDigit(text)))
  ) {
    const split = splitProvince(country, last.text)
    parts.pop()
    return { ...town, ...split }
  }
  return town
}

/** Where the whole country is one town, its name is that of the town. */
export const townOfCityState = (country: string): string | undefined =>
  CITY_STATES.has(country)
    ? new Intl.DisplayNames(['en'], { type: 'region' }).of(country)?.replace(/ SAR.*/, '')
    : undefined
