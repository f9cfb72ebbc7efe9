/**
 * Pure: how the fields of an address follow the text of the paste box.
 *
 * A text that replaces another is another address: every field is filled in anew. A text that is edited changes the fields that
 * nobody has corrected by hand.
 */
import { type AddressValues, addressFieldNames, emptyAddress } from './address-values.ts'
import { parsePastedAddress } from './pasted-address.ts'

/** Values that the box has filled in last. */
export interface Filling {
  text: string
  /** As they were filled in. */
  values: AddressValues
  /** The country of an address that names none. */
  assumed: string
}

interface Filled {
  filling: Filling
  /** Current values of the fields. */
  values: AddressValues
  /** Whether the text shows an address. */
  isRead: boolean
  /** The last line, where a country is expected, if no country has this name. */
  unknownCountry: string | null
}

interface Fields {
  now: AddressValues
  last: Filling | null
  /** The text has replaced the one before. */
  isReplaced: boolean
}

/** A text that names one field alone is no address. */
const LEAST_FIELDS = 2

/** The fields after the text was pasted or edited. Null: it was read before. */
export function fillFromText(text: string, { now, last, isReplaced }: Fields): Filled | null {
  if (last?.text === text && !isReplaced) return null
  const assumed = last !== null && now.country === last.values.country ? last.assumed : now.country
  const { unknown_country: unknownCountry = null, ...found } = parsePastedAddress(text, assumed)
  const isRead = Object.keys(found).length >= LEAST_FIELDS
  if (!isRead && last === null)
    return { filling: { text, values: emptyAddress(assumed), assumed }, values: now, isRead, unknownCountry }
  const values = { ...emptyAddress(assumed), ...(isRead && found) }
  const filling = { text, values, assumed }
  const before = last?.values ?? emptyAddress(assumed)
  return { filling, values: isReplaced ? values : keepCorrected(values, { before, now }), isRead, unknownCountry }
}

/** Fields that somebody has changed since they were filled in stay. */
function keepCorrected(
  filled: AddressValues,
  { before, now }: { before: AddressValues; now: AddressValues },
): AddressValues {
  const values = { ...filled }
  for (const name of addressFieldNames) if (now[name] !== before[name]) values[name] = now[name]
  return values
}

/** Whether an edit has left nothing of the text, such as typing over a selection of the whole. */
export function isReplacement(before: string, after: string): boolean {
  if (after.length <= 1) return true
  return before[0] !== after[0] && before.at(-1) !== after.at(-1)
}

/** The longest word that a keyboard completes at once, and more. */
const LONGEST_WORD = 40

/**
 * Whether an edit has put in more than somebody types at once, such as a line break with text around it: keyboards of phones,
 * dictation, and dropped text insert an address without pasting it.
 */
export function isInsertion(before: string, after: string): boolean {
  const added = findAdded(before, after).trim()
  return added.includes('\n') || added.length > LONGEST_WORD
}

/** The text between what is left of the text before, at its beginning and its end. */
function findAdded(before: string, after: string): string {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.slice(start, after.length - end)
}
