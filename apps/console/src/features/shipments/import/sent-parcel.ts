/** Pure: a parcel as it is sent, in words. */
import type { ParcelRequest } from '@waybill/sdk'

/** Contents, weight and sides, in the units in which they are sent: "Bread · 2.5 lb · 11.5 × 8 × 4 in". */
export function formatSentParcel(parcel: ParcelRequest, locale: string): string {
  const { title, contents_description: contents, weight_kg, length_cm, width_cm, height_cm } = parcel
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 })
  // A text that is no number is shown as it is.
  const format = (value: number | string) =>
    Number.isNaN(Number(value)) ? String(value) : numbers.format(Number(value))
  const weight = weight_kg == null ? parcel.weight : { value: weight_kg, unit: 'kg' }
  const dimensions = parcel.dimensions ?? { length: length_cm, width: width_cm, height: height_cm, unit: 'cm' }
  const sides = [dimensions.length, dimensions.width, dimensions.height].flatMap((side) => side ?? [])
  const parts = [
    title || contents,
    weight && `${format(weight.value)} ${weight.unit}`,
    sides.length > 0 && `${sides.map(format).join(' × ')} ${dimensions.unit}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
