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

/** How long a check is trusted when the database cannot be asked. */
const CACHE_MS = 30_000
const CACHED_CREDENTIALS = 20_000
const REVOCATION_POLL_MS = 500
/** A lookup that read a key just before it was revoked may be cached after it: later polls drop it again. */
const REVOCATION_WINDOW_SECONDS = 60
const REVOCATION_CHANNEL = 'credential-revoked'

/** Who a token speaks for and what it may do. */
export interface Credential {
  keyId: string
  environmentId: string
  merchantId: string
  livemode: boolean
  scopes: ReadonlySet<Scope>
  limit: RateLimit
}

export interface Credentials extends Stoppable {
  /** The credential of a token, from the cache or the database. Throws invalid_token, token_revoked, service_unavailable. */
  get(token: string): Promise<Credential>
  /** Drops a revoked key here and, by a hint, on the other replicas. */
  dropRevoked(hash: Buffer): Promise<void>
}

/**
 * Checks tokens. Each check is cached for 30 s at most; a revoked key is dropped at once by a hint over the shared state,
 * and within half a second by a poll where the hint was lost.
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
      const message = 'Tokens cannot be checked at present. Try again shortly.'
      throw new AppError('service_unavailable', message, { cause: error, retryAfterSeconds: 1 })
    })
    if (!key || !timingSafeEqual(key.hash, hash)) throw invalidToken()
    if (key.revokedAt) throw new AppError('token_revoked', 'The key of this token has been revoked.')
    const credential = credentialOf(key, defaultRateLimit)
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
      // Many requests may meet an entry that has just run out: one of them asks.
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

/** A bucket that holds two seconds' worth. */
export const rateLimitOf = (ratePerSecond: number): RateLimit => ({ ratePerSecond, burst: 2 * ratePerSecond })

const credentialOf = (key: KeyWithEnvironment, defaultRateLimit: number): Credential => ({
  keyId: key.keyId,
  environmentId: key.environmentId,
  merchantId: key.merchantId,
  livemode: key.livemode,
  scopes: new Set(key.scopes ?? scopes),
  limit: rateLimitOf(key.rateLimitPerSecond ?? defaultRateLimit),
})

const invalidToken = () => new AppError('invalid_token', 'The token is not one of ours, or was copied in part.')
