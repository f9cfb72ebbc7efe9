/** Pure: the words by whose beginnings a note is found. */
import { folded } from './search-terms.ts'

const WORD = /[\p{L}\p{N}]+/gu
const LONGEST_WORD = 64

/** The words of a text in lower case without accents, each once. Long ones are found by their beginning. */
export const listWords = (text: string): string[] => [
  ...new Set((folded(text).match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD).toWellFormed())),
]
