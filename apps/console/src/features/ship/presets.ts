/** Pure: parcel presets in the form. */
import type { ParcelPreset } from '@waybill/sdk'
import { metric, type ParcelValues, unitsIn } from './values.ts'

const sides = ['length_cm', 'width_cm', 'height_cm'] as const

/** "1,50" and "1.5" are the same number. An empty field is none. */
const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

/** The parcel with the size of the preset, and its weight if the preset has one, in the units of the pickup's country. */
export function withPreset(parcel: ParcelValues, preset: ParcelPreset, country: string): ParcelValues {
  const units = unitsIn(country)
  return {
    ...parcel,
    preset_id: preset.preset_id,
    ...(preset.weight_kg !== null && { weight_kg: shortest(preset.weight_kg, metric[units.weight]) }),
    ...Object.fromEntries(sides.map((side) => [side, shortest(preset[side], metric[units.length])])),
  }
}

/** The same parcel in the units of another pickup country. A text that is no number stays. */
export function inUnits(parcel: ParcelValues, from: string, to: string): ParcelValues {
  const [before, after] = [unitsIn(from), unitsIn(to)]
  const convert = (text: string, [per, other]: [number, number]): string =>
    per === other || Number.isNaN(toNumber(text)) ? text : String(Number(((toNumber(text) * per) / other).toFixed(2)))
  const length: [number, number] = [metric[before.length], metric[after.length]]
  return {
    ...parcel,
    weight_kg: convert(parcel.weight_kg, [metric[before.weight], metric[after.weight]]),
    ...Object.fromEntries(sides.map((side) => [side, convert(parcel[side], length)])),
  }
}

/** "30.00" as "30", or in another unit to two decimals. */
const shortest = (decimal: string, per: number): string =>
  String(per === 1 ? Number(decimal) : Number((Number(decimal) / per).toFixed(2)))

/** The preset that was chosen for the parcel, unless its size has been changed since. */
export function findPreset(
  parcel: ParcelValues,
  presets: readonly ParcelPreset[],
  country: string,
): ParcelPreset | undefined {
  const per = metric[unitsIn(country).length]
  const chosen = presets.find(({ preset_id }) => preset_id === parcel.preset_id)
  return chosen && sides.every((side) => toNumber(parcel[side]) === Number(shortest(chosen[side], per)))
    ? chosen
    : undefined
}

/** Whether the parcel has a size that can be kept as a preset. */
export const hasSize = (parcel: ParcelValues): boolean => sides.every((side) => toNumber(parcel[side]) > 0)

/** Whether nothing is known about the parcel but its contents. */
export const isBlank = (parcel: ParcelValues): boolean =>
  [...sides, 'weight_kg' as const].every((name) => parcel[name].trim() === '')

/** The preset with which a parcel begins: the one used last, else the default one. */
export const firstPreset = (presets: readonly ParcelPreset[], lastId: string | null): ParcelPreset | undefined =>
  presets.find(({ preset_id }) => preset_id === lastId) ?? presets.find(({ is_default }) => is_default)
