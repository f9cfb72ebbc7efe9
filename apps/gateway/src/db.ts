import type { ChassisTables } from '@waybill/chassis/postgres/chassis-tables'
import type { Generated } from 'kysely'

export interface MerchantTable {
  merchant_id: string
  name: string
  is_demo: Generated<boolean>
  created_at: Generated<Date>
}

export interface EnvironmentTable {
  environment_id: string
  merchant_id: string
  name: string
  livemode: boolean
  created_at: Generated<Date>
}

export interface ApiKeyTable {
  environment_id: string
  key_id: string
  name: string
  /** SHA-256 of the token. */
  hash: Buffer
  /** `wb_test_` or `wb_live_`. */
  prefix: string
  last4: string
  /** null: all scopes. */
  scopes: string[] | null
  /** null: the gateway's RATE_LIMIT. */
  rate_limit_per_second: number | null
  revoked_at: Date | null
  created_at: Generated<Date>
}

export type GatewayDatabase = ChassisTables & {
  merchant: MerchantTable
  environment: EnvironmentTable
  api_key: ApiKeyTable
}
