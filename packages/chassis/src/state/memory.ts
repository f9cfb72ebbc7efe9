import { LRUCache } from 'lru-cache'
import { type SharedState, type TokenBucket, type TokenOutcome, tokenOutcome, tokensNeeded } from './shared-state.ts'

/** Maximum number of buckets. The least recently used are evicted, which refills them. */
const MAX_BUCKETS = 50_000
/** Maximum size of all texts, in characters. */
const MAX_TEXT_SIZE = 32 * 1024 * 1024

interface Level {
  tokens: number
  filledAtMs: number
}

/** Token buckets of this process only. A clock that goes back adds no tokens. */
export class LocalBuckets {
  readonly #levels = new LRUCache<string, Level>({ max: MAX_BUCKETS })

  take(
    buckets: readonly TokenBucket[],
    { cost = 1, needed = 1 }: { cost?: number; needed?: number } = {},
    nowMs = performance.now(),
  ): TokenOutcome {
    // All are filled first: the outcome has the state of each, also of those after one that rejects.
    const levels = buckets.map((bucket) => this.#fill(bucket, nowMs))
    const allowed = buckets.every(({ limit }, index) => (levels[index]?.tokens ?? 0) >= tokensNeeded(limit, needed))
    const left = buckets.map((bucket) => this.#spend(bucket, allowed ? cost : 0, -Math.max(bucket.limit.burst, cost)))
    return tokenOutcome(allowed, buckets, { left, needed })
  }

  /** Takes tokens that may not be there. Returns the tokens left in each bucket. */
  charge(buckets: readonly TokenBucket[], cost: number, nowMs = performance.now()): number[] {
    for (const bucket of buckets) this.#fill(bucket, nowMs)
    return buckets.map((bucket) => this.#spend(bucket, cost, -bucket.limit.burst))
  }

  #spend({ key }: TokenBucket, cost: number, lowest: number): number {
    const level = this.#levels.get(key) as Level
    level.tokens = Math.max(Math.min(lowest, level.tokens), level.tokens - cost)
    return level.tokens
  }

  #fill({ key, limit: { burst, ratePerSecond } }: TokenBucket, nowMs: number): Level {
    const level = this.#levels.get(key) ?? { tokens: burst, filledAtMs: nowMs }
    const elapsedSeconds = Math.max(0, nowMs - level.filledAtMs) / 1_000
    level.tokens = Math.min(burst, level.tokens + elapsedSeconds * ratePerSecond)
    level.filledAtMs = Math.max(nowMs, level.filledAtMs)
    this.#levels.set(key, level)
    return level
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
    takeTokens: async (of, cost, needed) => buckets.take(of, { cost, needed }),
    chargeTokens: async (of, cost) => void buckets.charge(of, cost),
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
