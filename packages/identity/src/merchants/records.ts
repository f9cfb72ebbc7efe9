/** Merchants, environments and API keys, and how the admin API shows them. Pure. */
import type { Scope } from '@waybill/contracts/requests/scopes'

/** Both are null unless the merchant, environment or key is suspended. */
export interface Suspension {
  suspendedAt: Date | null
  /** The operator's own words: not shown to merchants. */
  suspendedReason: string | null
}

export interface Merchant extends Suspension {
  merchantId: string
  name: string
  createdAt: Date
}

export interface Environment extends Suspension {
  environmentId: string
  merchantId: string
  name: string
  livemode: boolean
  createdAt: Date
}

/** An API key without its token, of which only the hash is stored. */
export interface ApiKey extends Suspension {
  keyId: string
  environmentId: string
  name: string
  prefix: string
  last4: string
  /** null: all scopes except `api_keys:*`. */
  scopes: Scope[] | null
  /** null: the gateway's RATE_LIMIT. */
  rateLimitPerSecond: number | null
  revokedAt: Date | null
  /** null: does not expire. */
  expiresAt: Date | null
  /** Up to a minute before the last request. */
  lastUsedAt: Date | null
  /** The key or the user that made this one; null: an operator did. */
  createdBy: string | null
  createdAt: Date
}

const publicSuspension = ({ suspendedAt, suspendedReason }: Suspension) => ({
  suspended_at: suspendedAt?.toISOString() ?? null,
  suspended_reason: suspendedReason,
})

export const publicMerchant = (merchant: Merchant) => ({
  merchant_id: merchant.merchantId,
  name: merchant.name,
  ...publicSuspension(merchant),
  created_at: merchant.createdAt.toISOString(),
})

export const publicEnvironment = (environment: Environment) => ({
  environment_id: environment.environmentId,
  merchant_id: environment.merchantId,
  name: environment.name,
  mode: environment.livemode ? 'live' : 'test',
  ...publicSuspension(environment),
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
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  ...publicSuspension(key),
  created_by: key.createdBy,
  created_at: key.createdAt.toISOString(),
})
