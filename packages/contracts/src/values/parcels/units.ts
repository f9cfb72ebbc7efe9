/** Pure: weights and sizes of parcels in the units in which merchants send them. */
import { z } from 'zod'
import type { Accepted } from '../../requests/across-fields.ts'
import { decimalString } from '../../requests/described-texts.ts'
import { refuse } from '../../requests/validation.ts'
import { decimalPlaces, lengthText, numberText, weightText } from '../decimals.ts'
import { numeric } from '../number.ts'

/** Grams. Pound and ounce are avoirdupois, exact by definition: NIST Handbook 44, appendix C. */
export const gramsPer = { kg: 1_000, g: 1, lb: 453.59237, oz: 28.349523125 } as const
/** Tenths of a millimetre, exact by the same source. */
export const tenthMmPer = { cm: 100, mm: 10, in: 254 } as const

export type WeightUnit = keyof typeof gramsPer
export type LengthUnit = keyof typeof tenthMmPer

const weightUnit = z.enum(['kg', 'g', 'lb', 'oz'])
const lengthUnit = z.enum(['cm', 'mm', 'in'])

/** 1,000 kg and 10 m, as of `weight_kg` and `length_cm`. */
const MAX_GRAMS = 1_000_000
const MAX_TENTH_MM = 100_000
const MAX_DECIMALS = 9

const side = numeric(z.number().gt(0).max(10_000))

/** In a request. */
export const weightSchema = z
  .strictObject({
    value: numeric(z.number().gt(0).max(MAX_GRAMS)).describe('A number or text, with at most 9 decimals.'),
    unit: weightUnit.describe('Kilograms, grams, pounds or ounces.'),
  })
  .meta({ id: 'WeightRequest' })
/** In a request. */
export const dimensionsSchema = z
  .strictObject({
    length: side.describe('A number or text, with at most 9 decimals.'),
    width: side.describe('A number or text, with at most 9 decimals.'),
    height: side.describe('A number or text, with at most 9 decimals.'),
    unit: lengthUnit.describe('Centimetres, millimetres or inches.'),
  })
  .meta({ id: 'DimensionsRequest' })

/** In an answer. */
export const publicWeightSchema = z
  .object({
    value: decimalString('In `unit`.'),
    unit: weightUnit.describe('Kilograms, grams, pounds or ounces.'),
  })
  .meta({ id: 'Weight' })
/** In an answer. */
export const publicDimensionsSchema = z
  .object({
    length: decimalString('In `unit`.'),
    width: decimalString('In `unit`.'),
    height: decimalString('In `unit`.'),
    unit: lengthUnit.describe('Centimetres, millimetres or inches.'),
  })
  .meta({ id: 'Dimensions' })

type Weight = z.output<typeof weightSchema>
type Dimensions = z.output<typeof dimensionsSchema>

/** The fields of a parcel in a request: `weight_kg` in grams, sides in tenths of a millimetre. */
export interface SentMeasures {
  weight_kg?: number | undefined
  weight?: Weight | undefined
  length_cm?: number | undefined
  width_cm?: number | undefined
  height_cm?: number | undefined
  dimensions?: Dimensions | undefined
}

/**
 * As a parcel keeps them. `weightSent`, `dimensionsSent`: `0.5 lb`, `10 8 4.5 in`; absent: as `weight_kg`, as
 * `length_cm` and the others, or the same to the last digit.
 */
export interface StoredMeasures {
  weightGrams: number
  lengthTenthMm: number
  widthTenthMm: number
  heightTenthMm: number
  weightSent?: string
  dimensionsSent?: string
}

const whole = (value: number): number => Math.max(1, Math.round(Number(value.toFixed(6))))
const text = (value: number): string => numberText(value, 0)
const SIDES = ['length', 'width', 'height'] as const

const sentSides = ({ unit, ...sides }: Dimensions): number[] =>
  SIDES.map((name) => whole(sides[name] * tenthMmPer[unit]))
const sentGrams = ({ value, unit }: Weight): number => whole(value * gramsPer[unit])

/** Digits of `weight_kg` and of `length_cm`. */
const WEIGHT_DECIMALS = 3
const LENGTH_DECIMALS = 2

const isInCentimetres = ({ unit, ...sides }: Dimensions): boolean =>
  unit === 'cm' && SIDES.every((name) => decimalPlaces(sides[name]) <= LENGTH_DECIMALS)

/** The measures of a request that has exactly one form of each. */
export const storedMeasures = (sent: SentMeasures): StoredMeasures => ({ ...storedWeight(sent), ...storedSides(sent) })

export type StoredWeight = Pick<StoredMeasures, 'weightGrams' | 'weightSent'>

export const storedWeight = ({ weight, weight_kg }: Pick<SentMeasures, 'weight' | 'weight_kg'>): StoredWeight => ({
  weightGrams: weight ? sentGrams(weight) : (weight_kg ?? 1),
  ...(weight && !(weight.unit === 'kg' && decimalPlaces(weight.value) <= WEIGHT_DECIMALS)
    ? { weightSent: `${text(weight.value)} ${weight.unit}` }
    : {}),
})

export type StoredSides = Omit<StoredMeasures, keyof StoredWeight>

export function storedSides({ dimensions, ...sent }: Omit<SentMeasures, 'weight' | 'weight_kg'>): StoredSides {
  const [length = 1, width = 1, height = 1] = dimensions
    ? sentSides(dimensions)
    : [sent.length_cm, sent.width_cm, sent.height_cm]
  return {
    lengthTenthMm: length,
    widthTenthMm: width,
    heightTenthMm: height,
    ...(dimensions && !isInCentimetres(dimensions)
      ? { dimensionsSent: `${SIDES.map((name) => text(dimensions[name])).join(' ')} ${dimensions.unit}` }
      : {}),
  }
}

export function publicWeight({ weightSent, weightGrams }: StoredWeight): z.output<typeof publicWeightSchema> {
  const [value = '', unit = 'kg'] = (weightSent || `${weightText(weightGrams)} kg`).split(' ')
  return { value, unit: unit as WeightUnit }
}

export function publicDimensions(stored: StoredSides): z.output<typeof publicDimensionsSchema> {
  const centimetres = [stored.lengthTenthMm, stored.widthTenthMm, stored.heightTenthMm].map(lengthText)
  const [length = '', width = '', height = '', unit = 'cm'] = (
    stored.dimensionsSent || `${centimetres.join(' ')} cm`
  ).split(' ')
  return { length, width, height, unit: unit as LengthUnit }
}

type Context = Parameters<typeof refuse>[0]

/** `isSentBack`: an answer has both forms, and may come back with them (`chosenMeasures`). `optional`: may be left out. */
interface MeasureRules {
  isSentBack: boolean
  optional?: 'weight' | 'all'
}

/** Refuses measures without exactly one form of each. `all`: the fields whether right or wrong. */
export function checkMeasures(
  { weight, dimensions }: Accepted<SentMeasures>,
  context: Context,
  all: object,
  { isSentBack, optional }: MeasureRules,
): void {
  const has = (name: string): boolean => (all as Record<string, unknown>)[name] !== undefined
  const conflict = (path: string[], other: string) =>
    refuse(context, path, 'conflicting_fields', `cannot be sent together with ${other}`)
  if (!has('weight') && !has('weight_kg') && optional === undefined)
    refuse(context, ['weight_kg'], 'required', 'is required, or weight')
  if (has('weight') && has('weight_kg') && !isSentBack) conflict(['weight'], 'weight_kg')
  checkWeight(weight ?? {}, ['weight', 'value'], context)
  for (const name of SIDES) {
    if (!has('dimensions') && !has(`${name}_cm`) && optional !== 'all')
      refuse(context, [`${name}_cm`], 'required', 'is required, or dimensions')
    if (has('dimensions') && has(`${name}_cm`) && !isSentBack) conflict(['dimensions', name], `${name}_cm`)
    const [length, lengthUnit] = [dimensions?.[name], dimensions?.unit]
    if (length !== undefined && lengthUnit !== undefined)
      checkValue({ value: length, per: tenthMmPer[lengthUnit], most: MAX_TENTH_MM }, ['dimensions', name], context)
  }
}

/** Refuses a weight with too many decimals, or one that no parcel may have. */
export function checkWeight({ value, unit }: Accepted<Weight>, path: PropertyKey[], context: Context): void {
  if (value !== undefined && unit !== undefined)
    checkValue({ value, per: gramsPer[unit], most: MAX_GRAMS }, path, context)
}

/**
 * One form of each measure of an answer that came back: if both say the same, the one in its unit, else the one that was
 * changed. `conflicts`: the fields of which both forms were changed. `stored`: as the answer showed them; undefined: a new parcel.
 */
export function chosenMeasures(
  document: Accepted<SentMeasures>,
  stored: StoredMeasures | undefined,
): { measures: SentMeasures; conflicts: ('weight' | 'dimensions')[] } {
  const sent = { ...document, weight: wholeWeight(document), dimensions: wholeDimensions(document) }
  const { weight, dimensions, weight_kg, length_cm, width_cm, height_cm } = sent
  const inMetric = storedMeasures({ weight_kg, length_cm, width_cm, height_cm })
  const inUnits = storedMeasures({ ...sent, weight_kg, length_cm, width_cm, height_cm })
  const measures: SentMeasures = { ...sent }
  const conflicts: ('weight' | 'dimensions')[] = []
  if (weight && weight_kg !== undefined) {
    const isSame = inUnits.weightGrams === weight_kg
    const [isKept, isKeptKg] = [
      isEqual(weightKey(inUnits), stored && weightKey(stored)),
      weight_kg === stored?.weightGrams,
    ]
    if (isSame || isKeptKg) measures.weight_kg = undefined
    else if (isKept) measures.weight = undefined
    else conflicts.push('weight')
  }
  if (dimensions && [length_cm, width_cm, height_cm].some((length) => length !== undefined)) {
    const isSame = isEqual(sidesKey(inUnits), sidesKey(inMetric))
    const [isKept, isKeptCm] = [
      isEqual(dimensionsKey(inUnits), stored && dimensionsKey(stored)),
      isEqual(sidesKey(inMetric), stored && sidesKey(stored)),
    ]
    if (isSame || isKeptCm) Object.assign(measures, { length_cm: undefined, width_cm: undefined, height_cm: undefined })
    else if (isKept) measures.dimensions = undefined
    else conflicts.push('dimensions')
  }
  return { measures, conflicts }
}

/** Undefined: none, or a part of it is wrong, which is refused elsewhere. */
export const wholeWeight = ({ weight }: Pick<Accepted<SentMeasures>, 'weight'>): Weight | undefined =>
  weight?.value === undefined || weight.unit === undefined ? undefined : (weight as Weight)

const wholeDimensions = ({ dimensions }: Accepted<SentMeasures>): Dimensions | undefined =>
  dimensions?.unit === undefined || SIDES.some((name) => dimensions[name] === undefined)
    ? undefined
    : (dimensions as Dimensions)

const isEqual = (one: string, other: string | undefined): boolean => one === other
const weightKey = (stored: StoredMeasures): string => Object.values(publicWeight(stored)).join(' ')
const dimensionsKey = (stored: StoredMeasures): string => Object.values(publicDimensions(stored)).join(' ')
const sidesKey = ({ lengthTenthMm, widthTenthMm, heightTenthMm }: StoredMeasures): string =>
  [lengthTenthMm, widthTenthMm, heightTenthMm].join(' ')

function checkValue(
  { value, per, most }: { value: number; per: number; most: number },
  path: PropertyKey[],
  context: Context,
): void {
  if (decimalPlaces(value) > MAX_DECIMALS)
    refuse(context, path, 'invalid_format', `must have at most ${MAX_DECIMALS} decimal places`)
  else if (value * per > most)
    refuse(context, path, 'too_large', `must be at most ${most === MAX_GRAMS ? '1000 kg' : '1000 cm'}, in its unit`)
}
