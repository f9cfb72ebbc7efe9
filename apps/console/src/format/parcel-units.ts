/** Pure: the units in which parcels are weighed and measured, and numbers converted from one to another. */

/** Kilograms. Pound and ounce are avoirdupois. */
const KG_PER: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lb: 0.45359237, oz: 0.028349523125 }
const CM_PER: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54 }

export const WEIGHT_UNITS = Object.keys(KG_PER)
export const LENGTH_UNITS = Object.keys(CM_PER)

/** Countries that weigh and measure in pounds and inches. */
const POUNDS_AND_INCHES = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'LR', 'MM'])

/** The units of a pickup country, in which the fields of a parcel are filled in. */
export const unitsIn = (country: string): { weight: 'kg' | 'lb'; length: 'cm' | 'in' } =>
  POUNDS_AND_INCHES.has(country.trim().toUpperCase()) ? { weight: 'lb', length: 'in' } : { weight: 'kg', length: 'cm' }

/** "1,50" and "1.5" are the same number. An empty field is none. */
export const toNumber = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))

/** Half of the gram to which the API rounds. */
const HALF_A_GRAM = 0.0005

/** Two decimals, or three if they say more than the rounding to grams. A text that is no number stays; empty: a new unit. */
export function convertWeight(text: string, from: string, to: 'kg' | 'lb'): string {
  const value = toNumber(text)
  if (from === to || Number.isNaN(value)) return shorten(text)
  const [per = Number.NaN, perNew = 1] = [KG_PER[from], KG_PER[to]]
  const converted = (value * per) / perNew
  if (Number.isNaN(converted)) return ''
  const short = Number(converted.toFixed(2))
  const isShort = short > 0 && Math.abs(short - converted) * perNew <= HALF_A_GRAM
  return String(isShort ? short : Number(converted.toFixed(3)))
}

/** Two decimals. A text that is no number stays; empty: a new unit. */
export function convertLength(text: string, from: string, to: 'cm' | 'in'): string {
  const value = toNumber(text)
  if (from === to || Number.isNaN(value)) return shorten(text)
  const [per = Number.NaN, perNew = 1] = [CM_PER[from], CM_PER[to]]
  const converted = (value * per) / perNew
  return Number.isNaN(converted) ? '' : String(Number(converted.toFixed(2)))
}

/** "30.00" as "30". */
const shorten = (text: string): string => (/^\d+\.\d*$/.test(text) ? String(Number(text)) : text)
