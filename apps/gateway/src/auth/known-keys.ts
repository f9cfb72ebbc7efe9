/** API keys as they were last read, for a short time. */
import { AppError } from '@waybill/contracts/app-error'
import { LRUCache } from 'lru-cache'
import type { KeyWithEnvironment } from '../merchants/repository.ts'
import type { Credential } from './credentials.ts'
import type { Standing } from './refusal.ts'

/** How long a token stays valid without the database: lookups are cached this long. */
const CACHE_MS = 30_000
const CACHED_CREDENTIALS = 20_000
/** An unknown token stays unknown: tokens are random, so that no key is created for one that was sent before. */
const CACHED_UNKNOWN_TOKENS = 20_000

/** A key to look up. */
export interface Wanted {
  /** Its name in the cache. */
  id: string
  read(): Promise<KeyWithEnvironment | undefined>
  isWanted(key: KeyWithEnvironment): boolean
}

/** A key as it was read. */
export interface KnownKey {
  credential: Credential
  standing: Standing
  /** `performance.now()` before the lookup. */
  readAtMs: number
}

export interface KnownKeys {
  /**
   * From the cache, or looked up. `beforeLookup` runs before the lookup of a key that this replica has never read, and may
   * throw. Throws `invalid_token`, `service_unavailable`.
   */
  find(wanted: Wanted, beforeLookup?: () => Promise<void>): Promise<KnownKey>
  /** What these keys, environments and merchants may do has changed. */
  forget(ownerIds: readonly string[]): void
}

export function createKnownKeys(describe: (key: KeyWithEnvironment) => Omit<KnownKey, 'readAtMs'>): KnownKeys {
  const known = new LRUCache<string, KnownKey>({ max: CACHED_CREDENTIALS })
  const unknown = new LRUCache<string, true>({ max: CACHED_UNKNOWN_TOKENS, ttl: CACHE_MS })
  const lookups = new Map<string, Promise<KnownKey>>()
  /** When this replica learned of the changes of the last 30 s, by the owner's ID. */
  const changedAtMs = new Map<string, number>()

  /** Also false for a lookup that began before a change and was cached after it. */
  function isCurrent({ credential, readAtMs }: KnownKey): boolean {
    if (performance.now() - readAtMs >= CACHE_MS) return false
    const { keyId, environmentId, merchantId } = credential
    return [keyId, environmentId, merchantId].every((id) => (changedAtMs.get(id) ?? -1) < readAtMs)
  }

  async function lookUp({ id, read, isWanted }: Wanted): Promise<KnownKey> {
    const readAtMs = performance.now()
    const key = await read().catch((error: unknown) => {
      throw cannotCheck(error)
    })
    if (!key || !isWanted(key)) {
      unknown.set(id, true)
      throw unknownToken()
    }
    const found = { ...describe(key), readAtMs }
    known.set(id, found)
    return found
  }

  return {
    async find(wanted, beforeLookup) {
      const { id } = wanted
      const cached = known.get(id)
      if (cached && isCurrent(cached)) return cached
      if (unknown.has(id)) throw unknownToken()
      // A key that was read before does not depend on the limit of its address.
      if (!cached) await beforeLookup?.()
      // Concurrent requests with the same uncached token share one lookup.
      const lookup = lookups.get(id) ?? lookUp(wanted).finally(() => lookups.delete(id))
      lookups.set(id, lookup)
      const found = await lookup
      // What the key may do has changed since the lookup began that this request joined.
      return isCurrent(found) ? found : await lookUp(wanted)
    },
    forget(ownerIds) {
      const nowMs = performance.now()
      for (const [id, atMs] of changedAtMs) if (nowMs - atMs > CACHE_MS) changedAtMs.delete(id)
      for (const id of ownerIds) changedAtMs.set(id, nowMs)
    },
  }
}

export const unknownToken = () =>
  new AppError('invalid_token', 'The token is unknown. Check that it was copied completely.')

/** The error while the database is unavailable. */
export const cannotCheck = (cause: unknown) =>
  new AppError('service_unavailable', 'Tokens cannot be checked at the moment. Retry in 1 s.', {
    cause,
    retryAfterSeconds: 1,
  })
