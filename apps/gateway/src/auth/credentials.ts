import { timingSafeEqual } from 'node:crypto'
import type { Database } from '@waybill/chassis/postgres/database'
import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { RateLimit, SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import { AppError } from '@waybill/contracts/app-error'
import { LRUCache } from 'lru-cache'
import type { GatewayDatabase } from '../db.ts'
import { findKeyByHash, type KeyWithEnvironment, listRevokedHashes } from '../merchants/repository.ts'
import { type Scope, scopes } from './scopes.ts'
import { hashToken, hasTokenForm } from './token.ts'

/** How long a token stays valid without the database: lookups are cached this long. */
const CACHE_MS = 30_000
const CACHED_CREDENTIALS = 20_000
const REVOCATION_POLL_MS = 500
/** A lookup can read a key just before its revocation and cache it just after: the following polls drop it again. */
const REVOCATION_WINDOW_SECONDS = 60
const REVOCATION_CHANNEL = 'credential-revoked'

/** The owner of a token, and what the token may do. */
export interface Credential {
  keyId: string
  environmentId: string
  merchantId: string
  livemode: boolean
  scopes: ReadonlySet<Scope>
  limit: RateLimit
}

export interface Credentials extends Stoppable {
  /** From the cache or the database. Throws invalid_token, token_revoked or service_unavailable. */
  get(token: string): Promise<Credential>
  /** Drops a revoked key from the cache of this replica and, with a hint, of the others. */
  dropRevoked(hash: Buffer): Promise<void>
}

/**
 * Looks up tokens and caches them for up to 30 s. A revoked key is dropped at once by a hint over the shared state, or
 * within half a second by a poll if the hint is lost.
 */
export async function startCredentials(options: {
  db: Database<GatewayDatabase>
  sharedState: SharedState
  defaultRateLimit: number
  log: Logger
}): Promise<Credentials> {
  const { db, sharedState, defaultRateLimit, log } = options
  const cache = new LRUCache<string, Credential>({ max: CACHED_CREDENTIALS, ttl: CACHE_MS })
  const lookups = new Map<string, Promise<Credential>>()

  const unsubscribe = await sharedState.subscribe(REVOCATION_CHANNEL, (hash) => void cache.delete(hash))
  const poll = startLoop({
    name: 'credential.revocations',
    intervalMs: REVOCATION_POLL_MS,
    log,
    work: async () => {
      for (const hash of await listRevokedHashes(db, REVOCATION_WINDOW_SECONDS)) cache.delete(hash.toString('hex'))
      return 'idle'
    },
  })

  async function lookUp(hash: Buffer): Promise<Credential> {
    const key = await findKeyByHash(db, hash).catch((error: unknown) => {
      const message = 'Tokens cannot be checked at the moment. Retry in 1 s.'
      throw new AppError('service_unavailable', message, { cause: error, retryAfterSeconds: 1 })
    })
    if (!key || !timingSafeEqual(key.hash, hash)) throw invalidToken()
    if (key.revokedAt) throw new AppError('token_revoked', 'The key of this token has been revoked. Use another key.')
    const credential = toCredential(key, defaultRateLimit)
    cache.set(hash.toString('hex'), credential)
    return credential
  }

  return {
    async get(token) {
      if (!hasTokenForm(token)) throw invalidToken()
      const hash = hashToken(token)
      const id = hash.toString('hex')
      const cached = cache.get(id)
      if (cached) return cached
      // Concurrent requests with the same uncached token share one lookup.
      const lookup = lookups.get(id) ?? lookUp(hash).finally(() => lookups.delete(id))
      lookups.set(id, lookup)
      return lookup
    },
    async dropRevoked(hash) {
      cache.delete(hash.toString('hex'))
      await sharedState.publish(REVOCATION_CHANNEL, hash.toString('hex'))
    },
    async stop() {
      await unsubscribe()
      await poll.stop()
    },
  }
}

/** A bucket that holds the requests of two seconds. */
export const toRateLimit = (ratePerSecond: number): RateLimit => ({ ratePerSecond, burst: 2 * ratePerSecond })

const toCredential = (key: KeyWithEnvironment, defaultRateLimit: number): Credential => ({
  keyId: key.keyId,
  environmentId: key.environmentId,
  merchantId: key.merchantId,
  livemode: key.livemode,
  scopes: new Set(key.scopes ?? scopes),
  limit: toRateLimit(key.rateLimitPerSecond ?? defaultRateLimit),
})

const invalidToken = () => new AppError('invalid_token', 'The token is unknown. Check that it was copied completely.')
