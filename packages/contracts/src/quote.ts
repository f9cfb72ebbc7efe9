import { z } from 'zod'
import type { Quote__Output as QuoteMessage } from './gen/waybill/quoting/v1/Quote.ts'
import { type CarrierMessage, publicCarrierMessage, publicCarrierMessageSchema } from './quotes/carrier-message.ts'
import {
  publicQuoteOption,
  publicQuoteOptionSchema,
  type QuoteOption,
  quoteOptionFromMessage,
  quoteOptionMessage,
} from './quotes/quote-option.ts'
import { timestampString } from './requests/described-texts.ts'

export const quoteStatuses = ['pending', 'accepted', 'expired', 'superseded', 'cancelled'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

export interface Quote {
  environmentId: string
  quoteId: string
  merchantId: string
  livemode: boolean
  merchantOrderRef: string
  shipmentId: string
  /** Whether the shipment was registered for this quote; false if the quote names it or found it. */
  shipmentCreated: boolean
  status: QuoteStatus
  /** Revision of the shipment's route, parcels and collection time that was priced. */
  routeRevision: number
  requestedAt: Date
  expiresAt: Date
  /** By total amount, lowest first. */
  options: QuoteOption[]
  selectedOptionId: string | null
  bookingId: string | null
  messages: CarrierMessage[]
  sequence: number
}

export const publicQuoteSchema = z
  .object({
    quote_id: z.string(),
    merchant_order_ref: z.string(),
    merchant_id: z.string(),
    environment_id: z.string(),
    shipment_id: z.string(),
    shipment_created: z
      .boolean()
      .describe(
        'Whether the shipment was registered for this quote. False if the request names it, or an unbooked one matched.',
      ),
    status: z.enum(quoteStatuses),
    requested_at: z.string(),
    expires_at: timestampString('When the last option expires.'),
    options: z.array(publicQuoteOptionSchema),
    selected_option: publicQuoteOptionSchema.nullable(),
    messages: z.array(publicCarrierMessageSchema).describe('Why a carrier or one of its services made no offer.'),
  })
  .meta({ id: 'Quote' })
export type PublicQuote = z.output<typeof publicQuoteSchema>

/** The only mapping of a quote to its public shape. */
export function publicQuote(quote: Quote): PublicQuote {
  const selected = quote.options.find((option) => option.quoteOptionId === quote.selectedOptionId)
  return {
    quote_id: quote.quoteId,
    merchant_order_ref: quote.merchantOrderRef,
    merchant_id: quote.merchantId,
    environment_id: quote.environmentId,
    shipment_id: quote.shipmentId,
    shipment_created: quote.shipmentCreated,
    status: quote.status,
    requested_at: quote.requestedAt.toISOString(),
    expires_at: quote.expiresAt.toISOString(),
    options: quote.options.map(publicQuoteOption),
    selected_option: selected === undefined ? null : publicQuoteOption(selected),
    messages: quote.messages.map(publicCarrierMessage),
  }
}

export const quoteMessage = (quote: Quote): QuoteMessage => ({
  environment_id: quote.environmentId,
  quote_id: quote.quoteId,
  merchant_id: quote.merchantId,
  livemode: quote.livemode,
  merchant_order_ref: quote.merchantOrderRef,
  shipment_id: quote.shipmentId,
  shipment_created: quote.shipmentCreated,
  status: quote.status,
  route_revision: quote.routeRevision,
  requested_at: quote.requestedAt.toISOString(),
  expires_at: quote.expiresAt.toISOString(),
  options: quote.options.map(quoteOptionMessage),
  selected_option_id: quote.selectedOptionId ?? '',
  booking_id: quote.bookingId ?? '',
  messages: quote.messages.map((message) => ({
    ...publicCarrierMessage(message),
    service_code: message.serviceCode ?? '',
    pointer: message.pointer ?? '',
  })),
  sequence: quote.sequence,
  accounts: [],
})

export const quoteFromMessage = (message: QuoteMessage): Quote => ({
  environmentId: message.environment_id,
  quoteId: message.quote_id,
  merchantId: message.merchant_id,
  livemode: message.livemode,
  merchantOrderRef: message.merchant_order_ref,
  shipmentId: message.shipment_id,
  shipmentCreated: message.shipment_created,
  status: message.status as QuoteStatus,
  routeRevision: message.route_revision,
  requestedAt: new Date(message.requested_at),
  expiresAt: new Date(message.expires_at),
  options: message.options.map(quoteOptionFromMessage),
  selectedOptionId: message.selected_option_id || null,
  bookingId: message.booking_id || null,
  messages: message.messages.map(({ carrier_account_id, service_code, ...reason }) => ({
    carrierCode: reason.carrier_code,
    carrierAccountId: carrier_account_id,
    serviceCode: service_code || null,
    code: reason.code,
    message: reason.message,
    retryable: reason.retryable,
    pointer: reason.pointer || null,
  })),
  sequence: message.sequence,
})
