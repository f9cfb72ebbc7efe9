/** Pure: the terms by which a shipment or a booking is found, and what finds them. */
import { ERASED } from '../../erasure.ts'

/** Shorter texts would find too much, but for those of scripts that write a name in one or two characters. */
export const SHORTEST_SEARCH = 3
const SHORT_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const isLongEnough = (text: string): boolean => [...text].length >= SHORTEST_SEARCH || SHORT_SCRIPTS.test(text)
const LONGEST_TERM = 128
/** The words, and parts of words, by whose beginning a name is found. Each is a row to store. */
const MOST_BEGINNINGS = 6

interface SearchableFields {
  reference: string
  /** Name, first and last name, and company of the recipient. */
  names: readonly (string | null | undefined)[]
  postCode: string | null
  trackingNumber?: string | null
  street?: string | null
  city?: string | null
  email?: string | null
  phone?: string | null
}

// The same before and after NFKD; most texts.
const PLAIN = /^[\x20-\x7e]*$/

/** Lower case without accents, with single blanks. */
export function folded(text: string): string {
  const lower = PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  return lower.trim().replace(/\s+/g, ' ')
}

/** Letters that Unicode does not take apart. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
}

/** A folded text with "lukasz" for "łukasz". */
const inPlainLetters = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(/[łøđðþæœßıħŧ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)

const withoutBlanks = (text: string): string => text.replaceAll(' ', '')

/**
 * Stored terms for a search by prefix. A term that begins another one is left out: the longer one is found by the same
 * texts. Sorted.
 */
export function searchTerms(fields: SearchableFields): string[] {
  const { reference, names, postCode, trackingNumber, street, city, email, phone } = fields
  const terms = [folded(reference), withoutBlanks(folded(postCode ?? '')), folded(trackingNumber ?? '')]
  terms.push(...streetBeginnings(street ?? ''), inPlainLetters(folded(city ?? '')), folded(email ?? ''))
  terms.push(...phoneTerms(phone ?? ''))
  for (const name of names) if (name) terms.push(...wordBeginnings(name))
  const sorted = terms
    .filter((term) => isLongEnough(term) && term !== ERASED)
    .map((term) => term.slice(0, LONGEST_TERM).toWellFormed())
    .sort(byCodePoint)
  return sorted.filter((term, index) => !sorted[index + 1]?.startsWith(term))
}

/** "ada smith-jones" from its start, from each further word, and from each part after a hyphen: "smith-jones", "jones". */
function wordBeginnings(name: string): string[] {
  const text = inPlainLetters(folded(name))
  const starts = [0, ...startsAfter(' ', text), ...startsAfter('-', text)]
  return starts.slice(0, MOST_BEGINNINGS).map((start) => text.slice(start))
}

/** "7 river road", and "river road" behind the number of the house. */
function streetBeginnings(street: string): string[] {
  const text = inPlainLetters(folded(street))
  const [number = '', ...words] = text.split(' ')
  return /\d/.test(number) && words.length > 0 ? [text, words.join(' ')] : [text]
}

const PHONE = 'tel:'
const LEAST_DIGITS = 5
/** The characters of a phone number. */
const PHONE_FORM = /^\+?[\d ()./-]+$/

/**
 * The digits from the last to the first, so that a number is found by its end: with its country, without it, and by the last
 * digits alone.
 */
function phoneTerms(text: string): string[] {
  const plain = text.normalize('NFKC').trim()
  if (!PHONE_FORM.test(plain)) return []
  const digits = plain.replaceAll('(0)', '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length < LEAST_DIGITS ? [] : [PHONE + [...digits].reverse().join('')]
}

function startsAfter(separator: string, text: string): number[] {
  const starts: number[] = []
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) starts.push(at + 1)
  return starts
}

/** Terms from `from` until before `before`. */
export interface TermRange {
  from: string
  before: string
}

// The code of the second or a further parcel of a label: the carrier's reference, and the number of the parcel.
const PARCEL_CODE = /^((?=(?:[a-z]*\d){6})[a-z0-9]{8,})-(?:[2-9]|[1-9]\d)$/

/** The first word of a name may have its apostrophe after so many letters: "o'brien", "sant'anna". */
const LAST_APOSTROPHE = 4
/** Further words after the first letter: "mary o'brien". */
const MOST_WORDS = 3
const TYPED = "'"
const TYPOGRAPHIC = '\u2019'
const APOSTROPHES = /['\u2018\u2019\u02bc`]/g

/**
 * The text with apostrophes where names have them, as stored terms spell them, and without any: "obrien" and "o'brien" find
 * each other. Terms are stored as they are written, so that those stored before are found too.
 */
function spellings(term: string): string[] {
  const typed = new Set([term.replaceAll(APOSTROPHES, TYPED)])
  const bare = term.replaceAll(APOSTROPHES, '')
  const isLong = [...bare].length >= SHORTEST_SEARCH
  if (isLong) {
    for (const at of apostrophePlaces(bare)) typed.add(bare.slice(0, at) + TYPED + bare.slice(at))
    // "rosas bakery": "rosa's bakery".
    typed.add(bare.replace(/s(?= |$)/, `${TYPED}s`))
  }
  return [...(isLong ? [bare] : []), ...typed, ...[...typed].map((one) => one.replaceAll(TYPED, TYPOGRAPHIC))]
}

function apostrophePlaces(bare: string): number[] {
  const [first = ''] = bare.split(' ', 1)
  const inFirst = Array.from({ length: Math.min(LAST_APOSTROPHE, first.length - 1) }, (_, index) => index + 1)
  const further = startsAfter(' ', bare).slice(0, MOST_WORDS - 1)
  return [...inFirst, ...further.map((start) => start + 1).filter((at) => at < bare.length)]
}

/**
 * The ranges of terms that a text begins, with its blanks, without, with hyphens for them, and with and without apostrophes;
 * none if it is too short. The code of a further parcel also finds the carrier's reference before the hyphen. Terms stored by
 * earlier versions have letters such as "ł" as they were written.
 */
export function searchRanges(text: string): TermRange[] {
  const term = folded(text)
  const prefixes = new Set(
    [term, inPlainLetters(term)].flatMap((one) => [
      ...[one, withoutBlanks(one), one.replaceAll(' ', '-')],
      ...spellings(one),
      ...phoneTerms(one),
    ]),
  )
  const ranges = [...prefixes].filter(isLongEnough).map((prefix) => ({ from: prefix, before: `${prefix}\u{10ffff}` }))
  const reference = PARCEL_CODE.exec(term)?.[1]
  return reference === undefined ? ranges : [...ranges, { from: reference, before: `${reference}\u0001` }]
}

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
