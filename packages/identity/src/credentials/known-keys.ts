/** API keys and sessions as they were last read, for a short time. */
import { AppError } from '@waybill/contracts/app-error'
import { LRUCache } from 'lru-cache'

/** How long a token stays valid without the database: lookups are cached this long. */
const CACHE_MS = 30_000
const CACHED_CREDENTIALS = 20_000
/** An unknown token stays unknown: tokens are random, so that no key is created for one that was sent before. */
const CACHED_UNKNOWN_TOKENS = 20_000

/** A key to look up, which is stored as a row. */
export interface Wanted<Row> {
  /** Its name in the cache. */
  id: string
  read(): Promise<Row | undefined>
  isWanted(row: Row): boolean
}

/** Identifiers and owners of a key: a change of any of them changes what the key may do. */
interface Owned {
  ownerIds: readonly string[]
}

/** A key as it was read. */
export type Known<Key> = Key & {
  /** `performance.now()` before the lookup. */
  readAtMs: number
}

interface KnownKeys<Row, Key> {
  /**
   * From the cache, or looked up. `beforeLookup` runs before the lookup of a key that this replica has never read, and may
   * throw. Throws the error for an unknown key, `service_unavailable`.
   */
  find(wanted: Wanted<Row>, beforeLookup?: () => Promise<void>): Promise<Known<Key>>
  /** Forgets the permissions of these owners, which have changed. */
  forget(ownerIds: readonly string[]): void
}

export function createKnownKeys<Row, Key extends Owned>(
  describe: (row: Row) => Key,
  unknownKey: () => AppError = unknownToken,
): KnownKeys<Row, Key> {
  const known = new LRUCache<string, Known<Key>>({ max: CACHED_CREDENTIALS })
  const unknown = new LRUCache<string, true>({ max: CACHED_UNKNOWN_TOKENS, ttl: CACHE_MS })
  const lookups = new Map<string, Promise<Known<Key>>>()
  /** When this replica learned of the changes of the last 30 s, by the owner's ID. */
  const changedAtMs = new Map<string, number>()

  /** Also false for a lookup that began before a change and was cached after it. */
  function isCurrent({ ownerIds, readAtMs }: Known<Key>): boolean {
    if (performance.now() - readAtMs >= CACHE_MS) return false
    return ownerIds.every((id) => (changedAtMs.get(id) ?? -1) < readAtMs)
  }

  async function lookUp({ id, read, isWanted }: Wanted<Row>): Promise<Known<Key>> {
    const readAtMs = performance.now()
    const row = await read().catch((error: unknown) => {
      throw cannotCheck(error)
    })
    if (!row || !isWanted(row)) {
      unknown.set(id, true)
      throw unknownKey()
    }
    const found = { ...describe(row), readAtMs }
    known.set(id, found)
    return found
  }

  return {
    async find(wanted, beforeLookup) {
      const { id } = wanted
      const cached = known.get(id)
      if (cached && isCurrent(cached)) return cached
      if (unknown.has(id)) throw unknownKey()
      // A key that was read before does not depend on the limit of its address.
      if (!cached) await beforeLookup?.()
      // Concurrent requests with the same uncached token share one lookup.
      const lookup = lookups.get(id) ?? lookUp(wanted).finally(() => lookups.delete(id))
      lookups.set(id, lookup)
      const found = await lookup
      // The key's rights have changed since the lookup began that this request joined.
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
