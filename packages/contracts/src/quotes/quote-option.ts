/** An offer of a carrier in a quote, with its mappings to the public shape and to gRPC. */
import { z } from 'zod'
import type { QuoteOption__Output as QuoteOptionMessage } from '../gen/waybill/quoting/v1/QuoteOption.ts'
import { decimalString, timestampString } from '../requests/described-texts.ts'
import { moneyText } from '../values/money.ts'

/** One offer of a carrier. Amounts count 10^-exponent of one unit of `currency`; total = amount + tax. */
export interface QuoteOption {
  quoteOptionId: string
  carrierCode: string
  /** Names as at the time of the offer. */
  carrierName: string
  serviceCode: string
  serviceName: string | null
  carrierAccountId: string
  /** Who carries the parcels, if the carrier is an aggregator: `USPS`; null: the carrier itself. */
  carriedBy: string | null
  currency: string
  exponent: number
  amountMinor: number
  taxMinor: number
  etaFrom: Date
  etaTo: Date
  etaPrecision: EtaPrecision
  /**
   * Days from the day at the pickup when the parcels are ready to the last day of the delivery window at the drop-off.
   */
  transitDays: number
  /** The parts of the amount before tax; empty: the carrier names none. */
  priceLines: PriceLine[]
  /** Some of `serviceFeatures`, or others of the carrier. */
  features: string[]
  maxWeightGrams: number
  expiresAt: Date
  /** The carrier's id of the rate. */
  carrierRateId: string | null
}

/** A part of a price. `type`: one of `priceLineTypes` or another of the carrier; a discount is negative. */
export interface PriceLine {
  type: string
  amountMinor: number
}

/** How exact an estimated arrival is: the carrier names times, or a day, or it is the longest transit in a published table. */
const etaPrecisions = ['time', 'day', 'table'] as const
export type EtaPrecision = (typeof etaPrecisions)[number]

/** Compares options by their total, the lowest first. Amounts of different currencies are compared without a rate. */
export const compareTotals = (one: QuoteOption, other: QuoteOption): number => sumTotals(one) - sumTotals(other)

const sumTotals = ({ amountMinor, taxMinor, exponent }: QuoteOption): number =>
  (amountMinor + taxMinor) / 10 ** exponent

export const publicQuoteOptionSchema = z
  .object({
    quote_option_id: z.string(),
    carrier_account_id: z.string(),
    carrier_code: z.string(),
    carrier_name: z.string(),
    carried_by: z.string().nullable(),
    service_code: z.string(),
    service_name: z.string().nullable(),
    currency: z.string(),
    amount: decimalString('Amount before tax.'),
    tax_amount: z.string(),
    total_amount: z.string(),
    price_lines: z.array(z.object({ type: z.string(), amount: z.string() })),
    eta_from: z.string(),
    eta_to: z.string(),
    eta_precision: z.enum(etaPrecisions),
    transit_days: z.number().int(),
    features: z.array(z.string()),
    expires_at: timestampString('Until when the option can be booked.'),
    rules: z.object({ max_weight_kg: z.number() }),
  })
  .meta({ id: 'QuoteOption' })
export type PublicQuoteOption = z.output<typeof publicQuoteOptionSchema>

export const publicQuoteOption = (option: QuoteOption): PublicQuoteOption => ({
  quote_option_id: option.quoteOptionId,
  carrier_account_id: option.carrierAccountId,
  carrier_code: option.carrierCode,
  carrier_name: option.carrierName,
  carried_by: option.carriedBy,
  service_code: option.serviceCode,
  service_name: option.serviceName,
  currency: option.currency,
  amount: moneyText(option),
  tax_amount: moneyText({ ...option, amountMinor: option.taxMinor }),
  total_amount: moneyText({ ...option, amountMinor: option.amountMinor + option.taxMinor }),
  price_lines: allPriceLines(option).map(({ type, amountMinor }) => ({
    type,
    amount: moneyText({ ...option, amountMinor }),
  })),
  eta_from: option.etaFrom.toISOString(),
  eta_to: option.etaTo.toISOString(),
  eta_precision: option.etaPrecision,
  transit_days: option.transitDays,
  features: option.features,
  expires_at: option.expiresAt.toISOString(),
  rules: { max_weight_kg: option.maxWeightGrams / 1000 },
})

/** Lines whose sum is the total, the tax included. */
const allPriceLines = ({ priceLines, amountMinor, taxMinor }: QuoteOption): PriceLine[] => [
  ...(priceLines.length > 0 ? priceLines : [{ type: 'base', amountMinor }]),
  ...(taxMinor === 0 ? [] : [{ type: 'tax', amountMinor: taxMinor }]),
]

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
  exponent: option.exponent,
  carrier_name: option.carrierName,
  service_name: option.serviceName ?? '',
  transit_days: option.transitDays,
  price_lines: option.priceLines.map(({ type, amountMinor }) => ({ type, amount_minor: amountMinor })),
  features: option.features,
  carried_by: option.carriedBy ?? '',
  eta_precision: option.etaPrecision,
})

export const quoteOptionFromMessage = (message: QuoteOptionMessage): QuoteOption => ({
  quoteOptionId: message.quote_option_id,
  carrierCode: message.carrier_code,
  serviceCode: message.service_code,
  carrierAccountId: message.carrier_account_id,
  currency: message.currency,
  exponent: message.exponent,
  amountMinor: message.amount_minor,
  taxMinor: message.tax_minor,
  etaFrom: new Date(message.eta_from),
  etaTo: new Date(message.eta_to),
  maxWeightGrams: message.max_weight_grams,
  expiresAt: new Date(message.expires_at),
  carrierRateId: message.carrier_rate_id || null,
  carrierName: message.carrier_name,
  serviceName: message.service_name || null,
  transitDays: message.transit_days,
  priceLines: message.price_lines.map((line) => ({ type: line.type, amountMinor: line.amount_minor })),
  features: message.features,
  carriedBy: message.carried_by || null,
  etaPrecision: getEtaPrecision(message.eta_precision),
})

/** Reads a stored or received precision. A later version's word counts as `time`. */
export const getEtaPrecision = (text: string | null | undefined): EtaPrecision =>
  etaPrecisions.find((known) => known === text) ?? 'time'
