/** Pure: what is odd in a shipment that the API takes. */
import type { CreateShipment } from '../../types.ts'
import { makeProblem, type SheetProblem } from '../problems.ts'

/** Digits of the post codes of countries where they can begin with a zero. */
const DIGITS: Record<string, number> = {
  US: 5,
  PR: 5,
  DE: 5,
  FR: 5,
  IT: 5,
  ES: 5,
  FI: 5,
  TR: 5,
  MX: 5,
  UA: 5,
  KR: 5,
  LT: 5,
  MY: 5,
  AU: 4,
  NO: 4,
  NZ: 4,
  ZA: 4,
  RO: 6,
  SG: 6,
  JP: 7,
  BR: 8,
}

/** Also of a document that the merchant wrote, whose values can be anything. */
export function findOddities(shipment: { [field in keyof CreateShipment]?: unknown }): SheetProblem[] {
  const { merchant_order_ref: reference } = shipment
  const [pickup, dropoff] = [readTexts(shipment.pickup_address), readTexts(shipment.dropoff_address)]
  return [
    ...oddText('merchant_order_ref', reference),
    ...oddPostCode('pickup_address', pickup),
    ...oddPostCode('dropoff_address', dropoff),
    ...oddText('dropoff_address.address_line_1', dropoff.address_line_1),
    ...oddText('dropoff_address.address_line_2', dropoff.address_line_2),
    ...oddName(dropoff),
  ]
}

const MONTH = '(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)'
const DATE = new RegExp(`^(?:\\d{1,2}\\.?[- ]${MONTH}|${MONTH}[- ]\\d{1,2})$`, 'i')

/** `3-4` that has become a date, and a long number of which only 15 digits are left. */
function oddText(field: string, text: unknown): SheetProblem[] {
  if (typeof text !== 'string') return []
  if (DATE.test(text)) return [makeProblem(field, 'text_date', { text })]
  if (/^[1-9]\d{14}0+$/.test(text)) return [makeProblem(field, 'digits_lost', { text })]
  return []
}

type Texts = Partial<Record<string, string>>

/** The texts and numbers among the fields. */
const readTexts = (fields: unknown): Texts =>
  Object.fromEntries(
    Object.entries(Object(fields) as object).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value).trim()]] : [],
    ),
  )

function oddPostCode(name: string, { post_code: code = '', country = '' }: Texts): SheetProblem[] {
  const own = country.toUpperCase()
  const expected = DIGITS[own]
  const whole = expected === 5 ? code.replace(/-\d+$/, '') : code
  const digits = whole.replaceAll(/[\s-]/g, '')
  if (expected === undefined || !/^\d+$/.test(digits) || digits.length >= expected) return []
  const complete = digits.padStart(expected, '0')
  return [
    makeProblem(`${name}.post_code`, 'post_code_short', { postCode: code, country: own, digits: expected, complete }),
  ]
}

function oddName(address: Texts): SheetProblem[] {
  const { name, company, first_name, last_name } = address
  const texts = [name, company, first_name, last_name].filter(Boolean)
  const field = 'dropoff_address.name'
  if (texts.length === 0) return [makeProblem(field, 'name_missing', {})]
  return texts.some((text) => /\p{L}/u.test(text ?? ''))
    ? []
    : [makeProblem(field, 'name_number', { name: texts.join(' ') })]
}
