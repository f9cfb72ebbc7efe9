/** Pure: parcel presets in the form. */
import type { ParcelPreset } from '@waybill/sdk'
import { convertLength, convertWeight, toNumber, unitsIn } from '../../format/parcel-units.ts'
import { itemsInUnits } from './customs/customs-values.ts'
import type { ParcelValues } from './values.ts'

const sides = ['length', 'width', 'height'] as const

/** The parcel with the size of the preset, and its weight if the preset has one, in the units of the pickup's country. */
export function withPreset(parcel: ParcelValues, preset: ParcelPreset, country: string): ParcelValues {
  const { weight } = preset
  return {
    ...parcel,
    ...findSides(preset, country),
    preset_id: preset.preset_id,
    ...(weight && { weight_kg: convertWeight(weight.value, weight.unit, unitsIn(country).weight) }),
  }
}

function findSides({ dimensions }: ParcelPreset, country: string): Pick<ParcelValues, `${(typeof sides)[number]}_cm`> {
  const convert = (text: string) => convertLength(text, dimensions.unit, unitsIn(country).length)
  const { length, width, height } = dimensions
  return { length_cm: convert(length), width_cm: convert(width), height_cm: convert(height) }
}

/** The same parcel in the units of another pickup country. A text that is no number stays. */
export function inUnits(parcel: ParcelValues, from: string, to: string): ParcelValues {
  const [before, after] = [unitsIn(from), unitsIn(to)]
  const convert = (text: string) => convertLength(text, before.length, after.length)
  return {
    ...parcel,
    weight_kg: convertWeight(parcel.weight_kg, before.weight, after.weight),
    length_cm: convert(parcel.length_cm),
    width_cm: convert(parcel.width_cm),
    height_cm: convert(parcel.height_cm),
    items: itemsInUnits(parcel.items, from, to),
  }
}

/** The preset that was chosen for the parcel, unless its size has been changed since. */
export function findPreset(
  parcel: ParcelValues,
  presets: readonly ParcelPreset[],
  country: string,
): ParcelPreset | undefined {
  const chosen = presets.find(({ preset_id }) => preset_id === parcel.preset_id)
  if (chosen === undefined) return undefined
  const filled = findSides(chosen, country)
  const isUnchanged = sides.every((side) => toNumber(parcel[`${side}_cm`]) === toNumber(filled[`${side}_cm`]))
  return isUnchanged ? chosen : undefined
}

/** Whether the parcel has a size that can be kept as a preset. */
export const hasSize = (parcel: ParcelValues): boolean => sides.every((side) => toNumber(parcel[`${side}_cm`]) > 0)

/** Whether nothing is known about the parcel but its contents. */
export const isBlank = (parcel: ParcelValues): boolean =>
  parcel.weight_kg.trim() === '' && sides.every((side) => parcel[`${side}_cm`].trim() === '')

/** The preset with which a parcel begins: the one used last, else the default one. */
export const firstPreset = (presets: readonly ParcelPreset[], lastId: string | null): ParcelPreset | undefined =>
  presets.find(({ preset_id }) => preset_id === lastId) ?? presets.find(({ is_default }) => is_default)
