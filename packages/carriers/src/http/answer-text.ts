/** Pure: the text of an answer, and words for one that cannot be read. Never throws. */
import { cutText } from '@waybill/contracts/values/text'
import { redactContacts } from '../exchange-log/redaction.ts'

/** The part of an HTTP answer that holds a document. */
export interface AnswerBody {
  body: Buffer
  /** As the header has it; null: it is missing. */
  contentType: string | null
}

/** First byte of a byte order mark in UTF-8, which JSON.parse rejects and a TextDecoder removes. */
const BOM = 0xef
/** How much of a body is searched for words. */
const HEAD_BYTES = 4_096
const MAX_EXCERPT_LENGTH = 120
/** Longer words may be keys. */
const LONG_WORD = /\S{24,}/g
const INVISIBLE_HTML = /<(script|style)\b[\s\S]*?(<\/\1>|$)|<!--[\s\S]*?(-->|$)|<[^>]*(>|$)/gi

/** The declared charset in lower case; `utf-8` if there is none. */
const parseCharset = (contentType: string | null): string =>
  /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8'

/**
 * The text in its declared charset, UTF-8 by default. Bytes that are wrong become U+FFFD, and an unknown charset is read as
 * UTF-8: a wrong letter in a name must not leave a booking unresolved.
 */
export function decodeText({ body, contentType }: AnswerBody): string {
  const charset = parseCharset(contentType)
  if (charset === 'utf-8' && body[0] !== BOM) return body.toString('utf8')
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}

/**
 * Words of the carrier, in quotation marks: the words of an HTML page or of a plain text. Null: there are none. JSON, XML,
 * printer languages and binary data are not quoted, since they may hold addresses and secrets.
 */
export function quoteAnswer({ body, contentType }: AnswerBody): string | null {
  const text = decodeText({ body: body.subarray(0, HEAD_BYTES), contentType }).trim()
  if (!(isHtml(text) || /^\p{L}/u.test(text)) || hasControlCharacters(text)) return null
  const visible = isHtml(text) ? text.replaceAll(INVISIBLE_HTML, ' ') : text
  const words = redactContacts(visible.replaceAll(/\s+/g, ' ').trim()).replaceAll(LONG_WORD, '…')
  if (words === '') return null
  return words.length > MAX_EXCERPT_LENGTH ? `“${cutText(words, MAX_EXCERPT_LENGTH)}…”` : `“${words}”`
}

const isHtml = (text: string): boolean => /^<(!doctype html|html|head|body|h1|p)\b/i.test(text)

const isJson = (text: string): boolean => /^[[{"]/.test(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const hasControlCharacters = (text: string): boolean => /[\0-\x08\x0e-\x1f]/.test(text)

/** Why the body is not the JSON that is documented, as the end of a sentence about the carrier. */
export function describeNonJson(answer: AnswerBody): string {
  const { body, contentType } = answer
  if (body.length === 0) return 'answered with an empty body'
  const quoted = quoteAnswer(answer)
  if (quoted !== null) return `answered with ${nameOfType(contentType)} instead of JSON: ${quoted}`
  const text = decodeText(answer).trim()
  if (isJson(text)) return `answered with JSON that is cut off or invalid (${body.length} bytes)`
  return `answered with something other than JSON in ${parseCharset(contentType)} (${body.length} bytes)`
}

const nameOfType = (contentType: string | null): string =>
  /^text\/html\b/i.test(contentType ?? '') ? 'an HTML page' : 'text'
