/** Who calls, and what the caller may do. */
import type { RateLimit } from '@waybill/chassis/state/shared-state'
import type { MemberScope, Scope } from '@waybill/contracts/requests/scopes'

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
  /** Of all keys of the environment together. */
  environmentLimit: RateLimit
  /** Who is signed in; undefined for programs. */
  session?: { sessionId: string; userId: string; token: string }
}

export interface KeyCredential extends Credential {
  scopes: ReadonlySet<Scope>
}

/** Requests per second. */
export interface DefaultRateLimits {
  ofKey: number
  /** Raised to the largest individual limit of the environment's keys. */
  ofEnvironment: number
}

/** Tells every replica of a change, as `Credentials` does. */
export interface ChangeAnnouncer {
  /** Makes every replica forget a revoked, suspended or resumed key, session, user, environment or merchant. Call after the commit. */
  announceChange(ownerId: string): Promise<void>
}

/** A bucket that holds the requests of two seconds. */
export const toRateLimit = (ratePerSecond: number): RateLimit => ({ ratePerSecond, burst: 2 * ratePerSecond })
