/** Takes out of what carriers are told, and say, whatever is personal or secret. Pure; never throws. */

/** Longest text that is kept of a body, in characters. */
export const MAX_TEXT_LENGTH = 8_192
const MAX_STRING_LENGTH = 300
const MAX_DEPTH = 12
const MAX_ITEMS = 100
export const REDACTED = '[redacted]'

/** Fields, in whatever case and with whatever separators, whose value is nobody's business, in any carrier's vocabulary. */
const PRIVATE_FIELD =
  /name|company|organi[sz]ation|attention|contact|person|recipient|sender|signer|signature|signed_?by|received_?by|street|address|city|town|locality|suburb|province|state_?code|post_?code|postal|zip|phone|mobile|tel$|fax|e?mail|lat$|latitude|lng$|lon$|longitude|coordinate|note|instruction|comment|title|content|description|tax_?id|vat|eori|passport|birth|photo|image|base64|label$|password|secret|token|api_?key|authorization|credential|callback_?url|webhook/i
/** Parts of an address whose names are also parts of others: a warehouse, a flat rate, a deadline. */
const ADDRESS_PART = /(^|_)(line_?\d|(house|building|flat|floor|apartment)(_?(no|nr|number)(_\w+)?)?)$/i
/** Names that hold nothing personal although the patterns above catch them. */
const HARMLESS_FIELD = /^(carrier_?name|service_?name|service_?description|error_?description|content_?type|state)$/i

const EMAIL = /[^\s@"<>]+@[^\s@"<>]+\.[a-z]{2,}/gi
/** Seven digits or more with the separators of phone numbers, after a plus sign or on their own. */
const PHONE = /\+\d[\d ().-]{6,}\d/g

/**
 * Request and answer as JSON text, private fields replaced. What the request said in them is taken out of the answer
 * too, wherever it stands: carriers quote addresses in their messages. What is not JSON is told by its length only.
 */
export function redactBodies(
  request: string | Buffer | null,
  response: string | Buffer | null,
): [string | null, string | null] {
  const told = new Set<string>()
  const requestText = request === null ? null : redactBody(request, told)
  const responseText = response === null ? null : redactBody(response, told)
  return [requestText, responseText]
}

function redactBody(body: string | Buffer, told: Set<string>): string {
  try {
    const value: unknown = JSON.parse(body.toString())
    return JSON.stringify(redactValue(value, false, told, 0)).slice(0, MAX_TEXT_LENGTH)
  } catch {
    return `[${body.length} bytes]`
  }
}

function redactValue(value: unknown, isPrivate: boolean, told: Set<string>, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return isPrivate ? redactPrivate(value, told) : redactText(value, told)
  if (typeof value === 'number') return isPrivate ? REDACTED : value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((item) => redactValue(item, isPrivate, told, depth + 1))
  return Object.fromEntries(
    Object.entries(value as object)
      .slice(0, MAX_ITEMS)
      .map(([field, item]) => [
        redactText(field, told),
        // An object in a private field has fields of its own to be judged by: an address keeps its country.
        redactValue(item, isPrivateField(field, item), isDescribedByCode(field, item) ? new Set() : told, depth + 1),
      ]),
  )
}

function isPrivateField(field: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return false
  const words = field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[-\s.]/g, '_')
  return (PRIVATE_FIELD.test(words) || ADDRESS_PART.test(words)) && !HARMLESS_FIELD.test(words)
}

/** Carriers describe a status by its own code too, which must stay where it is the status. */
const isDescribedByCode = (field: string, value: unknown): boolean =>
  /description$/i.test(field) && typeof value === 'string' && /^\w+$/.test(value.trim())

function redactPrivate(value: string, told: Set<string>): string {
  const text = value.trim()
  // Shorter ones would black out parts of ordinary words; more of them would slow every later text down.
  if (text.length >= 4 && text.length <= MAX_STRING_LENGTH && told.size < MAX_ITEMS) told.add(text)
  return value === '' ? '' : REDACTED
}

function redactText(value: string, told: Set<string>): string {
  if (value.length > MAX_STRING_LENGTH) return `[${value.length} characters]`
  // Without an @ the pattern of e-mail addresses would try from each character to the end.
  const mailless = value.includes('@') ? value.replaceAll(EMAIL, REDACTED) : value
  let text = mailless.replaceAll(PHONE, REDACTED)
  for (const secret of told) if (text.includes(secret)) text = text.replaceAll(secret, REDACTED)
  return text
}
