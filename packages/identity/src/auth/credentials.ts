import { timingSafeEqual } from 'node:crypto'
import type { Stoppable } from '@waybill/chassis/loops/loops'
import type { Database } from '@waybill/chassis/postgres/database'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { effectiveScopes, type Scope } from '@waybill/contracts/requests/scopes'
import { toRateLimit } from '@waybill/edge/credential'
import { type Sessions, startSessions } from '../accounts/sessions/sessions.ts'
import type { ChangeAnnouncer } from '../credentials/change-announcer.ts'
import type { DefaultRateLimits } from '../credentials/default-rate-limits.ts'
import type { KeyCredential } from '../credentials/key-credential.ts'
import { createKnownKeys, type Known, unknownToken, type Wanted } from '../credentials/known-keys.ts'
import { startLastUsed } from '../credentials/last-used.ts'
import { findRefusal, type Standing, type Suspended } from '../credentials/refusal.ts'
import { hashToken, hasTokenForm } from '../credentials/token.ts'
import type { IdentityDatabase } from '../db.ts'
import { type KeyUse, recordKeyUses } from '../merchants/access-repository.ts'
import { findKeyByHash, findKeyById, type KeyWithEnvironment } from '../merchants/repository.ts'
import { type AccessToken, type AccessTokens, isAccessToken } from '../oauth/access-tokens.ts'
import { watchAccessChanges } from './access-changes.ts'

export interface Credentials extends Stoppable, ChangeAnnouncer {
  /**
   * The owner of a key's token or of an access token, from the cache or the database. Throws invalid_token, token_revoked, token_expired, access_suspended or
   * service_unavailable. `beforeLookup` runs before the database is asked for a token that this replica has never seen,
   * and may throw.
   */
  get(token: string, beforeLookup?: () => Promise<void>): Promise<KeyCredential>
  sessions: Sessions
  /** The listener is called when credentials may have become invalid. */
  onChange(listener: () => void): void
}

/**
 * Looks up tokens and caches them for up to 30 s, refused ones too. A change of what a key may do drops it from the cache of
 * every replica, at once or within a second.
 */
export async function startCredentials(options: {
  db: Database<IdentityDatabase>
  sharedState: SharedState
  rateLimits: DefaultRateLimits
  accessTokens: Pick<AccessTokens, 'verify'>
  log: Logger
  metrics: Metrics
}): Promise<Credentials> {
  const { db, sharedState, rateLimits, accessTokens, log } = options
  const listeners: (() => void)[] = []
  const keys = createKnownKeys(toKnown(rateLimits))
  const sessions = startSessions(options)

  function forget(ownerIds: readonly string[]): void {
    keys.forget(ownerIds)
    sessions.forget(ownerIds)
    for (const listener of listeners) listener()
  }

  const changes = await watchAccessChanges({ db, sharedState, onChange: forget, log })
  const lastUsed = startLastUsed<KeyUse>({
    ...options,
    name: 'key_use',
    getId: ({ keyId }) => keyId,
    write: (uses) => recordKeyUses(db, uses),
  })

  /** An access token stands for its key, with those of its scopes that the key still has. */
  async function findOwner(token: string, beforeLookup?: () => Promise<void>): Promise<Known<KnownKey>> {
    if (!isAccessToken(token)) return keys.find(keyOfToken(db, token), beforeLookup)
    const named = await accessTokens.verify(token, beforeLookup)
    const { credential, ...key } = await keys.find(keyOfAccessToken(db, named))
    return { ...key, credential: { ...credential, scopes: common(named.scopes, credential.scopes) } }
  }

  return {
    async get(token, beforeLookup) {
      const { credential, standing } = await findOwner(token, beforeLookup)
      const refusal = findRefusal(standing, new Date())
      if (refusal) throw refusal
      lastUsed.note(credential)
      return credential
    },
    sessions,
    announceChange: changes.announce,
    onChange: (listener) => void listeners.push(listener),
    async stop() {
      await changes.stop()
      await lastUsed.stop()
      await sessions.stop()
    },
  }
}

interface KnownKey {
  credential: KeyCredential
  standing: Standing
  ownerIds: readonly string[]
}

const toKnown =
  (rateLimits: DefaultRateLimits) =>
  (key: KeyWithEnvironment): KnownKey => ({
    credential: toCredential(key, rateLimits),
    standing: toStanding(key),
    ownerIds: [key.keyId, key.environmentId, key.merchantId],
  })

function keyOfToken(db: Database<IdentityDatabase>, token: string): Wanted<KeyWithEnvironment> {
  if (!hasTokenForm(token)) throw unknownToken()
  const hash = hashToken(token)
  return {
    id: hash.toString('hex'),
    read: () => findKeyByHash(db, hash),
    isWanted: (key) => timingSafeEqual(key.hash, hash),
  }
}

const keyOfAccessToken = (db: Database<IdentityDatabase>, token: AccessToken): Wanted<KeyWithEnvironment> => ({
  id: `${token.environmentId} ${token.keyId}`,
  read: () => findKeyById(db, token),
  isWanted: () => true,
})

const common = (some: ReadonlySet<Scope>, others: ReadonlySet<Scope>): ReadonlySet<Scope> =>
  new Set([...some].filter((scope) => others.has(scope)))

const toCredential = (key: KeyWithEnvironment, { ofKey, ofEnvironment }: DefaultRateLimits): KeyCredential => ({
  keyId: key.keyId,
  environmentId: key.environmentId,
  merchantId: key.merchantId,
  livemode: key.livemode,
  scopes: effectiveScopes(key.scopes),
  limit: toRateLimit(key.rateLimitPerSecond ?? ofKey),
  environmentLimit: toRateLimit(Math.max(ofEnvironment, key.largestRateLimitPerSecond ?? 0)),
})

const toStanding = (key: KeyWithEnvironment): Standing => ({
  revokedAt: key.revokedAt,
  expiresAt: key.expiresAt,
  suspended: findSuspended(key),
})

function findSuspended(key: KeyWithEnvironment): Suspended | null {
  if (key.suspendedAt) return 'key'
  if (key.environmentSuspendedAt) return 'environment'
  return key.merchantSuspendedAt ? 'merchant' : null
}
