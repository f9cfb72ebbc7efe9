/** Pure: the columns of `service_options` and `customs` as the API takes them. Nested lists are one column of JSON. */
import { toAddress, toTruth } from './address.ts'
import { toDecimal } from './decimal.ts'

type Fields = Record<string, unknown>

/** Texts as they are, in fields that have another type. A value that cannot be read stays, and the API says what is wrong with it. */
const withRead = (fields: Fields, readers: Record<string, (value: unknown) => unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readers[name]?.(value) ?? value]))

const ofText =
  (read: (text: string) => unknown) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? read(value) : value

const ofFields =
  (readers: Record<string, (value: unknown) => unknown>) =>
  (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? withRead(value as Fields, readers) : value

const truth = ofText(toTruth)
const lower = ofText((text) => text.toLowerCase())
const upper = ofText((text) => text.toUpperCase())
const wholeNumber = ofText((text) => (/^\d{1,3}$/.test(text) ? Number(text) : text))
const amount = { amount: ofText(toDecimal), currency: upper }
const json = ofText(parseJson)

export const toOptions = ofFields({
  signature: lower,
  insurance: ofFields({ ...amount, provider: lower }),
  saturday_delivery: truth,
  label_references: (value) => (Array.isArray(value) ? value.filter((text) => text !== undefined) : value),
  return_address: (value) => (typeof value === 'object' ? toAddress(value) : value),
  bill_to: ofFields({ party: lower, country: upper }),
  dangerous_goods: ofFields({ kind: lower }),
  age_verification: ofFields({ minimum_age: wholeNumber }),
  delivery_pin: truth,
  tip: ofFields(amount),
})

export const toCustoms = ofFields({ incoterm: upper, certify: truth, tax_ids: json })

/** JSON as the export has it; any other text stays. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
