import type { Generated } from 'kysely'

/** The table of a service that calls carriers, created by the service's own migrations. */
export interface ExchangeTables {
  carrier_exchange: CarrierExchangeTable
}

export interface CarrierExchangeTable {
  environment_id: string
  exchange_id: Generated<string>
  carrier_code: string
  carrier_account_id: string
  operation: string
  direction: 'sent' | 'received'
  request_id: string
  /** Idempotency key, reference, or the carrier's job id. */
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
