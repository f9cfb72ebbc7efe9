/** Pure: whether the items of parcels agree with each other and with their parcels. */
import type { Accepted } from '../../requests/across-fields.ts'
import type { DetailCode } from '../../requests/detail-codes.ts'
import { numberText, weightText } from '../decimals.ts'
import { isCurrency, type Money, moneyText, toMoney } from '../money.ts'
import { gramsPer, type SentMeasures, wholeWeight } from '../parcels/units.ts'
import type { AcceptedItems, ItemDocument } from './items.ts'

interface ParcelWithItems extends Accepted<SentMeasures> {
  items?: AcceptedItems
  declared_value?: number | undefined
  declared_value_currency?: string | null | undefined
}

type Problem = [path: (string | number)[], code: DetailCode, message: string]

/** `currency`: of declared values without one; null: not known. */
export const itemProblems = (parcels: readonly (ParcelWithItems | undefined)[], currency: string | null): Problem[] => [
  ...currencyProblems(parcels),
  ...parcels.flatMap((parcel, index) => [...weightProblems(parcel, index), ...valueProblems(parcel, index, currency)]),
]

function currencyProblems(parcels: readonly (ParcelWithItems | undefined)[]): Problem[] {
  const stated = parcels.flatMap((parcel, index) =>
    (parcel?.items ?? []).flatMap((item, position) => {
      const currency = item?.unit_value?.currency
      return currency === undefined ? [] : [{ path: ['parcels', index, 'items', position], currency }]
    }),
  )
  const [first] = stated
  return stated
    .filter(({ currency }) => currency !== first?.currency)
    .map(({ path }) => [
      [...path, 'unit_value', 'currency'],
      'invalid_value',
      `must be ${first?.currency}, as of the first item: a shipment is declared in one currency`,
    ])
}

/** A parcel keeps whole grams. */
const ROUNDING_GRAMS = 0.5

/** Items of which the weight is not known weigh nothing here. */
function weightProblems(parcel: ParcelWithItems | undefined, index: number): Problem[] {
  const weight = wholeWeight(parcel ?? {})
  const parcelGrams = weight ? weight.value * gramsPer[weight.unit] : parcel?.weight_kg
  if (parcelGrams === undefined) return []
  const grams = (parcel?.items ?? []).reduce((sum, item) => {
    const unit = wholeWeight({ weight: item?.unit_weight ?? undefined })
    return sum + (unit ? unit.value * gramsPer[unit.unit] * (item?.quantity ?? 1) : 0)
  }, 0)
  if (grams <= parcelGrams + ROUNDING_GRAMS) return []
  const message = `weigh ${numberText(Math.ceil(grams) / 1_000, 3)} kg, more than the parcel with ${weightText(Math.round(parcelGrams))} kg`
  return [[['parcels', index, 'items'], 'invalid_value', message]]
}

/** The values of all items, in units of the smallest digit; null: one is wrong, or the currencies differ. */
function findTotal(items: readonly (Accepted<ItemDocument> | undefined)[]): Money | null {
  const currency = items[0]?.unit_value?.currency
  if (currency === undefined || !isCurrency(currency)) return null
  let amountMinor = 0
  for (const item of items) {
    const { amount, currency: own } = item?.unit_value ?? {}
    if (amount === undefined || own !== currency || item?.quantity === undefined) return null
    amountMinor += toMoney(amount, currency).amountMinor * item.quantity
  }
  return { ...toMoney(0, currency), amountMinor }
}

/** A parcel without declared value, or with one in another currency than its items, is not compared. */
function valueProblems(parcel: ParcelWithItems | undefined, index: number, currency: string | null): Problem[] {
  const { items, declared_value: declared, declared_value_currency: own } = parcel ?? {}
  if (!declared || !items || items.length === 0) return []
  const total = findTotal(items)
  if (total === null || total.currency !== (own === undefined ? null : (own ?? currency))) return []
  const value = toMoney(declared, total.currency)
  if (value.amountMinor === total.amountMinor) return []
  const message = `must be ${moneyText(total)} ${total.currency}, to which its items add up, or be left out`
  return [[['parcels', index, 'declared_value'], 'invalid_value', message]]
}
