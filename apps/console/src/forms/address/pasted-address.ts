/**
 * Pure: the fields of an address that somebody has pasted as a whole.
 *
 * It reads addresses as people write them all over the world: lines or commas, the post code in the form of its country, the town
 * and province around it, and the country's name or code at the end. It guesses no field that it cannot see, and the form shows
 * the result to be corrected.
 */

import { countryNamed } from '@waybill/sdk/sheets/countries/names'
import { isCountryCode } from './countries.ts'
import { takeContacts } from './pasted/contacts.ts'
import { findDependency, isUnmistakable, likelyCountries, takeCountry } from './pasted/country.ts'
import { withoutDoubts, withoutUnknown } from './pasted/doubts.ts'
import { readLargestFirst, readRomaji } from './pasted/largest-first.ts'
import { joinLines, type Part, type PastedLines, readLines, splitParts } from './pasted/pasted-lines.ts'
import { isProvince, postCodePattern } from './pasted/postal-forms.ts'
import { ATTENTION, readRecipient } from './pasted/recipient.ts'
import { isMarkedTown, takeTown, takeTownWithoutCode, townOfCityState } from './pasted/town.ts'

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

/** The fields that the text shows. `country` is what to assume if the text names none. */
export function parsePastedAddress(text: string, country: string): PastedAddress {
  const { lines: all, labelled } = readLines(text)
  const contacts = takeContacts(all)
  const lines = withoutUnknown(all)
  const local = readLargestFirst(lines, country) ?? readRomaji(lines)
  const found = local ?? readPlaces(lines, { assumed: country, labelled })
  return without({ ...withoutDoubts(found), ...contacts, ...readLabelled(labelled) })
}

const without = (found: PastedAddress): PastedAddress =>
  Object.fromEntries(Object.entries(found).filter(([name, value]) => value || name === 'country'))

function readLabelled({ country, ...rest }: PastedLines['labelled']): PastedAddress {
  const code = country === undefined ? undefined : isCountryCode(country) ? country : countryNamed(country)
  return code === undefined ? rest : { ...rest, country: code }
}

interface Known {
  assumed: string
  labelled: PastedLines['labelled']
}

function readPlaces(lines: readonly string[], { assumed, labelled }: Known): PastedAddress {
  const isOneLine = lines.length === 1 && labelled.city === undefined
  const parts = splitParts(lines, isOneLine)
  const found: PastedAddress = {}
  if (labelled.city === undefined) {
    const named = takeCountry(parts, assumed)
    if (named !== undefined) found.country = named
    readTown(parts, found, assumed)
  }
  const rest = joinLines(parts, isOneLine)
  // A name has its own label.
  const recipient = readRecipient(
    labelled.name === undefined ? rest : [labelled.name, ...rest],
    found.country ?? assumed,
  )
  return { ...found, ...recipient }
}

function readTown(parts: Part[], found: PastedAddress, assumed: string): void {
  const named = found.country
  for (const country of named === undefined ? likelyCountries(parts, assumed) : [named]) {
    const town = takeTown(parts, country, country === (named ?? assumed))
    if (town === undefined) continue
    const { index, ...fields } = town
    Object.assign(found, fields)
    if (index === 0 || isNameBelow(parts, index)) putNameFirst(parts)
    if (named === undefined) {
      found.country = country
      if (index > 0 && index < parts.length && !isUnmistakable(country))
        takeUnknownCountry(parts, { after: index, found })
    }
    if (found.country) found.country = findDependency(found.country, found.post_code ?? '')
    if (found.city === undefined) setCityState(found)
    return
  }
  if (named === undefined && postCodePattern(assumed) !== null && takeForeignTown(parts, found)) return
  const country = named ?? assumed
  if (named === undefined && !isProvince(country, parts.at(-1)?.text ?? '') && parts.length < 3) return
  const above = townOfCityState(country) === undefined || parts.length > 2
  const isTownFirst = isMarkedTown(parts[0]?.text)
  if (above) Object.assign(found, takeTownWithoutCode(parts, country))
  if (isTownFirst) putNameFirst(parts)
  if (found.city === undefined) setCityState(found)
}

/** Two words below an address without a name are that. */
function isNameBelow(parts: readonly Part[], after: number): boolean {
  const last = parts.at(-1)?.text ?? ''
  const isLast = after === parts.length - 1
  return isLast && after > 0 && / /.test(last) && parts.slice(0, after).every(({ text }) => /\d/.test(text))
}

/** An address that begins with the town ends with the name. */
function putNameFirst(parts: Part[]): void {
  const last = parts.at(-1)
  if (last === undefined || /\d/.test(last.text) || !parts.slice(0, -1).some(({ text }) => /\d/.test(text))) return
  parts.pop()
  parts.unshift({ ...last, line: -1 })
}

function setCityState(found: PastedAddress): void {
  const city = found.country ? townOfCityState(found.country) : undefined
  if (city !== undefined) found.city = city
}

/** `4006 Stavanger` above a name that no country has, where the country of the pickup has other post codes. */
function takeForeignTown(parts: Part[], found: PastedAddress): boolean {
  const [, code, city] = /^(\d{4,6}(?:[ -]\d{2,4})?) (\p{L}\D*)$/u.exec(parts.at(-2)?.text ?? '') ?? []
  const last = parts.at(-1)?.text ?? ''
  if (
    parts.length < 3 ||
    !parts.slice(0, -2).some(({ text }) => /\d/.test(text)) ||
    code === undefined ||
    city === undefined ||
    /\d/.test(last)
  )
    return false
  Object.assign(found, { post_code: code, city, unknown_country: last, country: '' })
  parts.splice(-2, 2)
  return true
}

/** Below the town is the country: a name that no country has is not that of the assumed one. */
function takeUnknownCountry(parts: Part[], { after, found }: { after: number; found: PastedAddress }): void {
  const last = parts.at(-1)
  if (last === undefined || after >= parts.length || parts.length < 2 || /\d/.test(last.text)) return
  if (ATTENTION.test(last.text)) return
  found.unknown_country = last.text
  found.country = ''
  parts.pop()
}
