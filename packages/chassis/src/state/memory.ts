import { LRUCache } from 'lru-cache'
import { type RateLimit, type SharedState, type TokenOutcome, tokenOutcome } from './shared-state.ts'

/** Maximum number of buckets. The least recently used are evicted, which refills them. */
const MAX_BUCKETS = 50_000
/** Maximum size of all texts, in characters. */
const MAX_TEXT_SIZE = 32 * 1024 * 1024

interface Bucket {
  tokens: number
  filledAtMs: number
}

/** Token buckets of this process only. A clock that goes back adds no tokens. */
export class LocalBuckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })

  take(key: string, limit: RateLimit, nowMs = performance.now()): TokenOutcome {
    const bucket = this.#buckets.get(key) ?? { tokens: limit.burst, filledAtMs: nowMs }
    const elapsedSeconds = Math.max(0, nowMs - bucket.filledAtMs) / 1_000
    const tokens = Math.min(limit.burst, bucket.tokens + elapsedSeconds * limit.ratePerSecond)
    const allowed = tokens >= 1
    const left = allowed ? tokens - 1 : tokens
    this.#buckets.set(key, { tokens: left, filledAtMs: Math.max(nowMs, bucket.filledAtMs) })
    return tokenOutcome(allowed, left, limit)
  }
}

/** State of a single process, for the standalone mode and tests. */
export function createMemoryState(): SharedState {
  const buckets = new LocalBuckets()
  const listeners = new Map<string, Set<(message: string) => void>>()
  const texts = new LRUCache<string, string>({ maxSize: MAX_TEXT_SIZE, sizeCalculation: (text) => text.length + 100 })
  return {
    isConnected: () => true,
    async remember(key, text, ttlMs) {
      texts.set(key, text, { ttl: ttlMs })
    },
    recall: async (key) => texts.get(key) ?? null,
    takeTokens: async (key, limit) => buckets.take(key, limit),
    async publish(channel, message) {
      // Asynchronous, as over a network: no listener runs inside its publisher.
      for (const listener of listeners.get(channel) ?? []) setImmediate(listener, message)
    },
    async subscribe(channel, onMessage) {
      const channelListeners = listeners.get(channel) ?? new Set()
      listeners.set(channel, channelListeners.add(onMessage))
      return async () => void channelListeners.delete(onMessage)
    },
    async close() {
      listeners.clear()
    },
  }
}
