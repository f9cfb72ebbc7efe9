/** Merchants, environments and API keys, and how the admin API shows them. Pure. */
import type { Scope } from '../auth/scopes.ts'

export interface Merchant {
  merchantId: string
  name: string
  createdAt: Date
}

export interface Environment {
  environmentId: string
  merchantId: string
  name: string
  livemode: boolean
  createdAt: Date
}

/** An API key without its token, of which only the hash is stored. */
export interface ApiKey {
  keyId: string
  environmentId: string
  name: string
  prefix: string
  last4: string
  /** null: all scopes. */
  scopes: Scope[] | null
  /** null: the gateway's RATE_LIMIT. */
  rateLimitPerSecond: number | null
  revokedAt: Date | null
  createdAt: Date
}

export const publicMerchant = (merchant: Merchant) => ({
  merchant_id: merchant.merchantId,
  name: merchant.name,
  created_at: merchant.createdAt.toISOString(),
})

export const publicEnvironment = (environment: Environment) => ({
  environment_id: environment.environmentId,
  merchant_id: environment.merchantId,
  name: environment.name,
  mode: environment.livemode ? 'live' : 'test',
  created_at: environment.createdAt.toISOString(),
})

export const publicApiKey = (key: ApiKey) => ({
  key_id: key.keyId,
  environment_id: key.environmentId,
  name: key.name,
  token: `${key.prefix}…${key.last4}`,
  scopes: key.scopes,
  rate_limit_per_second: key.rateLimitPerSecond,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
})
