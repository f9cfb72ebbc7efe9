/** Who calls, and what the caller may do. */
import type { RateLimit } from '@waybill/chassis/state/shared-state'
import type { MemberScope } from '@waybill/contracts/requests/scopes'

/** The owner of a token or session, and what it may do. */
export interface Credential {
  /** The key, driver or session. */
  keyId: string
  /** Empty for a session's request about its team or account. */
  environmentId: string
  merchantId: string
  livemode: boolean
  scopes: ReadonlySet<MemberScope>
  limit: RateLimit
  /** Limit for all keys of the environment together. */
  environmentLimit: RateLimit
  /** Who is signed in; undefined for programs. */
  session?: { sessionId: string; userId: string; token: string }
}

/** A bucket that holds the requests of two seconds. */
export const toRateLimit = (ratePerSecond: number): RateLimit => ({ ratePerSecond, burst: 2 * ratePerSecond })
