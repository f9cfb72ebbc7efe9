/**
 * Pure: weights and lengths of parcels in the units of carriers.
 * Carriers bill the next whole ounce, pound, half kilogram or inch, so a value is converted once, and rounded up once to the
 * digits that the carrier keeps. What is over a whole unit by no more than half of the last digit that merchants weigh and
 * measure with, half a gram or half a millimetre, is that unit: one pound, 453.59237 g, is sent as 0.454 kg.
 */
import {
  gramsPer,
  type LengthUnit,
  publicDimensions,
  publicWeight,
  tenthMmPer,
  type WeightUnit,
} from '@waybill/contracts/values/parcels/units'
import type { CarrierParcel } from '../carrier-adapter.ts'

const HALF_GRAM = 0.5
const HALF_MILLIMETRE = 5

/** Countries and territories whose carriers count pounds and inches: those of the United States' postal service. */
const POUNDS = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM', 'FM', 'MH', 'PW'])

export const countsPounds = (country: string): boolean => POUNDS.has(country)

/** `slack`: what may be over a whole `step` without being more than it. At least one step; without the noise of the division. */
function roundUp(value: number, { decimals, slack, step }: { decimals: number; slack: number; step: number }): number {
  const whole = Math.floor(value / step) * step
  if (whole > 0 && value - whole <= slack) return whole
  const steps = 10 ** decimals
  return Math.max(1, Math.ceil(Number((value * steps).toFixed(6)))) / steps
}

const isMetric = (unit: WeightUnit | LengthUnit): boolean => !(unit === 'lb' || unit === 'oz' || unit === 'in')

/** `kept`: half of its last digit may be over a whole unit of the other system. */
function convert(
  { value, unit, counts }: { value: string; unit: WeightUnit | LengthUnit; counts: number },
  target: { unit: WeightUnit | LengthUnit; per: number; kept: number; decimals: number },
): number {
  // Carriers bill kilograms by halves.
  const step = target.unit === 'kg' ? 0.5 : 1
  if (unit === target.unit) return roundUp(Number(value), { decimals: target.decimals, slack: 0, step })
  const slack = isMetric(unit) === isMetric(target.unit) ? 0 : target.kept / target.per
  return roundUp(counts / target.per, { decimals: target.decimals, slack, step })
}

type Sides = Pick<CarrierParcel, 'lengthTenthMm' | 'widthTenthMm' | 'heightTenthMm' | 'dimensionsSent'>

/** A value in the same unit is the number that the merchant sent, as far as the carrier keeps its digits. */
export function parcelWeight(
  parcel: Pick<CarrierParcel, 'weightGrams' | 'weightSent'>,
  unit: WeightUnit,
  decimals: number,
): number {
  const sent = publicWeight(parcel)
  const counts = Number(sent.value) * gramsPer[sent.unit]
  return convert({ ...sent, counts }, { unit, per: gramsPer[unit], kept: HALF_GRAM, decimals })
}

export function parcelSides(parcel: Sides, unit: LengthUnit, decimals: number) {
  const { unit: sentUnit, ...sent } = publicDimensions(parcel)
  const side = (value: string): number =>
    convert(
      { value, unit: sentUnit, counts: Number(value) * tenthMmPer[sentUnit] },
      { unit, per: tenthMmPer[unit], kept: HALF_MILLIMETRE, decimals },
    )
  return { length: side(sent.length), width: side(sent.width), height: side(sent.height) }
}
