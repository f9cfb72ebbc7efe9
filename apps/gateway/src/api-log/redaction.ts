/**
 * Pure: bodies of failed calls without personal data and secrets. Structure, names of fields, booleans and the values of
 * fields that are known to be harmless remain; every other value is replaced by what kind of value it was.
 */
import type { ErrorEnvelope } from '@waybill/contracts/app-error'

/** Fields whose values name no person and open nothing. */
const harmless: ReadonlySet<string> = new Set([
  ...['shipment_id', 'quote_id', 'quote_option_id', 'booking_id', 'parcel_id', 'subscription_id', 'delivery_id'],
  ...[
    'replay_id',
    'event_id',
    'carrier_account_id',
    'rate_card_id',
    'driver_id',
    'job_id',
    'key_id',
    'view_id',
    'preset_id',
  ],
  ...[
    'batch_id',
    'pickup_location_id',
    'merchant_id',
    'environment_id',
    'carrier_code',
    'carrier_codes',
    'service_code',
  ],
  ...[
    'service_codes',
    'services',
    'country',
    'pickup_country',
    'currency',
    'declared_value_currency',
    'collection_date',
  ],
  ...['ready_at', 'deliver_by', 'expires_at', 'since', 'until', 'from', 'to', 'closed_dates', 'time_zone', 'holidays'],
  ...[
    'weight_kg',
    'length_cm',
    'width_cm',
    'height_cm',
    'declared_value',
    'max_total_amount',
    'max_weight_kg',
    'max_parcels',
  ],
  ...[
    'max_distance_km',
    'amount',
    'base_amount',
    'per_km_amount',
    'per_kg_amount',
    'included_weight_kg',
    'tax_rate_percent',
  ],
  ...[
    'delivery_minutes',
    'capacity',
    'overlap_seconds',
    'rate_limit_per_second',
    'position',
    'status',
    'current_status',
  ],
  ...['incident', 'reason_code', 'event', 'events', 'scopes', 'scope', 'resource', 'sort', 'columns', 'format', 'mode'],
  ...['priority', 'suspended', 'details_left_out', 'accent_color', 'count', 'limit', 'current_etag'],
])
/** Fields whose keys are texts of the merchant. */
const freeKeys: ReadonlySet<string> = new Set(['metadata'])

/** Even a harmless field can hold anything by mistake: a name has a blank or a letter that this lacks. */
const PLAIN_TEXT = /^[A-Za-z0-9_.:+/#*"-]{1,64}$/
const FIELD_NAME = /^[a-z][a-z0-9_]{0,63}$/
const MOST_BYTES = 64 * 1024
const MOST_VALUES = 1_000
const DEEPEST = 12

/** Redacted body, and the texts that were taken out of it. */
interface Redacted {
  value: unknown
  hidden: readonly string[]
}

/** Redacts a JSON document as it was sent. A large one, or one that is not JSON, is only measured. */
export function redactedBody(bytes: Buffer): Redacted {
  if (bytes.length > MOST_BYTES) return { value: `[${bytes.length} bytes]`, hidden: [] }
  try {
    return redactedValue(JSON.parse(bytes.toString()))
  } catch {
    return { value: `[${bytes.length} bytes that are not JSON]`, hidden: [] }
  }
}

export function redactedValue(given: unknown): Redacted {
  const hidden: string[] = []
  let left = MOST_VALUES

  function hide(text: string): string {
    hidden.push(text)
    return `[text of ${text.length} characters]`
  }

  function redact(value: unknown, name: string, depth: number): unknown {
    if (left-- <= 0) return '[left out]'
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'number') return harmless.has(name) ? value : '[number]'
    if (typeof value === 'string') return harmless.has(name) && PLAIN_TEXT.test(value) ? value : hide(value)
    if (depth >= DEEPEST) return '[left out]'
    if (Array.isArray(value)) return takeFirst(value).map((item) => redact(item, name, depth + 1))
    const fields = takeFirst(Object.entries(value as object)).map(([key, inner], index) => {
      const isName = FIELD_NAME.test(key) && !freeKeys.has(name)
      if (!isName) hidden.push(key)
      return [isName ? key : `[key ${index + 1}]`, redact(inner, freeKeys.has(name) ? name : key, depth + 1)]
    })
    return Object.fromEntries(fields)
  }

  const takeFirst = <T>(items: readonly T[]): readonly T[] => items.slice(0, Math.max(left, 0))
  return { value: redact(given, '', 0), hidden }
}

const REPEATS = '[repeats a value of the request]'
const CARRIERS_TEXT = '[text of the carrier]'
/** An error quotes the beginning of a long value. */
const QUOTED_CHARACTERS = 12
const SHORTEST_HIDDEN = 3

type ErrorObject = ErrorEnvelope['error']

/** An error without the carrier's words, which can contain anything, and without what it quotes of `hidden`. */
export function redactedError(error: ErrorObject, hidden: readonly string[]): object {
  const quotable = [...new Set(hidden.flatMap((text) => [text, text.trim().normalize('NFC')]))]
    .filter((text) => text.trim().length >= SHORTEST_HIDDEN)
    .map((text) => text.slice(0, QUOTED_CHARACTERS))
  const quiet = (text: string): string => (quotable.some((quoted) => text.includes(quoted)) ? REPEATS : text)
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
    meta: redactedValue(error.meta).value,
  }
}
