import { z } from 'zod'
import type { Quote__Output as QuoteMessage } from './gen/waybill/quoting/v1/Quote.ts'
import type { QuoteOption__Output as QuoteOptionMessage } from './gen/waybill/quoting/v1/QuoteOption.ts'
import { moneyText } from './values/money.ts'

export const quoteStatuses = ['pending', 'accepted', 'expired', 'superseded', 'cancelled'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

/** One offer of a carrier. Amounts are in minor units of `currency`; total = amount + tax. */
export interface QuoteOption {
  quoteOptionId: string
  carrierCode: string
  serviceCode: string
  carrierAccountId: string
  currency: string
  amountMinor: number
  taxMinor: number
  etaFrom: Date
  etaTo: Date
  maxWeightGrams: number
  expiresAt: Date
  /** The carrier's id of the rate. */
  carrierRateId: string | null
}

/** Why a carrier made no offer. */
export interface CarrierMessage {
  carrierCode: string
  code: string
  message: string
  retryable: boolean
}

export interface Quote {
  environmentId: string
  quoteId: string
  merchantId: string
  livemode: boolean
  merchantOrderRef: string
  shipmentId: string
  status: QuoteStatus
  /** Revision of the shipment's route that was priced. */
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

export const publicQuoteOptionSchema = z
  .object({
    quote_option_id: z.string(),
    carrier_code: z.string(),
    service_code: z.string(),
    currency: z.string(),
    amount: z.string().describe('Amount before tax.'),
    tax_amount: z.string(),
    total_amount: z.string(),
    eta_from: z.string(),
    eta_to: z.string(),
    expires_at: z.string(),
    rules: z.object({ max_weight_kg: z.number() }),
  })
  .meta({ id: 'QuoteOption' })
export type PublicQuoteOption = z.output<typeof publicQuoteOptionSchema>

export const publicQuoteSchema = z
  .object({
    quote_id: z.string(),
    merchant_order_ref: z.string(),
    merchant_id: z.string(),
    environment_id: z.string(),
    shipment_id: z.string(),
    status: z.enum(quoteStatuses),
    requested_at: z.string(),
    expires_at: z.string(),
    options: z.array(publicQuoteOptionSchema),
    selected_option: publicQuoteOptionSchema.nullable(),
    messages: z.array(
      z.object({ carrier_code: z.string(), code: z.string(), message: z.string(), retryable: z.boolean() }),
    ),
  })
  .meta({ id: 'Quote' })
export type PublicQuote = z.output<typeof publicQuoteSchema>

export const publicQuoteOption = (option: QuoteOption): PublicQuoteOption => ({
  quote_option_id: option.quoteOptionId,
  carrier_code: option.carrierCode,
  service_code: option.serviceCode,
  currency: option.currency,
  amount: moneyText(option.amountMinor, option.currency),
  tax_amount: moneyText(option.taxMinor, option.currency),
  total_amount: moneyText(option.amountMinor + option.taxMinor, option.currency),
  eta_from: option.etaFrom.toISOString(),
  eta_to: option.etaTo.toISOString(),
  expires_at: option.expiresAt.toISOString(),
  rules: { max_weight_kg: option.maxWeightGrams / 1000 },
})

/** The only mapping of a quote to its public shape. */
export function publicQuote(quote: Quote): PublicQuote {
  const selected = quote.options.find((option) => option.quoteOptionId === quote.selectedOptionId)
  return {
    quote_id: quote.quoteId,
    merchant_order_ref: quote.merchantOrderRef,
    merchant_id: quote.merchantId,
    environment_id: quote.environmentId,
    shipment_id: quote.shipmentId,
    status: quote.status,
    requested_at: quote.requestedAt.toISOString(),
    expires_at: quote.expiresAt.toISOString(),
    options: quote.options.map(publicQuoteOption),
    selected_option: selected === undefined ? null : publicQuoteOption(selected),
    messages: quote.messages.map(({ carrierCode, code, message, retryable }) => ({
      carrier_code: carrierCode,
      code,
      message,
      retryable,
    })),
  }
}

export const quoteOptionMessage = (option: QuoteOption): QuoteOptionMessage => ({
  quote_option_id: option.quoteOptionId,
  carrier_code: option.carrierCode,
  service_code: option.serviceCode,
  carrier_account_id: option.carrierAccountId,
  currency: option.currency,
  amount_minor: option.amountMinor,
  tax_minor: option.taxMinor,
  eta_from: option.etaFrom.toISOString(),
  eta_to: option.etaTo.toISOString(),
  max_weight_grams: option.maxWeightGrams,
  expires_at: option.expiresAt.toISOString(),
  carrier_rate_id: option.carrierRateId ?? '',
})

export const quoteOptionFromMessage = (message: QuoteOptionMessage): QuoteOption => ({
  quoteOptionId: message.quote_option_id,
  carrierCode: message.carrier_code,
  serviceCode: message.service_code,
  carrierAccountId: message.carrier_account_id,
  currency: message.currency,
  amountMinor: message.amount_minor,
  taxMinor: message.tax_minor,
  etaFrom: new Date(message.eta_from),
  etaTo: new Date(message.eta_to),
  maxWeightGrams: message.max_weight_grams,
  expiresAt: new Date(message.expires_at),
  carrierRateId: message.carrier_rate_id || null,
})

export const quoteMessage = (quote: Quote): QuoteMessage => ({
  environment_id: quote.environmentId,
  quote_id: quote.quoteId,
  merchant_id: quote.merchantId,
  livemode: quote.livemode,
  merchant_order_ref: quote.merchantOrderRef,
  shipment_id: quote.shipmentId,
  status: quote.status,
  route_revision: quote.routeRevision,
  requested_at: quote.requestedAt.toISOString(),
  expires_at: quote.expiresAt.toISOString(),
  options: quote.options.map(quoteOptionMessage),
  selected_option_id: quote.selectedOptionId ?? '',
  booking_id: quote.bookingId ?? '',
  messages: quote.messages.map(({ carrierCode, code, message, retryable }) => ({
    carrier_code: carrierCode,
    code,
    message,
    retryable,
  })),
  sequence: quote.sequence,
})

export const quoteFromMessage = (message: QuoteMessage): Quote => ({
  environmentId: message.environment_id,
  quoteId: message.quote_id,
  merchantId: message.merchant_id,
  livemode: message.livemode,
  merchantOrderRef: message.merchant_order_ref,
  shipmentId: message.shipment_id,
  status: message.status as QuoteStatus,
  routeRevision: message.route_revision,
  requestedAt: new Date(message.requested_at),
  expiresAt: new Date(message.expires_at),
  options: message.options.map(quoteOptionFromMessage),
  selectedOptionId: message.selected_option_id || null,
  bookingId: message.booking_id || null,
  messages: message.messages.map(({ carrier_code, code, message: text, retryable }) => ({
    carrierCode: carrier_code,
    code,
    message: text,
    retryable,
  })),
  sequence: message.sequence,
})
