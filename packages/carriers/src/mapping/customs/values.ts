/** Pure: values, weights and terms of a declaration as carriers ask for them. */
import type { Money } from '@waybill/contracts/values/money'
import { gramsPer } from '@waybill/contracts/values/parcels/units'
import type { CarrierCustoms, CarrierItem, CarrierParcel, QuoteRequest } from '../../carrier-adapter.ts'
import { crossesCustoms } from './borders.ts'

/** The declaration if the goods cross a customs border, which alone makes carriers read it; null: nothing is declared. */
export const declared = (request: Pick<QuoteRequest, 'pickup' | 'dropoff' | 'customs'>): CarrierCustoms | null =>
  request.customs && crossesCustoms(request) ? request.customs : null

/** Value of all pieces. */
export const lineValue = ({ quantity, unitValue }: CarrierItem): Money => ({
  ...unitValue,
  amountMinor: unitValue.amountMinor * quantity,
})

export const toDecimal = ({ amountMinor, exponent }: Money): number => amountMinor / 10 ** exponent

/**
 * Net weight in a unit, cut to its digits, so that contents never weigh more than their parcel, which is rounded up. At least one step;
 * null: not known.
 */
export function netWeight(
  { unitWeightGrams }: Pick<CarrierItem, 'unitWeightGrams'>,
  { pieces, unit, decimals }: { pieces: number; unit: 'oz' | 'g'; decimals: number },
): number | null {
  if (unitWeightGrams === undefined) return null
  const steps = 10 ** decimals
  const value = (unitWeightGrams * pieces * steps) / gramsPer[unit]
  // Without the noise of the division.
  return Math.max(1, Math.floor(Number(value.toFixed(6)))) / steps
}

/** Value of all contents; null: not known, or in several currencies. */
export function goodsValue(parcels: readonly CarrierParcel[]): Money | null {
  const values = parcels.flatMap(({ items = [], declaredValue }) =>
    items.length > 0 ? items.map(lineValue) : (declaredValue ?? null),
  )
  const [first = null, ...others] = values
  if (first === null) return null
  const isOneKind = (value: Money | null): value is Money =>
    value?.currency === first.currency && value.exponent === first.exponent
  return others.every(isOneKind)
    ? { ...first, amountMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, first.amountMinor) }
    : null
}

/** Who pays duties and taxes; null: nothing is said. */
export const dutiesPayer = ({ dutiesPayer: payer, incoterm }: CarrierCustoms): 'sender' | 'recipient' | null =>
  payer ?? (incoterm === 'DDP' ? 'sender' : null)

/** The term of the declaration, or the one that says who pays the duties; null: neither is stated. */
export const findIncoterm = (
  customs: CarrierCustoms,
  byPayer: Readonly<Record<'sender' | 'recipient', string>>,
): string | null => customs.incoterm ?? (customs.dutiesPayer ? byPayer[customs.dutiesPayer] : null)
