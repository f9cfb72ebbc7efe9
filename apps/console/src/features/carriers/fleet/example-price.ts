/** Pure: what a delivery costs by a rate card by distance, as quotes compute it: each part is rounded to minor units. */
import type { CardValues } from './card-values.ts'

interface Delivery {
  km: number
  weightKg: number
}

/** Before tax, as the API writes amounts: `6.50`. Null: the price is not complete. */
export function examplePrice(values: CardValues, { km, weightKg }: Delivery): string | null {
  const { base_amount, per_km_amount, included_weight_kg, per_kg_amount } = values.distance_price
  const [base, perKm, included, perKg] = [base_amount, per_km_amount, included_weight_kg, per_kg_amount].map(
    (text, index) => (text.trim() === '' && index > 0 ? 0 : toNumber(text)),
  )
  if (base === undefined || perKm === undefined || included === undefined || perKg === undefined) return null
  const digits = getDecimals(values.currency)
  const sum = [base + 0, perKm * km, perKg * Math.max(0, weightKg - included)]
    .map((part) => Math.round(part * 10 ** digits))
    .reduce((one, other) => one + other, 0)
  return Number.isFinite(sum) ? (sum / 10 ** digits).toFixed(digits) : null
}

function toNumber(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Minor digits of a currency that the browser does not know. */
function getDecimals(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
