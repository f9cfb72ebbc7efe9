/** Pure: tariff numbers of the Harmonized System, with the further digits of a country. */
import type { DetailCode } from '../../requests/detail-codes.ts'

const DIGITS = /^\d{6,15}$/
const LAST_CHAPTER = 97
/** Kept free for later use by the World Customs Organization. */
const RESERVED_CHAPTER = 77

/** Only its digits: `6109100012` of `6109.10.00 12`. */
export const plainHsCode = (text: string): string => text.replace(/[.\s]/g, '')

/** Why the text is no tariff number; null: it can be one. */
export function hsCodeRefusal(text: string): [code: DetailCode, message: string] | null {
  const digits = plainHsCode(text)
  if (!DIGITS.test(digits)) return ['invalid_format', 'must have 6 to 15 digits, such as 6109.10']
  const chapter = Number(digits.slice(0, 2))
  const isChapter = chapter >= 1 && chapter <= LAST_CHAPTER && chapter !== RESERVED_CHAPTER
  return isChapter
    ? null
    : ['invalid_value', `must begin with a chapter of the Harmonized System, 01 to 97, not ${digits.slice(0, 2)}`]
}
