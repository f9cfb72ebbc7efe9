/** Pure: the fields that the headings of shops, spreadsheets and Waybill's own export mean. */
import type { SheetRow } from '../read.ts'
import { FIELDS, LENGTH_UNITS, type Mapping, SIDES, WEIGHT_UNITS } from './fields.ts'
import { toUnit } from './units.ts'
import {
  ADDRESS_WORDS,
  ORDER_WORDS,
  PART_OR_WHOLE,
  SIDE_PREFIXES,
  SIDE_WORDS,
  type Side,
  simplify,
  WEIGHT_WORDS,
} from './words.ts'

const MEASURED = '^(?:(?:parcel|package|order|total|cart|line_?item|item|product|variant|unit|shipping)_)?'
const WEIGHT = new RegExp(`${MEASURED}(?:${WEIGHT_WORDS})(?:_(?:in_)?([a-z]+))?$`)

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
  const [side = null, prefix] = SIDE_PREFIXES.find(([, words]) => words.test(name)) ?? []
  const rest = prefix ? name.replace(prefix, '').replace(/^address_(?!line|type|\d)(?=.)/, '') : name
  const found = ADDRESS_WORDS.find(([, words]) => words.test(rest))?.[0]
  if (!found || (side === 'buyer' && found !== 'email' && found !== 'phone')) return null
  return { field: `${side === 'pickup' ? 'pickup' : 'dropoff'}_address.${found}`, side, name }
}

/** A name of the API, also one that is wrong below a known one: the API says so. */
const isPath = (heading: string): boolean =>
  FIELDS.some((field) => field === heading) ||
  /^(pickup_address|dropoff_address|parcels|service_options|customs|metadata)\.[\w.-]+$/.test(heading)

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
export function guessMapping(given: readonly string[], rows: readonly SheetRow[] = []): Mapping {
  const headings = withSides(given)
  const guesses = withoutBuyer(withWholeNames(headings.map(guess)))
  const isEmpty = (column: number) => rows.length > 0 && rows.every(({ cells }) => !cells[column])
  const mapping = guesses.map((one, column) => {
    if (one === null) return null
    const columns = guesses.flatMap((other, index) =>
      other?.field === one.field ? [{ index, rank: isEmpty(index) ? EMPTY : rank(other) }] : [],
    )
    const [best] = columns.sort((a, b) => a.rank - b.rank || a.index - b.index)
    return best?.index === column ? one.field : null
  })
  return withUnits(withOrderName(mapping, headings, rows), headings)
}

const INITIALS: Record<string, string> = { l: 'length', w: 'width', b: 'width', h: 'height' }
const INITIAL = /^\s*([lwbh])(?![\p{L}\p{N}])/iu

/** `L`, `W` and `H` are sides where all three stand beside each other; alone, a letter means anything. */
function withSides(headings: readonly string[]): readonly string[] {
  const sides = headings.map((heading) => INITIALS[INITIAL.exec(heading)?.[1]?.toLowerCase() ?? ''])
  if (!SIDES.every((side) => sides.filter((one) => one === side).length === 1)) return headings
  return headings.map((heading, column) => heading.replace(INITIAL, sides[column] ?? '$&'))
}

const EMPTY = 9
const RANKS = { dropoff: 0, pickup: 0, none: 2, customer: 3, buyer: 4 }

function rank({ name, field, side }: Guess): number {
  // On eBay each item has a sales record; an order has several.
  if (name === 'sales_record_number') return 5
  if (/^(recipient|receiver|consignee|empf(a|ae)nger)$/.test(name)) return 1
  const usual = RANKS[side ?? 'none']
  // Shopify's Shipping Street repeats both lines of the address.
  return field.endsWith('.address_line_1') && !/1/.test(name) ? usual + 1 : usual
}

type Guesses = readonly (Guess | null)[]

/** `Nom` is the last name beside `Prénom`, and the whole name without it. */
function withWholeNames(guesses: Guesses): Guesses {
  const has = (part: string, one: Guess): boolean =>
    guesses.some((other) => other?.side === one.side && other.field.endsWith(`_address.${part}`))
  return guesses.map((one) => {
    if (one === null || !PART_OR_WHOLE.test(one.name)) return one
    const [, address = '', part = ''] = /^(\w+)\.(\w+)$/.exec(one.field) ?? []
    const isPart = has(part === 'last_name' ? 'first_name' : 'last_name', one)
    return isPart ? one : { ...one, field: `${address}.name` }
  })
}

const PERSON = /^dropoff_address\.(?:name|first_name|last_name)$/
const COMPANY = /^dropoff_address\.company$/
const PLACE = /^dropoff_address\.(?!name|first_name|last_name|company|phone|email)/
const STREET = /^dropoff_address\.address_line_1$/

/**
 * Without the name and the address of the buyer, whose headings have no prefix, beside those of the recipient, which have one. A
 * part that the recipient alone has is the recipient's: `City` beside `Shipping Address`. A number of a house needs words that
 * say of what it is.
 */
function withoutBuyer(guesses: Guesses): Guesses {
  const isBare = (one: Guess | null): one is Guess => one?.side === null || one?.side === 'customer'
  const hasTwo = (field: RegExp): boolean =>
    guesses.some((one) => one?.side === 'dropoff' && field.test(one.field)) &&
    guesses.some((one) => isBare(one) && field.test(one.field))
  const [persons, places] = [hasTwo(PERSON), hasTwo(STREET)]
  const isPortuguese = guesses.some((one) => one !== null && /(?:^|_)(?:endereco|logradouro|rua|calle)$/.test(one.name))
  return guesses.map((one) => {
    if (one?.field.endsWith('.house_number') && /(?:^|_)numero$/.test(one.name) && !isPortuguese) return null
    if (!isBare(one)) return one
    const isOfBuyer =
      (persons && (PERSON.test(one.field) || COMPANY.test(one.field))) || (places && PLACE.test(one.field))
    return isOfBuyer ? null : one
  })
}

/** In an export of Shopify, `Name` is that of the order, such as #1001, beside the `Shipping Name`. An `ID` is the last resort. */
function withOrderName(mapping: Mapping, headings: readonly string[], rows: readonly SheetRow[]): Mapping {
  if (mapping.includes('merchant_order_ref')) return mapping
  const cells = (column: number) => rows.flatMap((row) => row.cells[column] || [])
  const isUnused = (name: string, column: number) =>
    simplify(headings[column] ?? '') === name && mapping[column] === null
  const name = headings.findIndex(
    (_, column) => isUnused('name', column) && cells(column).every((cell) => /\d/.test(cell)),
  )
  const order = name === -1 ? headings.findIndex((_, column) => isUnused('id', column)) : name
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
