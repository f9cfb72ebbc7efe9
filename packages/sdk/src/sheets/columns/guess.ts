/** Pure: the fields that the headings of shops, spreadsheets and Waybill's own export mean. */
import type { SheetRow } from '../read.ts'
import { type ADDRESS, FIELDS, LENGTH_UNITS, type Mapping, SIDES, WEIGHT_UNITS } from './fields.ts'
import { toUnit } from './units.ts'

const ORDER_WORDS: [string, RegExp][] = [
  [
    'merchant_order_ref',
    /^(merchant_order_ref|(sales_)?order(_(id|no|nr|number|ref|reference|name))?|reference|ref|sales_record_number|bestell(ung|nummer|nr)|referenz|auftrags(nummer|nr))$/,
  ],
  ['collection_date', /^(collection_date|ship_date|date|abhol(datum|tag)|versanddatum)$/],
  ['pickup_instructions', /^(pickup|collection)_(instructions?|notes?)$/],
  [
    'dropoff_instructions',
    /^((dropoff|delivery|shipping|order|customer|buyer|checkout)_)?(instructions?|notes?|comments?|message)$|^(liefer)?hinweise?$|^provided_note$/,
  ],
  ['parcels.0.title', /^((parcel|package)_)?(title|contents?|description|inhalt)$|^artikel(name)?$/],
  ['parcels.0.title', /^(line_?item|item|product)(_(name|title|description|details))?$/],
  ['parcels.0.quantity', /^((line_?item|item|product)_)?(quantity|qty|anzahl|menge)(_(purchased|ordered))?$/],
  ['parcels.0.weight.unit', /^((parcel|package)_)?(weight_unit|unit_of_weight|gewichtseinheit)$/],
  ['parcels.0.dimensions.unit', /^((parcel|package)_)?(dimensions?|size|length)_units?$/],
  ['parcels.0.declared_value', /^(parcel_)?(declared_value|value|customs_value|wert)$/],
  ['parcels.0.declared_value_currency', /^(declared_value_)?(currency(_code)?|w(ä|ae)hrung)$/],
]
const ADDRESS_WORDS: [(typeof ADDRESS)[number], RegExp][] = [
  ['name', /^(full_?name|name|recipient|customer|contact|empf(ä|ae)nger|kunde)(_name)?$/],
  ['first_name', /^(first_?name|given_?name|forename|vorname)$/],
  ['last_name', /^(last_?name|family_?name|surname|nachname)$/],
  ['company', /^(company(_name)?|organi[sz]ation|firma)$/],
  [
    'address_line_1',
    /^(address_?(line_?)?(1|1_2)?|street(_?(1|address|line_?1))?|stra(ß|ss)e|adresse|(address_)?line_?1)$/,
  ],
  ['address_line_2', /^(address_?(line_?)?2|street_?(line_?)?2|adresszusatz|(address_)?line_?2|apartment|suite)$/],
  ['address_line_3', /^(address_?(line_?)?3|street_?(line_?)?3|(address_)?line_?3)$/],
  ['post_code', /^(post_?code|postal_?code|zip(_?code)?|zip_postal_code|zip_postcode|plz|postleitzahl)$/],
  ['city', /^(city|town|ort|stadt|locality|suburb)$/],
  ['province', /^(province|state|region|county|bundesland|state_province|state_county)(_(code|name|region))?$/],
  ['country', /^(country|land)(_(code|name|iso))?$/],
  ['phone', /^(customer_)?(phone|telephone|tel|mobile|cell|telefon|handy)(_?(number|no|nr))?$/],
  ['email', /^(customer_)?e_?mail(_address)?$/],
]

const SIDE_WORDS: Record<(typeof SIDES)[number], string> = {
  length: 'length|l(?:ä|ae)nge',
  width: 'width|breite',
  height: 'height|h(?:ö|oe)he',
}
const MEASURED = '^(?:(?:parcel|package|order|total|cart|line_?item|item|product|variant|unit|shipping)_)?'
const WEIGHT = new RegExp(`${MEASURED}(?:weight|gewicht)(?:_(?:in_)?([a-z]+))?$`)

type Side = 'pickup' | 'dropoff' | 'buyer' | null
const SIDE: [Exclude<Side, null>, RegExp][] = [
  ['pickup', /^(?:pick_?up|collection|sender|ship_from|from|shipper|abholung|absender)_/],
  ['buyer', /^(?:billing|bill_to|buyer|invoice|rechnungs?)_/],
  [
    'dropoff',
    /^(?:drop_?off|delivery|deliver_to|recipient|shipping|ship_to|ship|to|receiver|consignee|empf(?:ä|ae)nger|liefer|lieferadresse|lieferanschrift)_/,
  ],
]

/** `Ship To: Address 1` as `ship_to_address_1`. */
const simplify = (heading: string): string =>
  heading
    .trim()
    .replaceAll(/(?<=[a-z])(?=[A-Z][a-z])/g, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
    // First Name (Shipping)
    .replace(/^(.+)_(shipping|billing|delivery)$/, '$2_$1')

interface Guess {
  field: string
  side: Side
  name: string
}

function guess(heading: string): Guess | null {
  const own = heading.trim().replaceAll(/\[(\d{1,2})\]/g, '.$1')
  if (isPath(own)) return { field: own, side: own.startsWith('pickup_') ? 'pickup' : 'dropoff', name: own }
  const name = simplify(heading)
  const direct = ORDER_WORDS.find(([, words]) => words.test(name))?.[0] ?? guessMeasure(name)
  if (direct) return { field: direct, side: null, name }
  const [side = null, prefix] = SIDE.find(([, words]) => words.test(name)) ?? []
  const rest = prefix ? name.replace(prefix, '').replace(/^address_(?!line|street|\d)(?=.)/, '') : name
  const found = ADDRESS_WORDS.find(([, words]) => words.test(rest))?.[0]
  if (!found || (side === 'buyer' && found !== 'email' && found !== 'phone')) return null
  return { field: `${side === 'pickup' ? 'pickup' : 'dropoff'}_address.${found}`, side, name }
}

/** A name of the API, also one that is wrong below a known one: the API says so. */
const isPath = (heading: string): boolean =>
  FIELDS.some((field) => field === heading) ||
  /^(pickup_address|dropoff_address|parcels|metadata)\.[\w.-]+$/.test(heading)

function guessMeasure(name: string): string | null {
  const [isWeight, unit] = WEIGHT.exec(name) ?? []
  if (isWeight) {
    const known = toUnit(unit ?? 'kg', WEIGHT_UNITS)
    return known && `parcels.0.weight_${known}`
  }
  const alone = toUnit(name, WEIGHT_UNITS)
  if (alone && name.length > 1) return `parcels.0.weight_${alone}`
  for (const side of SIDES) {
    const [isSide, given] = new RegExp(`${MEASURED}(?:${SIDE_WORDS[side]})(?:_(?:in_)?([a-z]+))?$`).exec(name) ?? []
    const known = isSide && toUnit(given ?? 'cm', LENGTH_UNITS)
    if (known) return `parcels.0.${side}_${known}`
  }
  return null
}

/** The field that a heading means; null if none. */
export const guessField = (heading: string): string | null => guess(heading)?.field ?? null

/** Each field once: the column that names the recipient comes first, and that of the buyer last. */
export function guessMapping(headings: readonly string[], rows: readonly SheetRow[] = []): Mapping {
  const guesses = headings.map(guess)
  const isWhole = guesses.some((one) => one?.side === 'dropoff' && one.field === 'dropoff_address.address_line_1')
  const rank = (one: Guess): number => {
    // On eBay each item has a sales record; an order has several.
    if (one.name === 'sales_record_number') return 5
    if (/^(recipient|receiver|consignee|empf(ä|ae)nger)$/.test(one.name)) return 1
    // Shopify's Shipping Street repeats both lines of the address.
    if (one.field.endsWith('.address_line_1') && !/1/.test(one.name)) return one.side === null ? 3 : 1
    return one.side === null ? 2 : one.side === 'buyer' ? 4 : 0
  }
  const usable = guesses.map((one) => (one && isWhole && isOfBuyer(one) ? null : one))
  const mapping = usable.map((one, column) => {
    if (one === null) return null
    const columns = usable.flatMap((other, index) => (other?.field === one.field ? [{ index, rank: rank(other) }] : []))
    const [best] = columns.sort((a, b) => a.rank - b.rank || a.index - b.index)
    return best?.index === column ? one.field : null
  })
  return withUnits(withOrderName(mapping, headings, rows), headings)
}

/** A part of an address without a prefix, beside the address of the recipient that has one. */
const isOfBuyer = ({ side, field }: Guess): boolean => side === null && /^dropoff_address\.(?!phone|email)/.test(field)

/** In an export of Shopify, `Name` is that of the order, such as #1001, beside the `Shipping Name`. */
function withOrderName(mapping: Mapping, headings: readonly string[], rows: readonly SheetRow[]): Mapping {
  if (mapping.includes('merchant_order_ref')) return mapping
  const cells = (column: number) => rows.flatMap((row) => row.cells[column] || [])
  const order = headings.findIndex(
    (heading, column) =>
      simplify(heading) === 'name' && mapping[column] === null && cells(column).every((cell) => /\d/.test(cell)),
  )
  return mapping.map((field, column) => (column === order ? 'merchant_order_ref' : field))
}

/** Numbers without a unit in their headings, beside a column with the unit. */
function withUnits(mapping: Mapping, headings: readonly string[]): Mapping {
  const hasUnit = (heading = '') => /kg|kilo|cm|centi/i.test(heading)
  return mapping.map((field, column) => {
    if (field === null || hasUnit(headings[column])) return field
    if (field === 'parcels.0.weight_kg' && mapping.includes('parcels.0.weight.unit')) return 'parcels.0.weight.value'
    const [, side] = /^parcels\.0\.(length|width|height)_cm$/.exec(field) ?? []
    return side && mapping.includes('parcels.0.dimensions.unit') ? `parcels.0.dimensions.${side}` : field
  })
}
