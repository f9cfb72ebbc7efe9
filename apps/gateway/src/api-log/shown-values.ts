/** Pure: which values of a request the API log shows. Each is of a form, or one of a list, that no secret and no name has. */
import { eventTypes } from '@waybill/contracts/events/public-event'
import type { Operation } from '@waybill/contracts/requests/operation'

/** Values of closed lists, by the name of the field. */
export type Choices = ReadonlyMap<string, ReadonlySet<string>>

const ID = /^[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const DECIMAL = /^-?\d{1,10}(\.\d{1,10})?$/
const TIME = /^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?|\d\d:\d\d)$/
const COUNTRY = /^[A-Za-z]{2}$/
const CURRENCY = /^[A-Za-z]{3}$/
const COLOUR = /^#[0-9A-Fa-f]{6}$/
/** Words in lower case, without digits. */
const WORDS = /^(?=.{1,32}$)[a-z]{1,16}(_[a-z]{1,16})*$/
const FIELD_NAME = /^(?=.{1,40}$)[a-z]{1,16}(_[a-z]{1,16})*(_\d)?$/

const forms: [RegExp, readonly string[]][] = [
  [TIME, ['collection_date', 'ready_at', 'deliver_by', 'expires_at', 'since', 'until', 'from', 'to', 'closed_dates']],
  [COUNTRY, ['country', 'pickup_country']],
  [CURRENCY, ['currency', 'declared_value_currency']],
  [COLOUR, ['accent_color']],
  [WORDS, ['carrier_code', 'carrier_codes', 'service_code', 'service_codes', 'services', 'reason_code', 'columns']],
]
const formByName = new Map(forms.flatMap(([form, names]) => names.map((name) => [name, form] as const)))

const numbers: ReadonlySet<string> = new Set([
  ...['weight_kg', 'length_cm', 'width_cm', 'height_cm', 'value', 'length', 'width', 'height', 'declared_value'],
  ...['max_total_amount', 'max_weight_kg', 'max_parcels', 'max_distance_km', 'amount', 'base_amount', 'per_km_amount'],
  ...['per_kg_amount', 'included_weight_kg', 'tax_rate_percent', 'delivery_minutes', 'capacity', 'overlap_seconds'],
  ...['rate_limit_per_second', 'position', 'count', 'limit', 'window_minutes', 'expires_in_minutes', 'max_attempts'],
])

/** Fields with secrets: nothing in them is shown, whatever its name. */
const SECRET = /credential|secret|password|token|signature/

export const isSecret = (name: string): boolean => SECRET.test(name)

/** Whether a field of a request may be named. A mistyped name is shown, a text that stands where a name should be is not. */
export const isFieldName = (text: string): boolean => FIELD_NAME.test(text)

export const isShownNumber = (name: string): boolean => numbers.has(name)

export function isShownText(name: string, text: string, choices: Choices): boolean {
  if (choices.get(name)?.has(text) || ID.test(text)) return true
  if (numbers.has(name)) return DECIMAL.test(text)
  return name === 'time_zone' ? isTimeZone(text) : (formByName.get(name)?.test(text) ?? false)
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The closed lists of all request bodies, and the events that a subscription can name. */
export function findChoices(operations: readonly Pick<Operation, 'body'>[]): Choices {
  const subjects = eventTypes.map((type) => `${type.split('.')[0]}.*`)
  const events = new Set<string>(['*', ...subjects, ...eventTypes])
  const choices = new Map([
    ['event', events],
    ['events', events],
  ])
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string') choices.set(name, (choices.get(name) ?? new Set()).add(value))
  }
  for (const { body } of operations) {
    for (const variant of body?.kind === 'json' ? body.variants : []) {
      const document = variant.toJSONSchema({ io: 'input', unrepresentable: 'any' })
      const seen = new Set<string>()
      const walk = (schema: object, name: string) => {
        for (const [keyword, inner] of Object.entries(schema)) {
          if (keyword === 'const') add(name, inner)
          else if (keyword === 'enum') for (const value of inner) add(name, value)
          else if (keyword === 'properties')
            for (const [field, one] of Object.entries(inner)) walk(one as object, field)
          else if (keyword === '$ref' && !seen.has(`${name} ${inner}`)) {
            seen.add(`${name} ${inner}`)
            walk(document.$defs?.[String(inner).replace('#/$defs/', '')] ?? {}, name)
          } else if (keyword !== '$defs' && typeof inner === 'object' && inner !== null) walk(inner, name)
        }
      }
      walk(document, '')
    }
  }
  return choices
}
