/**
 * One function per use case. Each takes the transaction, or answers the rows that it adds; none opens one or touches the
 * network.
 */

import { appendOutbox, type DomainEvent } from '@waybill/chassis/messaging/outbox/outbox'
import type { PublicEvent } from '@waybill/contracts/events/public-event'
import type { Quote } from '@waybill/contracts/quote'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { Transaction } from 'kysely'
import type { QuotingDatabase } from '../db.ts'
import { accept, type Decision, expire, followShipment, type Request, supersede } from './quote.ts'
import { insertQuote, lockOpenQuotes, lockOverdueQuotes, newQuoteRows, updateQuote } from './repository.ts'

type Writer = Transaction<QuotingDatabase>

/** Everything that is written for a new quote. */
export const newQuote = ({ quote, events }: Decision) => ({
  rows: newQuoteRows(quote, events[0]?.request.id ?? null),
  events: events.map(domainEvent),
})

/** Stores a new quote with its event. Fails with a unique violation if a quote of this id is there already. */
async function storeQuote(trx: Writer, decision: Decision): Promise<void> {
  const { rows, events } = newQuote(decision)
  await insertQuote(trx, rows)
  await appendOutbox(trx, events)
}

/** Stores the quote of a round of dispatch: those of earlier rounds, which brought no courier, are superseded. */
export async function storeRound(trx: Writer, decision: Decision, request: Request): Promise<void> {
  const { requestedAt } = decision.quote
  const earlier = await lockOpenQuotes(trx, decision.quote)
  await storeQuote(trx, decision)
  await storeChanges(
    trx,
    earlier.map((quote) => supersede(quote, request, requestedAt)),
  )
}

/**
 * The carrier has accepted the booking: its quote is accepted, the shipment's other open quotes are superseded.
 * Answers the accepted quote; undefined if the shipment has no such quote.
 */
export async function acceptQuote(
  trx: Writer,
  booking: { environmentId: string; shipmentId: string; quoteId: string; optionId: string; bookingId: string },
  request: Request,
  at: Date,
): Promise<Quote | undefined> {
  const quotes = await lockOpenQuotes(trx, booking, booking.quoteId)
  const decisions = quotes.map((quote) =>
    quote.quoteId === booking.quoteId ? accept(quote, booking, request, at) : supersede(quote, request, at),
  )
  await storeChanges(trx, decisions)
  return decisions.find(({ quote }) => quote.quoteId === booking.quoteId)?.quote
}

/** The shipment's open quotes follow a change of it. */
export async function followShipmentChange(
  trx: Writer,
  shipment: { environmentId: string; shipmentId: string; status: ShipmentStatus; routeRevision: number },
  request: Request,
  at: Date,
): Promise<void> {
  const quotes = await lockOpenQuotes(trx, shipment)
  await storeChanges(
    trx,
    quotes.map((quote) => followShipment(quote, shipment, request, at)),
  )
}

/** Expires up to `limit` open quotes that are past their validity; answers how many. */
export async function expireOverdueQuotes(trx: Writer, limit: number, at: Date): Promise<number> {
  const quotes = await lockOverdueQuotes(trx, at, limit)
  await storeChanges(
    trx,
    quotes.map((quote) => expire(quote, at)),
  )
  return quotes.length
}

async function storeChanges(trx: Writer, decisions: Decision[]): Promise<void> {
  for (const { quote, events } of decisions) {
    if (events.length === 0) continue
    await updateQuote(trx, quote)
    await appendOutbox(trx, events.map(domainEvent))
  }
}

const domainEvent = (event: PublicEvent): DomainEvent => ({
  eventId: event.id,
  type: event.type,
  environmentId: event.environment_id,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  sequence: event.sequence,
  occurredAt: new Date(event.timestamp),
  public: event,
  internal: null,
})
