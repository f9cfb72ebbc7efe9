import type { ExchangeTables } from '@waybill/carriers/exchange-log/table'
import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { AccountStatus } from '@waybill/contracts/carrier-accounts/carrier-account'
import type { RateCardDocument } from '@waybill/contracts/fleet/rate-card'
import type { QuoteStatus } from '@waybill/contracts/quote'
import type { CarrierMessage } from '@waybill/contracts/quotes/carrier-message'
import type { PriceLine } from '@waybill/contracts/quotes/quote-option'
import type { Area } from '@waybill/contracts/values/area'
import type { JSONColumnType } from 'kysely'

export interface QuoteTable {
  environment_id: string
  quote_id: string
  merchant_id: string
  livemode: boolean
  merchant_order_ref: string
  shipment_id: string
  shipment_created: boolean
  status: QuoteStatus
  route_revision: number
  requested_at: Date
  expires_at: Date
  selected_option_id: string | null
  booking_id: string | null
  messages: JSONColumnType<CarrierMessage[], CarrierMessage[], CarrierMessage[]>
  /** The request under which the carriers were called. */
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
  exponent: number
  amount_minor: number
  tax_minor: number
  eta_from: Date
  eta_to: Date
  max_weight_grams: number
  expires_at: Date
  carrier_rate_id: string | null
  carrier_name: string
  service_name: string | null
  transit_days: number
  price_lines: JSONColumnType<PriceLine[], PriceLine[], PriceLine[]>
  features: JSONColumnType<string[], string[], string[]>
  /** Null: the carrier itself. */
  carried_by: string | null
  eta_precision: string
}

export interface CarrierAccountTable {
  environment_id: string
  carrier_account_id: string
  merchant_id: string
  livemode: boolean
  carrier_code: string
  name: string
  endpoint: string | null
  enabled: boolean
  /** Null: all. */
  services: JSONColumnType<string[] | null, string | null, string | null>
  /** Null: pickups anywhere. */
  origin: JSONColumnType<Area | null, string | null, string | null>
  status: AccountStatus
  failure: JSONColumnType<StoredFailure | null, string | null, string | null>
  verified_at: Date | null
  credential_names: JSONColumnType<string[], string, string>
  /** Null with `sealed`: erased. */
  key_id: string | null
  sealed: Buffer | null
  /** Counts the changes that booking must know; `version` counts every change. */
  revision: number
  version: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

interface StoredFailure {
  code: string
  message: string
  at: string
}

export interface RateCardTable {
  environment_id: string
  rate_card_id: string
  enabled: boolean
  document: JSONColumnType<RateCardDocument, string, string>
  version: number
  created_at: Date
  updated_at: Date
}

export interface QuotingDatabase extends ChassisTables, ExchangeTables {
  quote: QuoteTable
  quote_option: QuoteOptionTable
  carrier_account: CarrierAccountTable
  rate_card: RateCardTable
}
