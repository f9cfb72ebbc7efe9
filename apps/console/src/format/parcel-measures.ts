/** Weights and sides of parcels, in the unit in which they were sent and in kilograms or centimetres. */
import type { Shipment } from '@waybill/sdk'
import { formatDimensions, formatWeight } from './format.ts'

type Measured = Pick<
  Shipment['parcels'][number],
  'weight' | 'weight_kg' | 'dimensions' | 'length_cm' | 'width_cm' | 'height_cm'
>

const unitNames: Readonly<Record<string, string>> = { lb: 'pound', oz: 'ounce' }

/** "1.25 kg · 30 × 20 × 15.5 cm", "1 lb (454 g) · 10 × 8 × 4 in (25.4 × 20.32 × 10.16 cm)" */
export const formatParcel = (parcel: Measured, locale: string): string =>
  [formatSentWeight(parcel, locale), formatSides(parcel, locale)].join(' · ')

export function formatSentWeight({ weight, weight_kg }: Pick<Measured, 'weight' | 'weight_kg'>, locale: string) {
  const kilograms = formatWeight(Number(weight_kg), locale)
  const unit = unitNames[weight.unit]
  const sent = unit && new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 9 })
  return sent ? `${sent.format(Number(weight.value))} (${kilograms})` : kilograms
}

export function formatSides({ dimensions, ...parcel }: Omit<Measured, 'weight' | 'weight_kg'>, locale: string) {
  const centimetres = formatDimensions([parcel.length_cm, parcel.width_cm, parcel.height_cm].map(Number), locale)
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 })
  const sides = [dimensions.length, dimensions.width, dimensions.height].map((side) => numbers.format(Number(side)))
  return dimensions.unit === 'in' ? `${sides.join(' × ')} in (${centimetres})` : centimetres
}
