/** What a quote is and may become: pure functions, ids and times come in as data. */
import { AppError } from '@waybill/contracts/app-error'
import type { EventOrigin, EventType, PublicEvent } from '@waybill/contracts/events/public-event'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { CarrierMessage, Quote, QuoteOption, QuoteStatus } from '@waybill/contracts/quote'
import { publicQuote } from '@waybill/contracts/quote'
import { isFinalShipmentStatus, type Shipment, type ShipmentStatus } from '@waybill/contracts/shipment'

/** A booking that the carrier has accepted wins over time and over other quotes. */
export const quoteTransitions = {
  pending: ['accepted', 'expired', 'superseded', 'cancelled'],
  accepted: [],
  expired: ['accepted'],
  superseded: ['accepted'],
  cancelled: ['accepted'],
} as const satisfies Record<QuoteStatus, readonly QuoteStatus[]>

export interface Decision {
  quote: Quote
  events: PublicEvent[]
}

export interface Request {
  requestId: string | null
  idempotencyKey: string | null
}

const origin = (quote: Quote, request: Request): EventOrigin => ({
  environmentId: quote.environmentId,
  merchantId: quote.merchantId,
  livemode: quote.livemode,
  ...request,
})

const byTotal = (a: QuoteOption, b: QuoteOption): number =>
  a.amountMinor + a.taxMinor - (b.amountMinor + b.taxMinor) || a.etaTo.getTime() - b.etaTo.getTime()

/** A new quote of the shipment's present route; options cheapest first, valid as long as the shortest-lived of them. */
export function openQuote(input: {
  quoteId: string
  shipment: Shipment
  options: QuoteOption[]
  messages: CarrierMessage[]
  request: Request
  at: Date
}): Decision {
  const { shipment, at } = input
  const options = input.options.toSorted(byTotal)
  const quote: Quote = {
    environmentId: shipment.environmentId,
    quoteId: input.quoteId,
    merchantId: shipment.merchantId,
    livemode: shipment.livemode,
    merchantOrderRef: shipment.merchantOrderRef,
    shipmentId: shipment.shipmentId,
    status: 'pending',
    routeRevision: shipment.routeRevision,
    requestedAt: at,
    expiresAt: new Date(Math.min(...options.map((option) => option.expiresAt.getTime()))),
    options,
    selectedOptionId: null,
    bookingId: null,
    messages: input.messages,
    sequence: 1,
  }
  return { quote, events: [event(quote, 'quote.created', input.request, at)] }
}

/**
 * Why a quote cannot be made: a parcel is too heavy for all (422), nobody serves the route (422), or none that
 * might serve it could be reached or made an offer that still holds (503). `messages` are all that the carriers said;
 * `services` are those of the carriers that were asked.
 */
export function noOffers(
  messages: CarrierMessage[],
  { parcels }: Pick<Shipment, 'parcels'>,
  services: readonly { maxWeightGrams: number }[],
): AppError {
  const meta = {
    messages: messages.map(({ carrierCode, ...rest }) => ({ carrier_code: carrierCode, ...rest })),
  }
  // By what the carriers declare: each has a word of its own for it.
  if (services.length > 0 && parcels.some(({ weightGrams }) => services.every((s) => weightGrams > s.maxWeightGrams))) {
    return new AppError('parcel_too_heavy', 'A parcel is heavier than any service takes: split the shipment.', { meta })
  }
  if (messages.length > 0 && messages.every(({ retryable }) => retryable)) {
    return new AppError('carrier_unavailable', 'No carrier can be reached at present: try again shortly.', {
      meta,
      retryAfterSeconds: 5,
    })
  }
  return new AppError('no_rates_available', 'No carrier serves this route with these parcels.', { meta })
}

/** The carrier has accepted a booking of the option. Repeated for the same booking it changes nothing. */
export function accept(
  quote: Quote,
  booking: { optionId: string; bookingId: string },
  request: Request,
  at: Date,
): Decision {
  if (quote.status === 'accepted') return unchanged(quote)
  const accepted = { ...quote, selectedOptionId: booking.optionId, bookingId: booking.bookingId }
  return become(quote, accepted, 'accepted', request, at)
}

/** The route changed, another quote was accepted, or a dispatch has asked anew. Only an open quote is superseded. */
export const supersede = (quote: Quote, request: Request, at: Date): Decision =>
  quote.status === 'pending' ? become(quote, quote, 'superseded', request, at) : unchanged(quote)

/** What a change of the shipment does to a quote: a final shipment cancels it, a newer route supersedes it. */
export function followShipment(
  quote: Quote,
  shipment: { status: ShipmentStatus; routeRevision: number },
  request: Request,
  at: Date,
): Decision {
  if (quote.status !== 'pending') return unchanged(quote)
  if (isFinalShipmentStatus(shipment.status)) return become(quote, quote, 'cancelled', request, at)
  return shipment.routeRevision > quote.routeRevision ? supersede(quote, request, at) : unchanged(quote)
}

export const expire = (quote: Quote, at: Date): Decision =>
  quote.status === 'pending' && quote.expiresAt <= at
    ? become(quote, quote, 'expired', { requestId: null, idempotencyKey: null }, at)
    : unchanged(quote)

const unchanged = (quote: Quote): Decision => ({ quote, events: [] })

function become(
  before: Quote,
  changed: Quote,
  status: Exclude<QuoteStatus, 'pending'>,
  request: Request,
  at: Date,
): Decision {
  if (!(quoteTransitions[before.status] as readonly QuoteStatus[]).includes(status)) {
    throw new RangeError(`quote ${before.quoteId} is ${before.status} and cannot become ${status}`)
  }
  const quote = { ...changed, status, sequence: before.sequence + 1 }
  return { quote, events: [event(quote, `quote.${status}`, request, at, before)] }
}

const event = (quote: Quote, type: EventType, request: Request, at: Date, before?: Quote): PublicEvent =>
  publicEvent(origin(quote, request), {
    type,
    subject: { type: 'quote', id: quote.quoteId },
    sequence: quote.sequence,
    object: publicQuote(quote),
    before: before && publicQuote(before),
    occurredAt: at,
  })
