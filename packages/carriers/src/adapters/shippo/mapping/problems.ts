/** Pure: the words of errors. */
import type { CarrierProblem } from '../../../http/outcome.ts'

/** Fields that hold the words of an error, and do not name what it is about. */
const WORDS = new Set(['detail', 'details', 'message', 'messages', 'error', 'errors', 'text', '__all__'])
/** Fields beside the words. */
const PASSED_OVER = new Set(['code', 'status', 'source', 'type'])
const MAX_DEPTH = 6

/** All words in the order of the document, each after the field that it is about: `address_to.zip: Required.` */
function wordsIn(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'string') {
    const words = value.trim()
    if (words === '') return []
    return [path.length === 0 || words.includes(path.join('.')) ? words : `${path.join('.')}: ${words}`]
  }
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((item) => wordsIn(item, path))
  return Object.entries(value)
    .filter(([field]) => !PASSED_OVER.has(field))
    .flatMap(([field, item]) =>
      wordsIn(item, WORDS.has(field) || field === 'non_field_errors' ? path : [...path, field]),
    )
}

/** The code and the words of an error; null: it has no words. */
export function toProblem(body: unknown): CarrierProblem | null {
  const words = wordsIn(body, []).join(' ')
  const code = typeof body === 'object' && body !== null && 'code' in body && body.code
  return words === ''
    ? null
    : { code: typeof code === 'string' && code !== '' ? code : 'carrier_error', message: words }
}

/** Texts of messages, without repetitions; empty: none. */
export const toWords = (messages: readonly { text: string | null }[]): string =>
  [...new Set(messages.flatMap(({ text }) => text ?? []))].join(' ')
