/** Pure: offers and messages of several accounts that a merchant has with one carrier behind an aggregator. */
import type { Decline, Offer } from '../carrier-adapter.ts'
import { truncateProblem } from '../http/outcome.ts'

const readAmount = ({ amountMinor, exponent }: Offer): number => amountMinor / 10 ** exponent

/** Keeps the cheapest of several offers of one service. */
export function cheapestPerService(offers: readonly Offer[]): Offer[] {
  const byService = new Map<string, Offer>()
  for (const offer of offers) {
    const other = byService.get(offer.serviceCode)
    if (other === undefined || readAmount(offer) < readAmount(other)) byService.set(offer.serviceCode, offer)
  }
  return [...byService.values()]
}

/** One message for each carrier or service, with the words of all. */
export function onePerService(declines: readonly Decline[]): Decline[] {
  const byCode = new Map<string, Decline>()
  for (const decline of declines) {
    const other = byCode.get(decline.serviceCode)
    const isNew = other !== undefined && !other.message.includes(decline.message)
    const both = isNew ? { ...decline, ...other, message: `${other.message} ${decline.message}` } : other
    byCode.set(decline.serviceCode, both === undefined ? decline : { ...both, ...truncateProblem(both) })
  }
  return [...byCode.values()]
}
