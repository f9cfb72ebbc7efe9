/** The keys with which ShipEngine signs call-backs, by their ids. They are the same for all accounts. */
import { importJWK } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../carrier-adapter.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { wireKeys } from './wire.ts'

/** Where the keys are. Source: "Webhook Validation" in ShipEngine's guide. */
const KEYS_PATH = '/jwks'
const ALGORITHM = 'RS256'
/** Accounts with an endpoint have separate keys. */
const MAX_ROOTS = 1_000
/** Between two requests for the keys, unless the first one failed and nothing is known. */
const MIN_PAUSE_MS = 60_000
/** Keys that ShipEngine has withdrawn are forgotten after this time. */
const LIFETIME_MS = 24 * 3_600_000

interface KeySet {
  keys: ReadonlyMap<string, CryptoKey>
  fetchedAtMs: number
}

interface Root {
  set: KeySet | null
  askedAtMs: number
  pending: Promise<void> | null
}

/** `unknown`: ShipEngine has no such key. `unavailable`: whether it has is not known now. */
type FoundKey = { kind: 'key'; key: CryptoKey } | { kind: 'unknown' } | { kind: 'unavailable'; reason: string }

export type SigningKeys = (keyId: string, call: Caller) => Promise<FoundKey>

/** Keys are cached for a day, and asked for at most once a minute if an id is not known. `now`: for tests. */
export function createSigningKeys(client: VendorClient, now: () => number = Date.now): SigningKeys {
  const roots = new LRUCache<string, Root>({ max: MAX_ROOTS })

  const rootFor = (url: string): Root => {
    const root = roots.get(url) ?? { set: null, askedAtMs: Number.NEGATIVE_INFINITY, pending: null }
    roots.set(url, root)
    return root
  }

  async function refresh(root: Root, call: Caller): Promise<void> {
    root.askedAtMs = now()
    // Without the signal of the first caller: others may wait for the same keys.
    const { signal: _, ...rest } = call
    const outcome = await client.get(rest, { operation: 'keys', path: KEYS_PATH })
    const answer = client.read(outcome, wireKeys, ({ keys }) => ({ kind: 'keys' as const, keys }))
    if (answer.kind === 'failed') return
    const imported = await Promise.all(answer.keys.map(async (jwk) => [jwk.kid, await imports(jwk)] as const))
    const keys = new Map(imported.flatMap(([kid, key]) => (key === null ? [] : [[kid, key] as const])))
    root.set = { keys, fetchedAtMs: now() }
  }

  return async (keyId, call) => {
    const root = rootFor(client.rootUrl(call.account))
    const known = root.set !== null && now() - root.set.fetchedAtMs < LIFETIME_MS ? root.set.keys.get(keyId) : undefined
    if (known) return { kind: 'key', key: known }
    const isFresh = now() - root.askedAtMs >= MIN_PAUSE_MS
    if (isFresh && root.pending === null) {
      root.pending = refresh(root, call).finally(() => {
        root.pending = null
      })
    }
    const asked = root.pending
    await asked
    const key = root.set?.keys.get(keyId)
    if (key) return { kind: 'key', key }
    if (root.set === null) return { kind: 'unavailable', reason: 'the keys of ShipEngine cannot be fetched now' }
    if (asked !== null && root.set.fetchedAtMs >= root.askedAtMs) return { kind: 'unknown' }
    return { kind: 'unavailable', reason: 'the key is not known, and keys were fetched less than a minute ago' }
  }
}

/** The key; null: it cannot be used for these signatures. */
async function imports(jwk: { kid: string; kty: 'RSA'; n: string; e: string }): Promise<CryptoKey | null> {
  try {
    const { kty, n, e } = jwk
    const key = await importJWK({ kty, n, e }, ALGORITHM)
    return key instanceof Uint8Array ? null : key
  } catch {
    return null
  }
}
