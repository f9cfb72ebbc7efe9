/** Pure: whether an option of a quote can still be booked. */
import { AppError } from '@waybill/contracts/app-error'
import type { Quote } from '@waybill/contracts/quote'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import type { Shipment } from '@waybill/contracts/shipment'

/** Why the option can no longer be booked for the shipment as claimed; null if it can. */
export function offerFault(
  { quote, option }: { quote: Quote; option: QuoteOption },
  shipment: Shipment,
  now: Date,
): AppError | null {
  if (quote.status === 'accepted') {
    // The shipment could be claimed, so the booking of that option is not active.
    const message = `One option of quote ${quote.quoteId} was booked, and that booking has ended. Request a new quote.`
    return new AppError('quote_already_used', message, { meta: { current_status: quote.status } })
  }
  const superseded = (why: string) =>
    new AppError('quote_superseded', `${why}. Request a new quote.`, { meta: { current_status: 'superseded' } })
  if (quote.routeRevision !== shipment.routeRevision)
    return superseded(`Quote ${quote.quoteId} is for other addresses, parcels, options or another collection time`)
  if (quote.status !== 'pending' && quote.status !== 'expired') {
    return superseded(`Quote ${quote.quoteId} is ${quote.status}`)
  }
  // An expired quote may have options that can still be booked.
  if (option.expiresAt > now) return null
  const expiredAt = option.expiresAt.toISOString()
  if (quote.options.every(({ expiresAt }) => expiresAt <= now)) {
    const message = `Quote ${quote.quoteId} has expired, its option ${option.quoteOptionId} at ${expiredAt}. Request a new quote.`
    return new AppError('quote_expired', message, { meta: { current_status: 'expired' } })
  }
  return new AppError(
    'quote_option_expired',
    `Quote option ${option.quoteOptionId} expired at ${expiredAt}. Book another option of quote ${quote.quoteId}, or request a new quote.`,
    { meta: { current_status: quote.status } },
  )
}
