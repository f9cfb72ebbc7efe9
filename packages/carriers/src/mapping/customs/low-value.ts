/**
 * Pure: limits of value that are met for certain. Each is stated in one currency by law; the amounts of others are below it at
 * every rate since 2016 (European Central Bank, euro reference rates: 0.95 to 1.26 USD, 0.73 to 0.95 GBP). Others float too far.
 */
import type { QuoteRequest } from '../../carrier-adapter.ts'
import { goodsValue, lineValue, toDecimal } from './values.ts'

/** Regulation (EU) 2017/2455: the import scheme is for consignments of up to 150 EUR. */
const IOSS_LIMIT: Readonly<Record<string, number>> = { EUR: 150, GBP: 105, USD: 140 }
/** 15 CFR 30.37(a): up to 2,500 USD for each tariff number. */
const FILING_LIMIT: Readonly<Record<string, number>> = { USD: 2_500, EUR: 1_900, GBP: 1_600 }

type Goods = Pick<QuoteRequest, 'parcels'>

/** False, too, if the value is not known, or in several currencies. */
export function isSurelyForIoss({ parcels }: Goods): boolean {
  const value = goodsValue(parcels)
  const limit = value && IOSS_LIMIT[value.currency]
  return value !== null && limit != null && toDecimal(value) <= limit
}

/** Whether nothing of an export of the United States is to be filed because of its value. False if the goods are not known. */
export function isSurelyUnfiled({ parcels }: Goods): boolean {
  if (parcels.some(({ items = [] }) => items.length === 0)) return false
  const items = parcels.flatMap((parcel) => parcel.items ?? [])
  // Goods without a number may be of any: then all count together. Six digits are the longest that all numbers have.
  const areNumbered = items.every(({ hsCode }) => hsCode)
  const shares = new Map<string, number>()
  for (const item of items) {
    const value = lineValue(item)
    const tariff = areNumbered ? (item.hsCode?.slice(0, 6) ?? '') : ''
    const share = toDecimal(value) / (FILING_LIMIT[value.currency] ?? 0)
    shares.set(tariff, (shares.get(tariff) ?? 0) + share)
  }
  return shares.size > 0 && [...shares.values()].every((share) => share <= 1)
}
