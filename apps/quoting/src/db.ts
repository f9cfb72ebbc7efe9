import type { ChassisTables } from '@waybill/chassis/chassis-tables'
import type { CarrierMessage, QuoteStatus } from '@waybill/contracts/quote'
import type { Generated, JSONColumnType } from 'kysely'

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
  messages: JSONColumnType<CarrierMessage[]>
  sequence: number
}

export interface QuoteOptionTable {
  environment_id: string
  quote_option_id: string
  quote_id: string
  /** Place in the quote, cheapest first. */
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

export interface CarrierExchangeTable {
  environment_id: string
  exchange_id: Generated<string>
  carrier_code: string
  carrier_account_id: string
  operation: string
  direction: 'sent' | 'received'
  request_id: string
  /** Our idempotency key, our reference or the carrier's job id. */
  reference: string | null
  method: string
  path: string
  request_text: string | null
  http_status: number | null
  response_text: string | null
  fault: string | null
  started_at: Date
  duration_ms: number
}

export interface QuotingDatabase extends ChassisTables {
  quote: QuoteTable
  quote_option: QuoteOptionTable
  carrier_exchange: CarrierExchangeTable
}
