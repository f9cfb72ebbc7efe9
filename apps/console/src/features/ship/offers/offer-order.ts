/** Offers in the order in which they are shown. */
import { money, type QuoteOption } from '@waybill/sdk'

interface MarkedOffer {
  option: QuoteOption
  isCheapest: boolean
  isFastest: boolean
}

/**
 * The cheapest first; of equal prices, the one that arrives first. Marks the cheapest and the fastest. Prices in another
 * currency than the first offer's are not compared: they come last, and none of them is the cheapest.
 */
export function orderOffers(options: readonly QuoteOption[]): MarkedOffer[] {
  const currency = options[0]?.currency
  const rank = (option: QuoteOption) => (option.currency === currency ? 0 : 1)
  const ordered = [...options].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      money.compare(one.total_amount, other.total_amount) ||
      one.eta_to.localeCompare(other.eta_to),
  )
  const fastest = options.reduce<string | undefined>(
    (first, { eta_to }) => (first === undefined || eta_to < first ? eta_to : first),
    undefined,
  )
  const several = options.length > 1
  return ordered.map((option, index) => ({
    option,
    isCheapest: several && index === 0,
    isFastest: several && option.eta_to === fastest,
  }))
}
