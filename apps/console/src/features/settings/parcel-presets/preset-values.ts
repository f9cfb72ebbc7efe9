/** Pure: a parcel preset as its form has it, where an empty text means that there is none. */
import type { CreateParcelPreset, ParcelPreset } from '@waybill/sdk'
import { unitsIn } from '../../../format/parcel-units.ts'

export interface PresetValues {
  name: string
  weight: { value: string; unit: string }
  dimensions: { length: string; width: string; height: string; unit: string }
  is_default: boolean
}

/** In the units of the country where parcels are picked up. */
export function emptyPreset(country: string): PresetValues {
  const units = unitsIn(country)
  return {
    name: '',
    weight: { value: '', unit: units.weight },
    dimensions: { length: '', width: '', height: '', unit: units.length },
    is_default: false,
  }
}

export const presetValues = ({ name, weight, dimensions, is_default }: ParcelPreset): PresetValues => ({
  name,
  weight: weight ?? { value: '', unit: dimensions.unit === 'in' ? 'lb' : 'kg' },
  dimensions,
  is_default,
})

/** The body of a request. A size that is missing is left out: the API names it. Numbers may have a decimal comma. */
export function toPreset({ name, weight, dimensions: { unit, ...sides }, is_default }: PresetValues) {
  const decimal = (text: string) => text.trim().replace(',', '.')
  const filled = Object.entries(sides).filter(([, side]) => side.trim() !== '')
  const document = {
    name,
    weight: weight.value.trim() === '' ? null : { value: decimal(weight.value), unit: weight.unit },
    dimensions: { ...Object.fromEntries(filled.map(([side, text]) => [side, decimal(text)])), unit },
    is_default,
  }
  return document as Required<Pick<CreateParcelPreset, keyof typeof document>>
}
