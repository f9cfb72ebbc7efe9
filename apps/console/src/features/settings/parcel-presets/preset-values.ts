/** Pure: a parcel preset as its form has it, where an empty text means that there is none. */
import type { CreateParcelPreset, ParcelPreset } from '@waybill/sdk'

export interface PresetValues {
  name: string
  weight_kg: string
  length_cm: string
  width_cm: string
  height_cm: string
  is_default: boolean
}

export const emptyPreset: PresetValues = {
  name: '',
  weight_kg: '',
  length_cm: '',
  width_cm: '',
  height_cm: '',
  is_default: false,
}

export const presetValues = (preset: ParcelPreset): PresetValues => ({
  name: preset.name,
  weight_kg: preset.weight_kg ?? '',
  length_cm: preset.length_cm,
  width_cm: preset.width_cm,
  height_cm: preset.height_cm,
  is_default: preset.is_default,
})

/** The body of a request. A size that is missing is left out: the API names it. */
export function toPreset({ name, weight_kg: weight, is_default, ...sides }: PresetValues): CreateParcelPreset {
  const filled = Object.entries(sides).filter(([, side]) => side.trim() !== '')
  const document = { name, weight_kg: weight.trim() === '' ? null : weight, is_default, ...Object.fromEntries(filled) }
  return document as CreateParcelPreset
}
