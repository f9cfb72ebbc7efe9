/** Pure: which exports of the United States are filed. */
import type { QuoteRequest } from '../../carrier-adapter.ts'
import { lineValue } from './values.ts'

const FILING_LIMIT_USD = 2_500

/** The tariff numbers whose goods are worth more than may leave the United States without filing. */
export function codesToFile({ parcels }: Pick<QuoteRequest, 'parcels'>): string[] {
  const worth = new Map<string, number>()
  for (const item of parcels.flatMap(({ items = [] }) => items)) {
    const { currency, exponent, amountMinor } = lineValue(item)
    const tariff = item.hsCode ?? 'no number'
    if (currency === 'USD') worth.set(tariff, (worth.get(tariff) ?? 0) + amountMinor / 10 ** exponent)
  }
  return [...worth].filter(([, value]) => value > FILING_LIMIT_USD).map(([tariff]) => tariff)
}
