/** Pure: the values of a row as the document of a shipment. Whatever is missing or wrong in it, the API says. */
import type { CreateShipment } from '../../types.ts'
import { LENGTH_UNITS, SIDES, WEIGHT_UNITS } from '../columns/fields.ts'
import { toUnit } from '../columns/units.ts'
import { type AddressValues, toAddress } from './address.ts'
import { toDecimal } from './decimal.ts'
import { parseJson, toCustoms, toOptions } from './options.ts'
import type { Values } from './values.ts'

/** For rows without them. */
export interface Defaults {
  collectionDate?: string
  pickup?: AddressValues | null
  /** Fields of a parcel, by the names of the API. */
  parcel?: AddressValues | null
}

export function toDocument(values: Values, { collectionDate, pickup, parcel }: Defaults = {}): CreateShipment {
  const document: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) if (field !== 'shipment_id') put(document, toPath(field), value)
  const {
    collection_date: date = collectionDate,
    customs,
    metadata,
    parcels,
    service_options: options,
    tags,
  } = document
  const own = toAddress(document.pickup_address)
  const given = Array.isArray(parcels) ? Array.from(parcels as Record<string, unknown>[]) : [{}]
  return {
    ...document,
    ...(typeof date === 'string' && { collection_date: toDate(date) }),
    ...(typeof metadata === 'string' && { metadata: parseJson(metadata) }),
    ...(options !== undefined && { service_options: toOptions(options) }),
    ...(customs !== undefined && { customs: toCustoms(customs) }),
    ...(typeof tags === 'string' && { tags: toTags(tags) }),
    pickup_address: Object.keys(own).length === 0 && pickup ? withoutNull(pickup) : own,
    dropoff_address: toAddress(document.dropoff_address),
    parcels: given.map((one = {}) => toParcel(one, parcel)),
  } as unknown as CreateShipment
}

/** Keys of the metadata can have points. */
function toPath(field: string): string[] {
  const [first = '', ...rest] = field.split('.')
  return first === 'metadata' && rest.length > 0 ? [first, rest.join('.')] : [first, ...rest]
}

function put(document: Record<string, unknown>, path: readonly string[], value: string): void {
  let at = document
  for (const [index, key] of path.entries()) {
    const next = path[index + 1]
    const isThere = Object.hasOwn(at, key) && typeof at[key] === 'object'
    const entry = next === undefined ? value : /^\d+$/.test(next) ? [] : {}
    if (next === undefined || !isThere)
      Object.defineProperty(at, key, { value: entry, enumerable: true, configurable: true, writable: true })
    at = at[key] as Record<string, unknown>
  }
}

const withoutNull = (fields: object): AddressValues =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value != null && name !== 'location_id'))

/** A measure has one form: the number with its unit, unless it is in kilograms or centimetres. */
function toParcel(fields: Record<string, unknown>, usual: AddressValues | null | undefined): object {
  const { quantity: _, ...parcel } = fields
  const weight = takeWeight(parcel)
  const dimensions = takeDimensions(parcel)
  const { declared_value: value, declared_value_currency: currency, items } = parcel
  const others = withoutNull(usual ?? {})
  const taken = [
    ...(weight ? ['weight', 'weight_kg'] : []),
    ...(dimensions ? ['dimensions', ...SIDES.map((one) => `${one}_cm`)] : []),
  ]
  for (const name of taken) delete others[name]
  return {
    ...others,
    ...parcel,
    ...weight,
    ...dimensions,
    ...(typeof value === 'string' && { declared_value: toDecimal(value) }),
    ...(typeof currency === 'string' && { declared_value_currency: currency.toUpperCase() }),
    ...(typeof items === 'string' && { items: parseJson(items) }),
  }
}

/** Takes the fields out of the parcel. Pounds and ounces are one weight; any other two are refused as a text. */
function takeWeight(parcel: Record<string, unknown>): object | null {
  const given = parcel.weight as Record<string, string> | undefined
  const columns = WEIGHT_UNITS.flatMap((unit) => {
    const text = parcel[`weight_${unit}`] as string | undefined
    return text === undefined ? [] : [{ text, unit: unit as string }]
  })
  if (given?.value !== undefined) columns.push({ text: given.value, unit: given.unit ?? 'kg' })
  for (const one of WEIGHT_UNITS) delete parcel[`weight_${one}`]
  delete parcel.weight
  const [first] = columns
  if (first === undefined) return null
  if (columns.length > 1) return { weight: addPoundsAndOunces(columns) }
  const measure = split(first.text, WEIGHT_UNITS, first.unit)
  return measure.unit === 'kg' ? { weight_kg: measure.value } : { weight: measure }
}

const OUNCES_PER_POUND = 16

function addPoundsAndOunces(columns: readonly { text: string; unit: string }[]): { value: string; unit: string } {
  const [lb, oz] = ['lb', 'oz'].map((unit) => Number(toDecimal(columns.find((one) => one.unit === unit)?.text ?? '')))
  const total = (lb ?? Number.NaN) * OUNCES_PER_POUND + (oz ?? Number.NaN)
  if (columns.length === 2 && columns.every(({ unit }) => unit === 'lb' || unit === 'oz') && !Number.isNaN(total))
    return { value: String(Number(total.toFixed(6))), unit: 'oz' }
  return { value: columns.map(({ text, unit }) => `${text} ${unit}`).join(' and '), unit: 'kg' }
}

const CM_PER_UNIT: Record<string, number> = { cm: 1, mm: 0.1, in: 2.54 }

/** Takes the fields out of the parcel. Sides in several units are converted to centimetres. */
function takeDimensions(parcel: Record<string, unknown>): object | null {
  const given = parcel.dimensions as Record<string, string> | undefined
  const measures = SIDES.flatMap((side) => {
    const columns = LENGTH_UNITS.flatMap((unit) => {
      const text = parcel[`${side}_${unit}`] as string | undefined
      return text === undefined ? [] : [{ text, unit: unit as string }]
    })
    if (given?.[side] !== undefined) columns.push({ text: given[side], unit: given.unit ?? 'cm' })
    const [first] = columns
    if (first === undefined) return []
    if (columns.length === 1) return [{ side, ...split(first.text, LENGTH_UNITS, first.unit) }]
    return [{ side, value: columns.map(({ text, unit }) => `${text} ${unit}`).join(' and '), unit: first.unit }]
  })
  for (const side of SIDES) for (const one of LENGTH_UNITS) delete parcel[`${side}_${one}`]
  delete parcel.dimensions
  const [first] = measures
  if (first === undefined) return null
  const isMixed = measures.some(({ unit }) => unit !== first.unit)
  if (!isMixed && first.unit !== 'cm')
    return { dimensions: { ...Object.fromEntries(measures.map(({ side, value }) => [side, value])), unit: first.unit } }
  return Object.fromEntries(
    measures.map(({ side, value, unit }) => {
      const cm = Number(value) * (CM_PER_UNIT[unit] ?? Number.NaN)
      return [`${side}_cm`, unit === 'cm' || Number.isNaN(cm) ? value : String(Number(cm.toFixed(4)))]
    }),
  )
}

/** `2.5 lb` in a cell has its own unit. */
export function split<Unit extends string>(
  text: string,
  units: readonly Unit[],
  unit: string,
): { value: string; unit: string } {
  const both = addCompound(text, units)
  if (both !== null) return both
  const [, number = '', word = ''] = /^([\d.,]+)\s*([^\d\s.,].*)$/.exec(text) ?? []
  const own = number === '' ? null : toUnit(word, units)
  return own ? { value: toDecimal(number), unit: own } : { value: toDecimal(text), unit: toUnit(unit, units) ?? unit }
}

/** The smaller units, and how many of them the larger ones have. */
const PARTS: readonly [large: string, small: string, count: number][] = [
  ['lb', 'oz', 16],
  ['kg', 'g', 1_000],
]

/** `2 lb 4 oz` as ounces, and `1 kg 500 g` as grams. */
function addCompound<Unit extends string>(
  text: string,
  units: readonly Unit[],
): { value: string; unit: string } | null {
  const [, large = '', first = '', small = '', second = ''] =
    /^(\d+(?:[.,]\d+)?)\s*([^\d\s.,&]+)\.?,?\s*(?:and\s|und\s|et\s|&)?\s*(\d+(?:[.,]\d+)?)\s*([^\d\s.,]+\.?)$/.exec(
      text.trim(),
    ) ?? []
  const pair = PARTS.find(([one, other]) => one === toUnit(first, units) && other === toUnit(second, units))
  if (pair === undefined) return null
  const total = Number(toDecimal(large)) * pair[2] + Number(toDecimal(small))
  return { value: String(Number(total.toFixed(6))), unit: pair[1] }
}

/** `25.11.2026` as `2026-11-25`. Dates with slashes are left to the API, which refuses them: day and month are not certain. */
export function toDate(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Tags between commas, each once, as shops and the export have them. */
function toTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
