/** Pure: which addresses are the same place of collection. */
import type { Address } from '@waybill/contracts/values/address'
import { folded } from '@waybill/contracts/values/search/search-terms'

/** Postgres limits the key of an index to 2,704 bytes: 5 parts of at most 150 × 3. */
const LONGEST_PART = 150

const lettersAndDigits = (text: string | null): string =>
  folded(text ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST_PART)

/**
 * Equal for addresses with the same country, post code (else province), city and street lines, whatever their case, accents,
 * blanks and punctuation.
 */
export function placeKey(address: Address): string {
  const { country, post_code, province, city, address_line_1, address_line_2 } = address
  const parts = [post_code ?? province, city, address_line_1, address_line_2]
  return JSON.stringify([country, ...parts.map(lettersAndDigits)])
}
