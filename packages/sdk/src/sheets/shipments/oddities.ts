/** Pure: what is odd in a shipment that the API takes. */
import type { CreateShipment } from '../../types.ts'
import { makeProblem, type SheetProblem } from '../problems.ts'
import { findOddPostCode } from './post-codes.ts'

/** Also of a document that the merchant wrote, whose values can be anything. */
export function findOddities(shipment: { [field in keyof CreateShipment]?: unknown }): SheetProblem[] {
  const { merchant_order_ref: reference } = shipment
  const { return_address: back } = Object(shipment.service_options) as { return_address?: unknown }
  const [pickup, dropoff] = [readTexts(shipment.pickup_address), readTexts(shipment.dropoff_address)]
  return [
    ...oddText('merchant_order_ref', reference),
    ...findOddPostCode('pickup_address.post_code', pickup),
    ...findOddPostCode('dropoff_address.post_code', dropoff),
    ...findOddPostCode('service_options.return_address.post_code', readTexts(back)),
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

function oddName(address: Texts): SheetProblem[] {
  const { name, company, first_name, last_name } = address
  const texts = [name, company, first_name, last_name].filter(Boolean)
  const field = 'dropoff_address.name'
  if (texts.length === 0) return [makeProblem(field, 'name_missing', {})]
  return texts.some((text) => /\p{L}/u.test(text ?? ''))
    ? []
    : [makeProblem(field, 'name_number', { name: texts.join(' ') })]
}
