/** Pure: removes personal data and secrets from exchanges with carriers. Never throws. */
import { cutText } from '@waybill/contracts/values/text'

/** Longest stored text of a body, in characters. */
export const MAX_TEXT_LENGTH = 8_192
const MAX_STRING_LENGTH = 300
const MAX_DEPTH = 12
const MAX_ITEMS = 100
const REDACTED = '[redacted]'

/** Names of private fields in any carrier's vocabulary, in snake case. */
const PRIVATE_FIELD =
  /name|company|organi[sz]ation|attention|contact|person|recipient|sender|signer|signature|signed_?by|received_?by|street|address|city|town|locality|suburb|province|state_?code|post_?code|postal|zip|phone|mobile|tel$|fax|e?mail|lat$|latitude|lng$|lon$|longitude|coordinate|note|instruction|comment|title|content|description|tax_?id|vat|eori|passport|birth|photo|image|img|base64|label$|(label|form|invoice)_?(pdf_?|zpl_?|epl2_?)?url|label_?file$|public_?url|password|secret|client_?id$|token|api_?key|authorization|credential|callback_?url|tracking_?url|webhook|pin_?code|(^|_)pin$|^entered$|dropoff_?identifier|plate$/i
/** Parts of an address whose names also occur in other fields, such as `warehouse`, `flat_rate` and `deadline`. */
const ADDRESS_PART = /(^|_)(line_?\d|(house|building|flat|floor|apartment)(_?(no|nr|number)(_\w+)?)?)$/i
/** Objects of which every value is private, whatever its name. */
const PRIVATE_OBJECT = /(^|_)(pin(_?code)?|phone|tax_?id)$/i
/** Fields without personal data that the patterns above match. */
const HARMLESS_FIELD = /^(carrier_?name|service_?name|service_?description|error_?description|content_?type|state)$/i

/** Names of secrets in URLs beside private fields. */
const PRIVATE_PARAMETER = /(^|_)(key|sig|hash|auth|code|state|user|username)$/i

/** Begins at the beginning of a word: a long one would otherwise be searched from each of its letters. */
const EMAIL = /(?<![^\s@"<>])[^\s@"<>]+@[^\s@"<>]+\.[a-z]{2,}/gi
/** Secrets in the query of a URL. */
const QUERY_SECRET = /([?&](?:token|signature|secret|api_?key)=)[^&#\s"]+/gi
/** Phone numbers in international form: a plus sign and eight digits or more, with separators. */
const PHONE = /\+\d[\d ().-]{6,}\d/g

/**
 * Request and answer as JSON text with private fields replaced. Private values of the request are removed from the answer
 * wherever they occur, because carriers quote addresses in messages. Of a body that is not JSON only the length is kept.
 */
export function redactBodies(
  request: string | Buffer | null,
  response: string | Buffer | null,
): [string | null, string | null] {
  const secrets = new Set<string>()
  const requestText = request === null ? null : redactBody(request, secrets)
  const responseText = response === null ? null : redactBody(response, secrets)
  return [requestText, responseText]
}

function redactBody(body: string | Buffer, secrets: Set<string>): string {
  try {
    const value: unknown = JSON.parse(body.toString())
    return cutText(JSON.stringify(redactValue(value, false, secrets, 0)), MAX_TEXT_LENGTH)
  } catch {
    return `[${body.length} bytes]`
  }
}

function redactValue(value: unknown, isPrivate: boolean, secrets: Set<string>, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return isPrivate ? redactPrivate(value, secrets) : redactText(value, secrets)
  if (typeof value === 'number') return isPrivate ? REDACTED : value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item) => redactValue(item, isPrivate, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value as object)
      .slice(0, MAX_ITEMS)
      .map(([field, item]) => [
        redactText(field, secrets),
        // The fields of an object are judged one by one: a private address keeps its country.
        redactValue(
          item,
          isPrivateField(field, item, isPrivate) || (field === 'value' && isSecretHeader(value as object)),
          isDescribedByCode(field, item) ? new Set() : secrets,
          depth + 1,
        ),
      ]),
  )
}

/** Headers of a webhook are lists of `{ key, value }`: the key says whether the value is a secret. */
const isSecretHeader = (object: object): boolean =>
  'key' in object && typeof object.key === 'string' && /secret|token|authorization/i.test(object.key)

const joinWords = (field: string): string => field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[-\s.]/g, '_')

/** Whether a parameter of a URL with this name can have personal data or a secret. */
export function isPrivateName(name: string): boolean {
  const words = joinWords(name)
  return PRIVATE_PARAMETER.test(words) || isPrivateText(words)
}

const isPrivateText = (words: string): boolean =>
  (PRIVATE_FIELD.test(words) || ADDRESS_PART.test(words)) && !HARMLESS_FIELD.test(words)

function isPrivateField(field: string, value: unknown, isInPrivateObject: boolean): boolean {
  const words = joinWords(field)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return PRIVATE_OBJECT.test(words)
  if (isInPrivateObject) return true
  return isPrivateText(words)
}

/** A description that is a code, such as `delivered`, must not remove the same code from the status. */
const isDescribedByCode = (field: string, value: unknown): boolean =>
  /description$/i.test(field) && typeof value === 'string' && /^\w+$/.test(value.trim())

function redactPrivate(value: string, secrets: Set<string>): string {
  const text = value.trim()
  // Shorter values would match parts of ordinary words; more values would slow down every later text.
  if (text.length >= 4 && text.length <= MAX_STRING_LENGTH && secrets.size < MAX_ITEMS) secrets.add(text)
  return value === '' ? '' : REDACTED
}

/** The text without e-mail addresses and phone numbers in international form. */
export function redactContacts(text: string): string {
  return text.replaceAll(EMAIL, REDACTED).replaceAll(PHONE, REDACTED)
}

function redactText(value: string, secrets: Set<string>): string {
  if (value.length > MAX_STRING_LENGTH) return `[${value.length} characters]`
  let text = redactContacts(value.replaceAll(QUERY_SECRET, `$1${REDACTED}`))
  for (const secret of secrets) if (text.includes(secret)) text = text.replaceAll(secret, REDACTED)
  return text
}
