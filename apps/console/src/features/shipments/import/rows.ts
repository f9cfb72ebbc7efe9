/** Pure: the rows of a file as shipments, by a choice of columns. */
import type { CreateShipment, PickupLocation } from '@waybill/sdk'
import type { SheetRow } from '@waybill/sdk/sheets/read'

const ADDRESS = [
  'name',
  'company',
  'address_line_1',
  'address_line_2',
  'post_code',
  'city',
  'province',
  'country',
  'phone',
  'email',
] as const

/** Fields that a column can be mapped to, by the names of the API. */
export const FIELDS = [
  'merchant_order_ref',
  'collection_date',
  ...ADDRESS.map((name) => `dropoff_address.${name}` as const),
  'dropoff_instructions',
  'parcels.0.title',
  'parcels.0.weight_kg',
  'parcels.0.length_cm',
  'parcels.0.width_cm',
  'parcels.0.height_cm',
  'parcels.0.declared_value',
  'parcels.0.declared_value_currency',
  ...ADDRESS.map((name) => `pickup_address.${name}` as const),
  'pickup_instructions',
] as const
export type ImportField = (typeof FIELDS)[number]

/** The field of each column, by its place; null: the column is not used. */
export type Mapping = readonly (ImportField | null)[]

/** The first of its words that a heading contains decides; the longer heading of an address comes first. */
const WORDS: [ImportField, RegExp][] = [
  [
    'merchant_order_ref',
    /^(merchant_?order_?ref|order|order_?(id|no|number|ref)|reference|ref|bestell(ung|nummer)|referenz)$/,
  ],
  ['collection_date', /^(collection_?date|ship_?date|date|abhol(datum|tag)|versanddatum)$/],
  ['dropoff_instructions', /^(dropoff_?)?(instructions|notes?|delivery_?notes?|hinweise?)$/],
  ['parcels.0.title', /^(parcel_?)?(title|contents?|description|item|product|inhalt|artikel)$/],
  ['parcels.0.weight_kg', /^(parcel_?)?(weight(_?kg)?|kg|gewicht(_?kg)?)$/],
  ['parcels.0.length_cm', /^(parcel_?)?(length(_?cm)?|l(ä|ae)nge(_?cm)?)$/],
  ['parcels.0.width_cm', /^(parcel_?)?(width(_?cm)?|breite(_?cm)?)$/],
  ['parcels.0.height_cm', /^(parcel_?)?(height(_?cm)?|h(ö|oe)he(_?cm)?)$/],
  ['parcels.0.declared_value', /^(parcel_?)?(declared_?value|value|wert)$/],
  ['parcels.0.declared_value_currency', /^(declared_?value_?)?(currency|w(ä|ae)hrung)$/],
]
const ADDRESS_WORDS: [(typeof ADDRESS)[number], RegExp][] = [
  ['name', /^(name|full_?name|recipient|customer|empf(ä|ae)nger|kunde)$/],
  ['company', /^(company|firma)$/],
  ['address_line_1', /^(address(_?line)?_?1?|street|stra(ß|ss)e|adresse)$/],
  ['address_line_2', /^(address(_?line)?_?2|adresszusatz)$/],
  ['post_code', /^(post_?code|postal_?code|zip(_?code)?|plz|postleitzahl)$/],
  ['city', /^(city|town|ort|stadt)$/],
  ['province', /^(province|state|region|bundesland)$/],
  ['country', /^(country(_?code)?|land)$/],
  ['phone', /^(phone|telephone|tel|mobile|telefon)$/],
  ['email', /^(e_?mail(_?address)?)$/],
]
const PICKUP = /^(pickup|collection|sender|from|shipper|abholung|absender)_(?:address_)?/
const DROPOFF =
  /^(dropoff|delivery|recipient|ship|shipping|to|receiver|consignee|empf(ä|ae)nger|liefer)_(?:to_)?(?:address_(?!line|[12]))?/

const simplify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')

/** The field that a heading means; null if none. */
export function guessField(heading: string): ImportField | null {
  const exact = FIELDS.find((field) => field === heading.trim())
  if (exact) return exact
  const name = simplify(heading)
  const direct = WORDS.find(([, words]) => words.test(name))
  if (direct) return direct[0]
  const isPickup = PICKUP.test(name)
  const rest = name.replace(isPickup ? PICKUP : DROPOFF, '')
  const found = ADDRESS_WORDS.find(([, words]) => words.test(rest) || (!isPickup && words.test(name)))
  return found ? `${isPickup ? 'pickup_address' : 'dropoff_address'}.${found[0]}` : null
}

/** Each field once: the first column that names the recipient of it, else the first column that means it. */
export function guessMapping(headings: readonly string[], rows: readonly SheetRow[] = []): Mapping {
  const guesses = headings.map(guessField)
  const isOfRecipient = (column: number) => DROPOFF.test(simplify(headings[column] ?? ''))
  const getColumn = (field: ImportField) => {
    const columns = guesses.flatMap((guess, column) => (guess === field ? [column] : []))
    return columns.find(isOfRecipient) ?? columns[0]
  }
  const mapping = guesses.map((field, column) => (field !== null && getColumn(field) === column ? field : null))
  return withOrderName(mapping, headings, rows)
}

/** In an export of Shopify, `Name` is that of the order, such as #1001, beside the `Shipping Name`. */
function withOrderName(mapping: Mapping, headings: readonly string[], rows: readonly SheetRow[]): Mapping {
  if (mapping.includes('merchant_order_ref')) return mapping
  const cells = (column: number) => rows.flatMap(({ cells }) => cells[column] || [])
  const order = headings.findIndex(
    (heading, column) =>
      simplify(heading) === 'name' && mapping[column] === null && cells(column).every((cell) => /\d/.test(cell)),
  )
  return mapping.map((field, column) => (column === order ? 'merchant_order_ref' : field))
}

/** Columns that hold a field which an earlier column holds, too, with that column. */
export function findConflicts(mapping: Mapping): ReadonlyMap<number, number> {
  const conflicts = new Map<number, number>()
  mapping.forEach((field, column) => {
    const first = mapping.indexOf(field)
    if (field !== null && first !== column) conflicts.set(column, first)
  })
  return conflicts
}

export interface Defaults {
  /** For rows without a date. */
  collectionDate: string
  /** For rows without a pickup. */
  pickup: PickupLocation['address'] | null
}

export type Values = Partial<Record<ImportField, string>>

/** The cells of a row by field, without those that are empty. */
export function toValues(cells: readonly string[], mapping: Mapping): Values {
  const values: Values = {}
  mapping.forEach((field, column) => {
    const cell = cells[column]?.trim() ?? ''
    if (field !== null && cell !== '') values[field] = cell
  })
  return values
}

/** The shipment of a row. What is missing or wrong in it, the API says. */
export function findShipment(values: Values, { collectionDate, pickup }: Defaults): CreateShipment {
  const address = (prefix: 'pickup_address' | 'dropoff_address') =>
    Object.fromEntries(
      ADDRESS.flatMap((name) => {
        const value = values[`${prefix}.${name}`]
        return value === undefined ? [] : [[name, name === 'country' ? value.toUpperCase() : value]]
      }),
    )
  const own = address('pickup_address')
  const usual =
    pickup && Object.fromEntries(ADDRESS.flatMap((name) => (pickup[name] == null ? [] : [[name, pickup[name]]])))
  const number = (name: 'weight_kg' | 'length_cm' | 'width_cm' | 'height_cm' | 'declared_value') => {
    const value = values[`parcels.0.${name}`]
    return value === undefined ? {} : { [name]: toDecimal(value) }
  }
  const text = (field: 'dropoff_instructions' | 'pickup_instructions') =>
    values[field] === undefined ? {} : { [field]: values[field] }
  const currency = values['parcels.0.declared_value_currency']
  const parcel = {
    title: values['parcels.0.title'],
    ...number('weight_kg'),
    ...number('length_cm'),
    ...number('width_cm'),
    ...number('height_cm'),
    ...number('declared_value'),
    ...(currency !== undefined && { declared_value_currency: currency.toUpperCase() }),
  }
  return {
    merchant_order_ref: values.merchant_order_ref,
    collection_date: toDate(values.collection_date ?? collectionDate),
    pickup_address: Object.keys(own).length === 0 && usual ? usual : own,
    dropoff_address: address('dropoff_address'),
    parcels: [parcel],
    ...text('pickup_instructions'),
    ...text('dropoff_instructions'),
  } as CreateShipment
}

/** `1,25` as `1.25`, as spreadsheets of many countries write it. */
const toDecimal = (text: string): string => (/^\d+,\d+$/.test(text) ? text.replace(',', '.') : text)

/** `25.11.2026` as `2026-11-25`. Dates with slashes are left to the API, which refuses them: day and month are not certain. */
export function toDate(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
