/** Pure: phone numbers as merchants write them. They are stored as given, and read for carriers. */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'

interface Phone {
  /** `+14155550101`. */
  e164: string
  /** Digits; null: none. */
  extension: string | null
}

const LONGEST = 40
/** The least that a number has when its country is not known. */
const FEWEST_DIGITS = 5
const EXTENSION_WORDS =
  ';\\s*ext\\s*=|extension|extens|extn|ext|ex|xtn|x|#|добавочный|добав|доб|вн|durchwahl|dw|apparat|app|nebenstelle|klapka|kl|poste|interno|int|anexo|ramal|toestel|tst|wew|w|anknytning|ankn|内線|分机|內線|转|轉'
/** Behind at least five digits; the words with or without a point or colon. More than six digits behind a comma are another number. */
const WITH_EXTENSION = new RegExp(
  `^((?:[^\\d]*\\d){5}.*?)[\\s(,;]*(?:(?:${EXTENSION_WORDS})[.:]?\\s*#?(\\d{1,9})|(?:,+|;)\\s*#?(\\d{1,6}))\\s*\\)?$`,
  'iu',
)
/** Words before a number that say what it is. */
const LABEL =
  /^\(?(?:t[eé]l(?:[eé](?:phone|fono|fone?))?|tlf|fon|phone|m[oó](?:bile?|vil|b)|cell|handy|gsm|ph)\)?[\s.:]*(?=[\d+(])/i
const NUMBER = /^\(?\+?[\d\s()./-]+$/

const keepDigits = (text: string): string => text.replace(/\D/g, '')

/** Without invisible characters, digits and signs of normal width. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\u3164]/gu, '')
    .replace(/[\u2010-\u2015\u2212\u30fc]/g, '-')
    .replace(/[\u00b7\u2022\u30fb]/g, '.')
    .replace(/[\p{Nd}]/gu, (digit) => (digit <= '9' ? digit : toAsciiDigit(digit)))
    .trim()
    .replace(LABEL, '')
    .replace(/\s*\((?:mobile?|m[oó]vil|home|work|office)\)$/i, '')
    // 0 and the code of any carrier, as it is written in Brazil.
    .replace(/^(\(?)0xx/i, '$10')

/** The decimal digits of every script stand in a row from zero to nine. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

const INTERNATIONAL = /^[+(\s]*(\+|0\s*0)/
const STARTS_WITH_ZEROS = /^[(\s]*0\s*0/

/** Digits, spaces and hyphens, as most numbers are written: no other reading is tried. */
const PLAIN_NUMBER = /^\+?[\d -]+$/

/** Ten digits behind 1, 01, 044 or 045, which were dialled before mobile and distant numbers of Mexico until 2019. */
const MEXICAN = /^(?:1|01|044|045)?(\d{10})$/

function readMexican(number: string, country: string | null): string[] {
  const digits = keepDigits(number)
  const [, national] = /^(?:00)?52(\d+)$/.exec(digits) ?? []
  const rest = INTERNATIONAL.test(number) ? national : country === 'MX' ? (national ?? digits) : undefined
  const [, own] = MEXICAN.exec(rest ?? '') ?? MEXICAN.exec(country === 'MX' ? digits : '') ?? []
  return own === undefined ? [] : [`+52${own}`]
}

/**
 * Readings of a number, the likeliest first: as written, without `(0)`, and with its digits behind a `+`. That one comes first
 * behind `00`, also where another prefix is dialled, and in a long number that begins with the code of its country: spreadsheets
 * leave out the `+`.
 */
function readings(number: string, country: string | null): string[] {
  const withoutZero = number.replace('(0)', '')
  const written = number === withoutZero ? [number] : [number, withoutZero]
  const digits = keepDigits(withoutZero)
  const international = `+${digits.replace(/^0+/, '')}`
  const mexican = readMexican(number, country)
  if (STARTS_WITH_ZEROS.test(number) || (country !== null && startsWithOwnCode(digits, country)))
    return [international, ...written, ...mexican]
  const mayBeInternational = INTERNATIONAL.test(number) || (country !== null && !digits.startsWith('0'))
  return [...written, ...mexican, ...(mayBeInternational ? [international] : [])]
}

/** Hardly a number without its country's code has so many digits: fewer may begin with 48 in Poland and with 91 in India. */
const LONG_DIGITS = 11
/** Mobile numbers have eleven digits there, and those of Rio Grande do Sul begin with 55. */
const LONG_DIGITS_IN_BRAZIL = 12

const startsWithOwnCode = (digits: string, country: string): boolean =>
  digits.length >= (country === 'BR' ? LONG_DIGITS_IN_BRAZIL : LONG_DIGITS) &&
  isSupportedCountry(country) &&
  digits.startsWith(getCountryCallingCode(country))

/** Digits that fill a required field: all alike, or counted up. */
const isFiller = (digits: string): boolean => /^(\d)\1*$/.test(digits) || '01234567890'.includes(digits)
/** Short numbers of digits that are all alike exist: +65 8888 8888. */
const SHORTEST_FILLER = 9

function isFilled({ nationalNumber }: PhoneNumber, isValid: boolean): boolean {
  const digits = String(nationalNumber)
  return isFiller(digits) && !(isValid && (digits.length < SHORTEST_FILLER || !/^(\d)\1*$/.test(digits)))
}

const split = (text: string): [number: string, extension: string | null] => {
  if (PLAIN_NUMBER.test(text)) return [text, null]
  const whole = plain(text)
  const [, number = whole, named, listed] = WITH_EXTENSION.exec(whole) ?? []
  return [number.trim(), named ?? listed ?? null]
}

function read(text: string, country: string | null): Phone | null {
  const [number, extension] = split(text)
  if (!NUMBER.test(number)) return null
  let possible: PhoneNumber | undefined
  for (const reading of readings(number, country)) {
    const found = parsePhoneNumberFromString(reading, {
      extract: false,
      ...(country !== null && { defaultCountry: country as CountryCode }),
    })
    const isValid = found?.isValid() ?? false
    if (!found?.isPossible() || isFilled(found, isValid)) continue
    if (isValid) return toPhone(found, extension)
    possible ??= found
  }
  // The ranges of numbers that are in use change: one of a right length may be newer than they are known here.
  return possible === undefined ? null : toPhone(possible, extension)
}

const toPhone = ({ number, ext }: PhoneNumber, extension: string | null): Phone => ({
  e164: number,
  extension: extension ?? ext ?? null,
})

const MOST_KNOWN = 1_000
/** A merchant's own numbers come with every shipment. */
const known = new Map<string, Phone | null>()

/** The number and its extension; null: it cannot be a phone number. `country` is that of the address, for national numbers. */
export function parsePhone(text: string | null, country: string | null): Phone | null {
  if (text === null || text.length > LONGEST) return null
  const key = `${country} ${text}`
  let phone = known.get(key)
  if (phone === undefined) {
    phone = read(text, country)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(key, phone)
  }
  return phone
}

const EXPECTED = 'must be a phone number such as +44 20 7946 0000'
const lengthProblems = { TOO_SHORT: 'too short', TOO_LONG: 'too long' } as Readonly<Record<string, string>>

/** Why a text cannot be a phone number, with what was understood; null: it can. Without a country, national numbers can. */
export function phoneRefusal(text: string, country: string | null): string | null {
  if (parsePhone(text, country) !== null) return null
  const [number, extension] = text.length > LONGEST ? ['', null] : split(text)
  const digits = keepDigits(number)
  if (digits.length < FEWEST_DIGITS) return `${EXPECTED}, with at least ${FEWEST_DIGITS} digits`
  if (!NUMBER.test(number))
    return `${EXPECTED}, and an extension such as x12: it was understood as the digits ${digits} with other words or signs`
  const isNational = !INTERNATIONAL.test(number)
  if (isNational && country === null) return digits.length <= 15 ? null : `${EXPECTED}, with at most 15 digits`
  const reason = validatePhoneNumberLength(number, {
    ...(country !== null && { defaultCountry: country as CountryCode }),
  })
  const understood = `${isNational ? `the number ${digits} in ${country}` : `+${digits.replace(/^0+/, '')}`}${extension === null ? '' : ` with the extension ${extension}`}`
  return `${EXPECTED}: it was understood as ${understood}, which is ${lengthProblems[reason ?? ''] ?? 'no number that can exist'}`
}
