/** Pure: the life of a quote. IDs and times come in as data. */
import { AppError } from '@waybill/contracts/app-error'
import type { EventOrigin, EventType, PublicEvent } from '@waybill/contracts/events/public-event'
import { publicEvent } from '@waybill/contracts/events/public-event'
import type { Quote, QuoteStatus } from '@waybill/contracts/quote'
import { publicQuote } from '@waybill/contracts/quote'
import type { CarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import { publicCarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import type { QuoteOption } from '@waybill/contracts/quotes/quote-option'
import { compareTotals } from '@waybill/contracts/quotes/quote-option'
import { isFinalShipmentStatus, type Shipment, type ShipmentStatus } from '@waybill/contracts/shipment'

/** Statuses that each status can change to. A booking that its carrier accepted overrides expiry and other quotes. */
export const quoteTransitions = {
  pending: ['accepted', 'expired', 'superseded', 'cancelled'],
  accepted: [],
  expired: ['accepted'],
  superseded: ['accepted'],
  cancelled: ['accepted'],
} as const satisfies Record<QuoteStatus, readonly QuoteStatus[]>

/** The caller stores quote and events in one transaction. */
export interface QuoteChange {
  quote: Quote
  events: PublicEvent[]
}

/** The request that causes a change; nulls if none does. */
export interface RequestIds {
  requestId: string | null
  idempotencyKey: string | null
}

const origin = (quote: Quote, request: RequestIds): EventOrigin => ({
  environmentId: quote.environmentId,
  merchantId: quote.merchantId,
  livemode: quote.livemode,
  ...request,
})

const byTotal = (a: QuoteOption, b: QuoteOption): number => compareTotals(a, b) || a.etaTo.getTime() - b.etaTo.getTime()

/** A new quote for the shipment's current route. Options are sorted by total price; it expires with the last of them. */
export function openQuote(input: {
  quoteId: string
  shipment: Shipment
  /** Whether the shipment was registered for this quote. */
  shipmentCreated: boolean
  options: QuoteOption[]
  messages: CarrierMessage[]
  request: RequestIds
  at: Date
}): QuoteChange {
  const { shipment, at } = input
  const options = input.options.toSorted(byTotal)
  const quote: Quote = {
    environmentId: shipment.environmentId,
    quoteId: input.quoteId,
    merchantId: shipment.merchantId,
    livemode: shipment.livemode,
    merchantOrderRef: shipment.merchantOrderRef,
    shipmentId: shipment.shipmentId,
    shipmentCreated: input.shipmentCreated,
    status: 'pending',
    routeRevision: shipment.routeRevision,
    requestedAt: at,
    expiresAt: new Date(Math.max(...options.map((option) => option.expiresAt.getTime()))),
    options,
    selectedOptionId: null,
    bookingId: null,
    messages: input.messages,
    sequence: 1,
  }
  return { quote, events: [quoteEvent(quote, 'quote.created', { request: input.request, at })] }
}

/**
 * Why there is no quote: the environment has no carrier (422), a parcel is too heavy for every service (422), no carrier serves the route (422), or no carrier
 * that was asked gave an answer that lasts (503). `services` are those that the carriers declare.
 */
export function noOffers(
  {
    messages,
    hasCarriers,
    isUnavailable,
  }: { messages: CarrierMessage[]; hasCarriers: boolean; isUnavailable: boolean },
  { parcels }: Pick<Shipment, 'parcels'>,
  services: readonly { maxWeightGrams: number }[],
): AppError {
  const meta = { messages: messages.map(publicCarrierMessage) }
  if (!hasCarriers) {
    return new AppError(
      'no_rates_available',
      'This environment has no carrier yet. Add a carrier account with POST /api/v1/carrier-accounts, or enable one; see /docs/carrier-accounts.',
      { meta },
    )
  }
  // From declared limits: each carrier has its own error code for this.
  if (services.length > 0 && parcels.some(({ weightGrams }) => services.every((s) => weightGrams > s.maxWeightGrams))) {
    return new AppError(
      'parcel_too_heavy',
      'A parcel is heavier than the limit of every service. Split the shipment into lighter parcels.',
      { meta },
    )
  }
  if (isUnavailable) {
    return new AppError('carrier_unavailable', 'No carrier can be reached. Retry in a few seconds.', {
      meta,
      retryAfterSeconds: 5,
    })
  }
  if (messages.some(({ retryable }) => retryable)) {
    const message = 'No carrier offers a rate, and not all of them have answered. Retry in a few seconds.'
    return new AppError('no_rates_available', message, { meta, retryable: true, retryAfterSeconds: 5 })
  }
  return new AppError('no_rates_available', 'No carrier serves this route with these parcels.', { meta })
}

/** The carrier has accepted a booking of the option. Idempotent. */
export function accept(
  quote: Quote,
  booking: { optionId: string; bookingId: string },
  request: RequestIds,
  at: Date,
): QuoteChange {
  if (quote.status === 'accepted') return unchanged(quote)
  const { optionId: selectedOptionId, bookingId } = booking
  return change(quote, { status: 'accepted', selectedOptionId, bookingId }, request, at)
}

/** The route changed, another quote was accepted, or dispatch started a new round. A no-op unless the quote is open. */
export const supersede = (quote: Quote, request: RequestIds, at: Date): QuoteChange =>
  quote.status === 'pending' ? change(quote, { status: 'superseded' }, request, at) : unchanged(quote)

/** Applies a change of the shipment: a final status cancels an open quote, a newer route supersedes it. */
export function followShipment(
  quote: Quote,
  shipment: { status: ShipmentStatus; routeRevision: number },
  request: RequestIds,
  at: Date,
): QuoteChange {
  if (quote.status !== 'pending') return unchanged(quote)
  if (isFinalShipmentStatus(shipment.status)) return change(quote, { status: 'cancelled' }, request, at)
  return shipment.routeRevision > quote.routeRevision ? supersede(quote, request, at) : unchanged(quote)
}

export const expire = (quote: Quote, at: Date): QuoteChange =>
  quote.status === 'pending' && quote.expiresAt <= at
    ? change(quote, { status: 'expired' }, { requestId: null, idempotencyKey: null }, at)
    : unchanged(quote)

const unchanged = (quote: Quote): QuoteChange => ({ quote, events: [] })

type ChangedFields = { status: Exclude<QuoteStatus, 'pending'> } & Partial<
  Pick<Quote, 'selectedOptionId' | 'bookingId'>
>

function change(before: Quote, fields: ChangedFields, request: RequestIds, at: Date): QuoteChange {
  const { status } = fields
  if (!(quoteTransitions[before.status] as readonly QuoteStatus[]).includes(status)) {
    throw new RangeError(`quote ${before.quoteId} is ${before.status} and cannot become ${status}`)
  }
  const quote = { ...before, ...fields, sequence: before.sequence + 1 }
  return { quote, events: [quoteEvent(quote, `quote.${status}`, { request, at, before })] }
}

const quoteEvent = (
  quote: Quote,
  type: EventType,
  { request, at, before }: { request: RequestIds; at: Date; before?: Quote },
): PublicEvent =>
  publicEvent(origin(quote, request), {
    type,
    subject: { type: 'quote', id: quote.quoteId },
    sequence: quote.sequence,
    object: publicQuote(quote),
    before: before && publicQuote(before),
    occurredAt: at,
  })
