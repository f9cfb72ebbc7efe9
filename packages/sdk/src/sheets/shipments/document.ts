/** Pure: the values of a row as the document of a shipment. Whatever is missing or wrong in it, the API says. */
import type { CreateShipment } from '../../types.ts'
import { LENGTH_UNITS, SIDES, WEIGHT_UNITS } from '../columns/fields.ts'
import { toUnit } from '../columns/units.ts'
import { toCountryCode } from './countries.ts'
import type { Values } from './values.ts'

type AddressValues = Partial<Record<string, unknown>>

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
  const { collection_date: date = collectionDate, metadata, parcels } = document
  const own = toAddress(document.pickup_address)
  const given = Array.isArray(parcels) ? Array.from(parcels as Record<string, unknown>[]) : [{}]
  return {
    ...document,
    ...(typeof date === 'string' && { collection_date: toDate(date) }),
    ...(typeof metadata === 'string' && { metadata: toMetadata(metadata) }),
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

function toAddress(fields: unknown): AddressValues {
  if (typeof fields !== 'object' || fields === null) return {}
  const { address_line_2: second, address_line_3: third, ...address } = fields as Record<string, string>
  const line2 = [second, third].filter(Boolean).join(', ')
  return {
    ...address,
    ...(line2 !== '' && { address_line_2: line2 }),
    ...(address.country !== undefined && { country: toCountryCode(address.country) }),
  }
}

/** A measure has one form: the number with its unit, unless it is in kilograms or centimetres. */
function toParcel(fields: Record<string, unknown>, usual: AddressValues | null | undefined): object {
  const { quantity: _, ...parcel } = fields
  const weight = takeWeight(parcel)
  const dimensions = takeDimensions(parcel)
  const { declared_value: value, declared_value_currency: currency } = parcel
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
  }
}

/** Takes the fields out of the parcel. */
function takeWeight(parcel: Record<string, unknown>): object | null {
  const given = parcel.weight as Record<string, string> | undefined
  const unit = WEIGHT_UNITS.find((one) => parcel[`weight_${one}`] !== undefined)
  const text = (unit ? parcel[`weight_${unit}`] : given?.value) as string | undefined
  for (const one of WEIGHT_UNITS) delete parcel[`weight_${one}`]
  delete parcel.weight
  if (text === undefined) return null
  const measure = split(text, WEIGHT_UNITS, unit ?? given?.unit ?? 'kg')
  return measure.unit === 'kg' ? { weight_kg: measure.value } : { weight: measure }
}

function takeDimensions(parcel: Record<string, unknown>): object | null {
  const given = parcel.dimensions as Record<string, string> | undefined
  const unit = LENGTH_UNITS.find((one) => SIDES.some((side) => parcel[`${side}_${one}`] !== undefined))
  const measures = SIDES.flatMap((side) => {
    const text = (unit ? parcel[`${side}_${unit}`] : given?.[side]) as string | undefined
    return text === undefined ? [] : [{ side, ...split(text, LENGTH_UNITS, unit ?? given?.unit ?? 'cm') }]
  })
  for (const side of SIDES) for (const one of LENGTH_UNITS) delete parcel[`${side}_${one}`]
  delete parcel.dimensions
  const [first] = measures
  if (first === undefined) return null
  if (measures.every((measure) => measure.unit === 'cm'))
    return Object.fromEntries(measures.map(({ side, value }) => [`${side}_cm`, value]))
  return { dimensions: { ...Object.fromEntries(measures.map(({ side, value }) => [side, value])), unit: first.unit } }
}

/** `2.5 lb` in a cell has its own unit. */
function split<Unit extends string>(
  text: string,
  units: readonly Unit[],
  unit: string,
): { value: string; unit: string } {
  const [, number = '', word = ''] = /^([\d.,]+)\s*([^\d\s.,].*)$/.exec(text) ?? []
  const own = number === '' ? null : toUnit(word, units)
  return own ? { value: toDecimal(number), unit: own } : { value: toDecimal(text), unit: toUnit(unit, units) ?? unit }
}

/** `1,25` and `1.234,5` with a point, as spreadsheets of many countries write them, and `1,234.5` without its comma. */
export function toDecimal(text: string): string {
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

/** `25.11.2026` as `2026-11-25`. Dates with slashes are left to the API, which refuses them: day and month are not certain. */
export function toDate(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** An object in JSON, as the export has it. */
function toMetadata(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
