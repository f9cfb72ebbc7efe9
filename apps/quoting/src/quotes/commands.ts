/** Use cases. Each takes the transaction or returns rows; none opens a transaction or touches the network. */
import { appendOutbox } from '@waybill/chassis/messaging/outbox/outbox'
import { toDomainEvent } from '@waybill/chassis/messaging/outbox/public-event'
import { AppError } from '@waybill/contracts/app-error'
import type { Quote } from '@waybill/contracts/quote'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import type { Transaction } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { lockOpenQuotes, lockQuoteAndOpen } from './open-repository.ts'
import { accept, expire, followShipment, type QuoteChange, type RequestIds, supersede } from './quote.ts'
import { insertQuote, lockOverdueQuotes, newQuoteRows, quoteUpdate } from './repository.ts'

type Writer = Transaction<QuotingDatabase>

/** The rows and events of a new quote. */
export const newQuote = ({ quote, events }: QuoteChange) => ({
  rows: newQuoteRows(quote, events[0]?.request.id ?? null),
  events: events.map(toDomainEvent),
})

/** Stores a new quote with its events. Throws a unique violation if the quote exists. */
async function storeQuote(trx: Writer, change: QuoteChange): Promise<void> {
  const { rows, events } = newQuote(change)
  await insertQuote(trx, rows)
  await appendOutbox(trx, events)
}

/** Stores the quote of a dispatch round. Quotes of earlier rounds, which found no courier, are superseded. */
export async function storeRound(trx: Writer, change: QuoteChange, request: RequestIds): Promise<void> {
  const { requestedAt } = change.quote
  const earlier = await lockOpenQuotes(trx, change.quote)
  await storeQuote(trx, change)
  await storeChanges(
    trx,
    earlier.map((quote) => supersede(quote, request, requestedAt)),
  )
}

/**
 * Accepts the quote of a booking that its carrier accepted, and supersedes the shipment's other open quotes that were
 * requested before `acceptedAt`: later ones are for another booking. A no-op if the quote was accepted before. Returns the accepted quote; undefined if there is no such quote. Throws
 * `quote_option_not_found` if it has no such option.
 */
export async function acceptQuote(
  trx: Writer,
  booking: { environmentId: string; quoteId: string; optionId: string; bookingId: string },
  request: RequestIds,
  { acceptedAt, at }: { acceptedAt: Date; at: Date },
): Promise<Quote | undefined> {
  const { quoteId, optionId } = booking
  const quotes = await lockQuoteAndOpen(trx, booking)
  const known = quotes.find((quote) => quote.quoteId === quoteId)
  if (known === undefined) return undefined
  if (!known.options.some(({ quoteOptionId }) => quoteOptionId === optionId)) {
    throw new AppError(
      'quote_option_not_found',
      `Quote ${quoteId} has no option ${optionId}. Use an option of this quote.`,
    )
  }
  // The call or the booking's event came first.
  if (known.status === 'accepted') return known
  const others = quotes.filter((quote) => quote.quoteId !== quoteId && quote.requestedAt <= acceptedAt)
  const changes = [accept(known, booking, request, at), ...others.map((quote) => supersede(quote, request, at))]
  await storeChanges(trx, changes)
  return changes.find(({ quote }) => quote.quoteId === quoteId)?.quote
}

/** Applies a change of a shipment to its open quotes. Most changes concern none of them. */
export async function followShipmentChange(
  trx: Writer,
  shipment: { environmentId: string; shipmentId: string; status: ShipmentStatus; routeRevision: number },
  request: RequestIds,
  at: Date,
): Promise<void> {
  const before = isFinalShipmentStatus(shipment.status) ? {} : { before: shipment.routeRevision }
  const quotes = await lockOpenQuotes(trx, shipment, before)
  await storeChanges(
    trx,
    quotes.map((quote) => followShipment(quote, shipment, request, at)),
  )
}

/** Expires up to `limit` open quotes that are past their validity. Returns how many. */
export async function expireOverdueQuotes(trx: Writer, limit: number, at: Date): Promise<number> {
  const quotes = await lockOverdueQuotes(trx, at, limit)
  await storeChanges(
    trx,
    quotes.map((quote) => expire(quote, at)),
  )
  return quotes.length
}

async function storeChanges(trx: Writer, changes: QuoteChange[]): Promise<void> {
  for (const { quote, events } of changes) {
    if (events.length === 0) continue
    await appendOutbox(trx, events.map(toDomainEvent), [quoteUpdate(trx, quote)])
  }
}
