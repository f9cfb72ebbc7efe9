/**
 * Pure: bodies of failed calls without personal data and secrets. Structure, names of fields, booleans and the values that
 * `shown-values.ts` knows to be harmless remain; every other value is replaced by what kind of value it was.
 */
import type { ErrorEnvelope } from '@waybill/contracts/app-error'
import { type Choices, isFieldName, isSecret, isShownNumber, isShownText } from './shown-values.ts'

/** Fields whose keys are texts of the merchant. */
const freeKeys: ReadonlySet<string> = new Set(['metadata'])
const MOST_BYTES = 64 * 1024
const MOST_VALUES = 1_000
const DEEPEST = 12

/** Redacted body, and the texts that were taken out of it; null: not all of them are known. */
interface Redacted {
  value: unknown
  hidden: readonly string[] | null
}

/** Redacts a JSON document as it was sent. A large one, or one that is not JSON, is only measured. */
export function redactedBody(bytes: Buffer, choices: Choices): Redacted {
  if (bytes.length > MOST_BYTES) return { value: `[${bytes.length} bytes]`, hidden: null }
  try {
    return redactedValue(JSON.parse(bytes.toString()), choices)
  } catch {
    return { value: `[${bytes.length} bytes that are not JSON]`, hidden: [] }
  }
}

export function redactedValue(given: unknown, choices: Choices): Redacted {
  const hidden: string[] = []
  let left = MOST_VALUES
  let isComplete = true

  function hide(text: string): string {
    hidden.push(text)
    return `[text of ${text.length} characters]`
  }

  function leaveOut(): string {
    isComplete = false
    return '[left out]'
  }

  /** `name`: the field that holds the value; null where nothing is shown. */
  function redact(value: unknown, name: string | null, depth: number): unknown {
    if (left-- <= 0) return leaveOut()
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return name !== null && isShownNumber(name) ? value : '[number]'
    if (typeof value === 'string') return name !== null && isShownText(name, value, choices) ? value : hide(value)
    if (depth >= DEEPEST) return leaveOut()
    if (Array.isArray(value)) return takeFirst(value).map((item) => redact(item, name, depth + 1))
    const fields = takeFirst(Object.entries(value as object)).map(([key, inner], index) => {
      const isName = isFieldName(key) && !(name !== null && freeKeys.has(name))
      if (!isName) hidden.push(key)
      const isHidden = name === null || freeKeys.has(name) || isSecret(key)
      return [isName ? key : `[key ${index + 1}]`, redact(inner, isHidden ? null : key, depth + 1)]
    })
    return Object.fromEntries(fields)
  }

  function takeFirst<T>(items: readonly T[]): readonly T[] {
    if (items.length > left) isComplete = false
    return items.slice(0, Math.max(left, 0))
  }
  const value = redact(given, '', 0)
  return { value, hidden: isComplete ? hidden : null }
}

const REPEATS = '[can repeat a value of the request]'
const CARRIERS_TEXT = '[text of the carrier]'
/** An error quotes the beginning of a long value. */
const QUOTED_CHARACTERS = 12
const SHORTEST_HIDDEN = 3

type ErrorObject = ErrorEnvelope['error']

/**
 * An error without the carrier's words, which can contain anything, and without what it quotes of `hidden`; null: without all
 * that can quote.
 */
export function redactedError(error: ErrorObject, hidden: readonly string[] | null): object {
  const quotable = [...new Set((hidden ?? []).flatMap((text) => [text, text.trim().normalize('NFC')]))]
    .filter((text) => text.trim().length >= SHORTEST_HIDDEN)
    .map((text) => text.slice(0, QUOTED_CHARACTERS))
  const isQuiet = (text: string) => hidden === null || quotable.some((quoted) => text.includes(quoted))
  const quiet = (text: string): string => (isQuiet(text) ? REPEATS : text)
  const { type, code, status, retryable, carrier, request_id } = error
  return {
    type,
    code,
    status,
    retryable,
    request_id,
    message: carrier === null && type !== 'carrier' ? quiet(error.message) : CARRIERS_TEXT,
    details: error.details.map((detail) => ({
      field: quiet(detail.field),
      pointer: quiet(detail.pointer),
      code: detail.code,
      message: quiet(detail.message),
      location: detail.location,
    })),
    carrier: carrier && { ...carrier, code: quiet(carrier.code), message: CARRIERS_TEXT },
    meta: redactedMeta(error.meta, quiet),
  }
}

/** Facts in `meta` that are words of Waybill. */
const facts: ReadonlySet<string> = new Set([
  ...['current_status', 'status', 'scope', 'suspended', 'policy', 'current_etag', 'booking_id', 'booking_ids'],
])

const redactedMeta = (meta: ErrorObject['meta'], quiet: (text: string) => string): object =>
  Object.fromEntries(
    Object.entries(meta).map(([name, value]) => {
      if (typeof value === 'number' || typeof value === 'boolean' || value === null) return [name, value]
      const texts = [value].flat()
      const isFact = facts.has(name) && texts.every((text) => typeof text === 'string')
      return [name, isFact ? (Array.isArray(value) ? texts.map(quiet) : quiet(value as string)) : '[left out]']
    }),
  )
