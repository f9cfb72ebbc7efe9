/** Pure: what is odd in a shipment that the API takes. */
import type { CreateShipment } from '../../types.ts'
import type { SheetProblem } from './values.ts'

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

export function findOddities(shipment: Partial<CreateShipment>): SheetProblem[] {
  const { pickup_address: pickup, dropoff_address: dropoff } = shipment
  return [...oddPostCode('pickup_address', pickup), ...oddPostCode('dropoff_address', dropoff), ...oddName(dropoff)]
}

type Address = Partial<CreateShipment['dropoff_address']>

function oddPostCode(name: string, { post_code: code, country }: Address = {}): SheetProblem[] {
  const own = String(country).toUpperCase()
  const expected = DIGITS[own]
  const whole = expected === 5 ? (code ?? '').replace(/-\d+$/, '') : (code ?? '')
  const digits = whole.replaceAll(/[\s-]/g, '')
  if (expected === undefined || !/^\d+$/.test(digits) || digits.length >= expected) return []
  const field = `${name}.post_code`
  const message = `is ${code}, and post codes of ${own} have ${expected} digits: a spreadsheet may have removed a zero. Is it ${digits.padStart(expected, '0')}?`
  return [{ field, message }]
}

function oddName(address: Address = {}): SheetProblem[] {
  const { name, company, first_name, last_name } = address
  const texts = [name, company, first_name, last_name].filter(Boolean)
  const field = 'dropoff_address.name'
  if (texts.length === 0) return [{ field, message: 'is missing: the label has no recipient.' }]
  return texts.some((text) => /\p{L}/u.test(text ?? ''))
    ? []
    : [{ field, message: `is ${texts.join(' ')}, without a letter. Is it the number of the order?` }]
}
