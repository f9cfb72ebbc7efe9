/** Pure: text that customers, couriers and carriers wrote, made safe to show. */

const MOST_CHARACTERS = 200
const MOST_OF_A_LABEL = 60

/** Control characters and line breaks. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** Characters that are not seen: directions, joiners, tags, variation selectors, and those without a meaning. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}]+/gu

const cut = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

/** On one line, without hidden characters, at most 200 characters. Null for nothing. */
export function freeText(text: string | null | undefined, mostCharacters = MOST_CHARACTERS): string | null {
  const seen = (text ?? '').replaceAll(BREAKS, ' ').replaceAll(UNSEEN, '').trim()
  return seen === '' ? null : cut(seen, mostCharacters)
}

/** Names and codes of carriers and services, which stand in sentences: letters, digits and a few signs, at most 60. */
export function label(text: string | null | undefined): string {
  const plain = (text ?? '').replaceAll(/[^\p{L}\p{M}\p{N} .,&+()'/_®™-]+/gu, ' ')
  return cut(plain.replaceAll(/\s+/g, ' ').trim(), MOST_OF_A_LABEL) || 'unknown'
}
