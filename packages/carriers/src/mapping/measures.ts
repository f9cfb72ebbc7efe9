/**
 * Pure: weights and lengths of parcels in the units of carriers.
 * Carriers bill the next whole ounce, pound, half kilogram or inch, so a value is converted once, and rounded up once to the
 * digits that the carrier keeps. What is over a whole unit by no more than half of the last digit that merchants weigh and
 * measure with, half a gram or half a millimetre, is that unit: one pound, 453.59237 g, is sent as 0.454 kg.
 */
import type { CarrierParcel } from '../carrier-adapter.ts'

/** Grams. Avoirdupois, exact by definition: international yard and pound agreement of 1959, NIST Handbook 44, appendix C. */
const gramsPer = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 } as const
/** Tenths of a millimetre, exact by the same agreement. */
const tenthMmPer = { cm: 100, in: 254 } as const

const HALF_GRAM = 0.5
const HALF_MILLIMETRE = 5

type WeightUnit = keyof typeof gramsPer
type LengthUnit = keyof typeof tenthMmPer

/** Countries and territories whose carriers count pounds and inches: those of the United States' postal service. */
const POUNDS = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM', 'FM', 'MH', 'PW'])

export const countsPounds = (country: string): boolean => POUNDS.has(country)

/** `slack`: what may be over a whole unit without being more than it. At least one step; without the noise of the division. */
function roundUp(value: number, decimals: number, slack: number): number {
  const whole = Math.floor(value)
  if (whole > 0 && value - whole <= slack) return whole
  const steps = 10 ** decimals
  return Math.max(1, Math.ceil(Number((value * steps).toFixed(6)))) / steps
}

const isMetric = (unit: WeightUnit | LengthUnit): boolean => unit === 'g' || unit === 'kg' || unit === 'cm'

export const parcelWeight = ({ weightGrams }: Pick<CarrierParcel, 'weightGrams'>, unit: WeightUnit, decimals: number) =>
  roundUp(weightGrams / gramsPer[unit], decimals, isMetric(unit) ? 0 : HALF_GRAM / gramsPer[unit])

type Sides = Pick<CarrierParcel, 'lengthTenthMm' | 'widthTenthMm' | 'heightTenthMm'>

export function parcelSides({ lengthTenthMm, widthTenthMm, heightTenthMm }: Sides, unit: LengthUnit, decimals: number) {
  const side = (tenthMm: number): number =>
    roundUp(tenthMm / tenthMmPer[unit], decimals, isMetric(unit) ? 0 : HALF_MILLIMETRE / tenthMmPer[unit])
  return { length: side(lengthTenthMm), width: side(widthTenthMm), height: side(heightTenthMm) }
}
