import { hash } from 'node:crypto'
import { v7 } from 'uuid'

export type IdPrefix =
  | 'shp'
  | 'pcl'
  | 'pul'
  | 'qte'
  | 'qop'
  | 'bkg'
  | 'bch'
  | 'lbb'
  | 'drv'
  | 'flj'
  | 'whs'
  | 'whd'
  | 'whr'
  | 'evt'
  | 'req'
  | 'mer'
  | 'env'
  | 'key'
  | 'tok'
  | 'op'
  | 'att'
  | 'cat'
  | 'cac'
  | 'rtc'
  | 'job'
  | 'sec'
  | 'pod'
  | 'svw'
  | 'prs'
  | 'usr'
  | 'ses'
  | 'lnk'
  | 'cal'
  | 'inv'
  | 'pky'
  | 'oip'
  | 'flt'
  | 'nte'
  | 'pku'
  | 'mnf'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
// 26 base32 digits are 130 bits; the first digit encodes only three of the 128.
const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/
const bytes = new Uint8Array(16)

/**
 * A new identifier in TypeID form: prefix, underscore, UUIDv7 in Crockford base32. Sorts by creation time.
 */
export function newId(prefix: IdPrefix): string {
  v7(undefined, bytes)
  let text = `${prefix}_`
  let rest = 0
  let bits = 2 // two leading zero bits, so that the last digit ends with the last byte
  for (const byte of bytes) {
    rest = ((rest & 31) << 8) | byte
    for (bits += 8; bits >= 5; ) {
      bits -= 5
      text += ALPHABET[(rest >> bits) & 31]
    }
  }
  return text
}

/** Whether the text has the form of an identifier with this prefix. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.startsWith(`${prefix}_`) && SUFFIX.test(text.slice(prefix.length + 1))

/** Error message for a text that is no identifier with this prefix, such as one of another kind. */
export const invalidId = (name: string, prefix: IdPrefix): string =>
  `Invalid ${name}: expected ${prefix}_ followed by 26 lower-case letters or digits.`

/** Creation time of an identifier made by `newId`, in milliseconds; null for any other text. */
export function idMadeAt(id: string): Date | null {
  const suffix = id.slice(id.indexOf('_') + 1)
  if (!SUFFIX.test(suffix)) return null
  let timeMs = 0
  // Two zero bits and the 48 bits of the timestamp.
  for (const digit of suffix.slice(0, 10)) timeMs = timeMs * 32 + ALPHABET.indexOf(digit)
  return new Date(timeMs)
}

const TIME_DIGITS = 10
const LAST_MS = 2 ** 48 - 1

/** Sorts before all identifiers with this prefix that `newId` makes at this time or later, and after those before. */
export function lowestIdAt(prefix: IdPrefix, at: Date): string {
  let rest = Math.min(Math.max(at.getTime(), 0), LAST_MS)
  let digits = ''
  for (let place = 0; place < TIME_DIGITS; place++) {
    digits = `${ALPHABET[rest % 32]}${digits}`
    rest = Math.floor(rest / 32)
  }
  return `${prefix}_${digits}${'0'.repeat(16)}`
}

/** Prefix and 128 bits of SHA-256 over the parts: equal parts give an equal id. */
export function hashId(prefix: 'loc' | 'cac' | 'drv' | 'pod' | 'op', parts: readonly string[]): string {
  const text = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
  return `${prefix}_${hash('sha256', text, 'hex').slice(0, 32)}`
}
