/** Pure: what is wrong with a field, in words. */
import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { type DetailCode, isDetailCode } from './detail-codes.ts'

/** Longer names of fields are cut in errors. */
const LONGEST_NAME = 60
/** The code and text of an issue, to be read after the name of its field. */
export function describeIssue(issue: z.core.$ZodIssue): [code: DetailCode, message: string] {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.startsWith('is required')) return ['required', issue.message] // the schema's text
      if (issue.input === undefined) return ['required', 'is required']
      if (typeof issue.input === 'number' && /^(number|int)$/.test(issue.expected)) {
        if (!Number.isFinite(issue.input) && !Number.isNaN(issue.input))
          return ['invalid_type', 'is too large a number']
        return ['invalid_type', `must be ${article(issue.expected)}`] // NaN, or 1.5 where a whole number is expected
      }
      return ['invalid_type', `must be ${article(issue.expected)}, not ${article(typeName(issue.input))}`]
    case 'too_small':
      if (issue.origin === 'string') {
        return [
          'too_short',
          issue.minimum === 1
            ? 'must not be empty'
            : `must have at least ${count(issue.minimum, 'character', 'characters')}`,
        ]
      }
      if (issue.origin === 'array' && issue.minimum === 1) return ['too_few', 'must have at least one entry']
      if (issue.origin === 'array') return ['too_few', `must have at least ${count(issue.minimum, 'entry', 'entries')}`]
      return ['too_small', `must be ${issue.inclusive ? 'at least' : 'greater than'} ${issue.minimum}`]
    case 'too_big':
      if (issue.origin === 'string')
        return ['too_long', `must have at most ${count(issue.maximum, 'character', 'characters')}`]
      if (issue.origin === 'array') return ['too_many', `must have at most ${count(issue.maximum, 'entry', 'entries')}`]
      return ['too_large', `must be at most ${issue.maximum}`]
    case 'custom': {
      const code: unknown = issue.params?.code
      return [isDetailCode(code) ? code : 'invalid', issue.message]
    }
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ')
      return issue.input === undefined
        ? ['required', `is required: one of ${values}`]
        : ['invalid_value', `must be one of ${values}`]
    }
    case 'invalid_format':
      return ['invalid_format', issue.message]
    default:
      return ['invalid', issue.message]
  }
}

const count = (number: number | bigint, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const article = (expected: string): string => {
  if (expected === 'null') return 'null'
  if (expected === 'record') return 'an object'
  if (expected === 'int') return 'a whole number'
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`
}

/** Name of a request's parts: a body has fields, a query has parameters. */
export type PartName = 'field' | 'parameter'

/** Message for a field or parameter for which no other name is suggested. */
const unknownPart = (part: PartName): string => `is not a known ${part}`

/** Other names of fields, as other APIs call them. */
const SYNONYMS: Readonly<Record<string, string | readonly string[]>> = {
  zip: 'post_code',
  zip_code: 'post_code',
  zipcode: 'post_code',
  postal_code: 'post_code',
  postcode: 'post_code',
  state: 'province',
  region: 'province',
  county: 'province',
  lat: 'latitude',
  lng: 'longitude',
  lon: 'longitude',
  long: 'longitude',
  street: 'address_line_1',
  street1: 'address_line_1',
  address1: 'address_line_1',
  line1: 'address_line_1',
  street2: 'address_line_2',
  address2: 'address_line_2',
  line2: 'address_line_2',
  country_code: 'country',
  phone_number: 'phone',
  company_name: 'company',
  weight: 'weight_kg',
  length: 'length_cm',
  width: 'width_cm',
  height: 'height_cm',
  reference: 'merchant_order_ref',
  order_id: 'merchant_order_ref',
  order_ref: 'merchant_order_ref',
  quote_id: 'quote_option_id',
  option_id: 'quote_option_id',
  option: 'quote_option_id',
  offer_id: 'quote_option_id',
  external_id: 'merchant_order_ref',
  order_number: 'merchant_order_ref',
  order_reference: 'merchant_order_ref',
  customer_reference: 'merchant_order_ref',
  pickup_date: 'collection_date',
  ship_date: 'collection_date',
  date: 'collection_date',
  from: ['pickup_address', 'since'],
  origin: 'pickup_address',
  sender: 'pickup_address',
  pickup: 'pickup_address',
  ship_from: 'pickup_address',
  from_address: 'pickup_address',
  pickup_address: 'address',
  to: ['dropoff_address', 'until'],
  destination: 'dropoff_address',
  recipient: 'dropoff_address',
  dropoff: 'dropoff_address',
  ship_to: 'dropoff_address',
  to_address: 'dropoff_address',
  delivery_address: 'dropoff_address',
  items: 'parcels',
  packages: 'parcels',
  reason: 'reason_code',
  code: 'reason_code',
  note: 'reason_note',
  opening_hours: 'hours',
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
  callback_url: 'url',
  webhook_url: 'url',
  endpoint: 'url',
  event_types: 'events',
  event_type: 'event',
  types: 'events',
}

/** Names of objects in which other APIs wrap a document. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['data', 'body', 'payload', 'shipment', 'order', 'quote', 'booking', 'subscription', 'webhook', 'pickup_location'],
])

/** The same for query parameters. */
const PARAMETER_SYNONYMS: Readonly<Record<string, string | readonly string[]>> = {
  ...SYNONYMS,
  page: 'cursor',
  page_token: 'cursor',
  offset: 'cursor',
  after: 'cursor',
  starting_after: 'cursor',
  page_size: 'limit',
  per_page: 'limit',
  count: 'limit',
  order: 'sort',
  order_by: 'sort',
  sort_by: 'sort',
  search: 'q',
  query: 'q',
  since: 'created_from',
  until: 'created_to',
  from: 'created_from',
  to: 'created_to',
  created_after: 'created_from',
  created_before: 'created_to',
  updated_since: 'updated_from',
  updated_after: 'updated_from',
  updated_before: 'updated_to',
  carrier: 'carrier_code',
  service: 'service_code',
  carrier_job_id: 'q',
  statuses: 'status',
}

/** Fields of shipments, quotes, pickup locations and webhook subscriptions in responses that no create sets. */
const SET_BY_WAYBILL: ReadonlySet<string> = new Set([
  ...['shipment_id', 'quote_id', 'booking_id', 'parcel_id', 'location_id', 'pickup_location_id', 'environment_id'],
  ...[
    'status',
    'failure_reason',
    'tracking_url',
    'tracking_number',
    'created_at',
    'updated_at',
    'requested_at',
    'expires_at',
  ],
  ...['cancellation_requested_at', 'cancellation_reason_code', 'cancellation_reason_note', 'assignee_id', 'hold'],
  ...['direction', 'return_of', 'return_terms', 'return_ids'],
  ...['carrier_account_id', 'livemode', 'failure', 'verified_at', 'credentials_set', 'callback_url'],
  ...['shipment_created', 'options', 'selected_option', 'messages'],
  ...['subscription_id', 'createdAt', 'disabled_reason', 'backlog', 'missed', 'secret', 'previous_secrets_expire_at'],
])

const MATCHED_BY_ADDRESS = 'is not a known field: pickup locations are matched by the address. Send pickup_address'

/**
 * Suggests a known name of the same meaning, or, which is costly to find, a similar one. A field that exists elsewhere and cannot be
 * sent here is `read_only` or `not_allowed`.
 */
export function describeUnknownPart(
  key: string,
  known: readonly string[],
  { part, maySuggest }: { part: PartName; maySuggest: boolean },
): [code: DetailCode, message: string] {
  const shown = shortened(key)
  const synonym = findSynonym(shown, known, part)
  if (key === 'pickup_location_id' && known.includes('pickup_address')) return ['unknown_field', MATCHED_BY_ADDRESS]
  if (part === 'field' && key === 'status' && known.includes('events'))
    return ['not_allowed', 'is active at first: leave it out, and pause the subscription with PATCH']
  if (part === 'field' && key === 'hold' && known.includes('dispatch'))
    return ['not_allowed', 'is for shipments that wait to be booked, not on-demand ones: leave it out']
  if (part === 'field' && synonym === undefined && SET_BY_WAYBILL.has(key))
    return ['read_only', 'is set by Waybill: leave it out']
  if (part === 'field' && key === 'dispatch') return ['not_allowed', 'is for on-demand shipments only: leave it out']
  const measure = synonym === undefined ? otherUnit(key, known) : undefined
  if (measure !== undefined) return ['unknown_field', `${unknownPart(part)}. ${measure}`]
  const suggested = synonym ?? (maySuggest ? nearest(shown, known) : undefined)
  if (part === 'field' && suggested === undefined && WRAPPERS.has(key))
    return ['unknown_field', `${unknownPart(part)}: send its fields in the body itself`]
  return [
    'unknown_field',
    suggested === undefined ? unknownPart(part) : `${unknownPart(part)}. Did you mean ${suggested}?`,
  ]
}

/** Advice for a measure in a unit whose field does not exist: its number is wrong under the name with another unit. */
function otherUnit(name: string, known: readonly string[]): string | undefined {
  const [, measure, unit] = /^(weight|length|width|height)_(lbs?|oz|g|in|inch|inches|ft|mm|m)$/.exec(name) ?? []
  const field = measure === 'weight' ? 'weight' : 'dimensions'
  return unit === undefined || !known.includes(field) ? undefined : `Send ${field}, with its unit`
}

function findSynonym(name: string, known: readonly string[], part: PartName): string | undefined {
  const synonyms = part === 'field' ? SYNONYMS : PARAMETER_SYNONYMS
  const named = Object.hasOwn(synonyms, name) ? [synonyms[name] ?? []].flat() : []
  const synonym = named.find((one) => known.includes(one))
  if (synonym !== undefined) return synonym
  const [, key] = /^metadata[._](.+)$/.exec(name) ?? []
  return key !== undefined && part === 'parameter' && known.includes('metadata') ? `metadata[${key}]` : undefined
}

/** The known name that differs in a third of its characters at most, or has the same ones in another order. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const found = closest(name, known)
  const difference = distance(name, found)
  const isSwapped = difference === 2 && sortedLetters(name) === sortedLetters(found)
  return isSwapped || difference <= Math.max(1, Math.floor(found.length / 3)) ? found : undefined
}

const sortedLetters = (text: string): string => [...text].sort().join('')

/** A name that a caller sent, as an error shows it. */
export const shortened = (text: string): string =>
  text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME).toWellFormed()}…` : text
