import type { ExchangeTables } from '@waybill/carriers/exchange-log/table'
import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { CarrierMessage, QuoteStatus } from '@waybill/contracts/quote'
import type { JSONColumnType } from 'kysely'

export interface QuoteTable {
  environment_id: string
  quote_id: string
  merchant_id: string
  livemode: boolean
  merchant_order_ref: string
  shipment_id: string
  status: QuoteStatus
  route_revision: number
  requested_at: Date
  expires_at: Date
  selected_option_id: string | null
  booking_id: string | null
  messages: JSONColumnType<CarrierMessage[], CarrierMessage[], CarrierMessage[]>
  /** The request under which the carriers were called; null for quotes older than the column. */
  request_id: string | null
  sequence: number
}

export interface QuoteOptionTable {
  environment_id: string
  quote_option_id: string
  quote_id: string
  /** Position in the quote, cheapest first. */
  rank: number
  carrier_code: string
  service_code: string
  carrier_account_id: string
  currency: string
  amount_minor: number
  tax_minor: number
  eta_from: Date
  eta_to: Date
  max_weight_grams: number
  expires_at: Date
  carrier_rate_id: string | null
}

export interface QuotingDatabase extends ChassisTables, ExchangeTables {
  quote: QuoteTable
  quote_option: QuoteOptionTable
}
