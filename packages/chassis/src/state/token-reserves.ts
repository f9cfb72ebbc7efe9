/** Tokens of shared buckets that a replica has prefetched, so that most requests need no round trip. */
import { LRUCache } from 'lru-cache'
import { type RateLimit, type TokenOutcome, tokenOutcome } from './shared-state.ts'

/** A prefetch takes 1/20 of a full bucket, and at most 64 tokens. */
const SHARE = 20
const MOST_AHEAD = 64
/** Unused tokens expire after this; the bucket refills anyway. */
const LIFETIME_MS = 1_000
/** Maximum number of reserves. The least recently used are evicted, and their tokens lost. */
const MAX_RESERVES = 50_000

/** Result of a request to a bucket. */
export interface TokenGrant {
  /** Tokens taken of those wanted. */
  taken: number
  /** Tokens prefetched beyond those. */
  ahead: number
  /** Tokens left in the bucket, fractions included. */
  left: number
}

/** Takes up to `ahead` tokens of the shared bucket; rejections are ignored. */
type AskBucket = (key: string, limit: RateLimit, ahead: number) => Promise<TokenGrant>

interface Reserve {
  tokens: number
  /** Tokens left in the bucket after the last request to it. */
  left: number
  askedAtMs: number
  isRefilling: boolean
}

/** Maximum tokens to prefetch; 0 for a small bucket, which is therefore counted exactly. */
export const prefetchLimit = ({ burst }: RateLimit): number => Math.min(MOST_AHEAD, Math.floor(burst / SHARE))

export class TokenReserves {
  readonly #reserves = new LRUCache<string, Reserve>({ max: MAX_RESERVES })
  readonly #ask: AskBucket
  readonly #nowMs: () => number

  constructor(ask: AskBucket, nowMs = () => performance.now()) {
    this.#ask = ask
    this.#nowMs = nowMs
  }

  /** The outcome of a request served by a prefetched token, or null if the bucket must be asked. */
  take(key: string, limit: RateLimit): TokenOutcome | null {
    const nowMs = this.#nowMs()
    const reserve = this.#reserves.get(nameOf(key, limit))
    if (!reserve || reserve.tokens < 1 || nowMs - reserve.askedAtMs >= LIFETIME_MS) return null
    reserve.tokens -= 1
    if (reserve.tokens < prefetchLimit(limit) / 2 && !reserve.isRefilling) void this.#refill(reserve, key, limit)
    const filledSince = ((nowMs - reserve.askedAtMs) / 1_000) * limit.ratePerSecond
    return tokenOutcome(true, Math.min(limit.burst, reserve.left + filledSince + reserve.tokens), limit)
  }

  /** Adds the tokens that a request prefetched. */
  add(key: string, limit: RateLimit, { ahead, left }: TokenGrant): void {
    const name = nameOf(key, limit)
    const reserve = this.#reserves.get(name)
    if (reserve) this.#top(reserve, ahead, left)
    else if (ahead > 0) this.#reserves.set(name, { tokens: ahead, left, askedAtMs: this.#nowMs(), isRefilling: false })
  }

  #top(reserve: Reserve, ahead: number, left: number): void {
    const nowMs = this.#nowMs()
    const isOver = nowMs - reserve.askedAtMs >= LIFETIME_MS
    reserve.tokens = (isOver ? 0 : reserve.tokens) + ahead
    reserve.left = left
    reserve.askedAtMs = nowMs
  }

  async #refill(reserve: Reserve, key: string, limit: RateLimit): Promise<void> {
    reserve.isRefilling = true
    try {
      const { ahead, left } = await this.#ask(key, limit, prefetchLimit(limit))
      this.#top(reserve, ahead, left)
    } catch {
      // The next request without a reserve asks the bucket and handles the error.
    } finally {
      reserve.isRefilling = false
    }
  }
}

// Includes the limit: after a change of the limit, old reserves must not be used.
const nameOf = (key: string, { ratePerSecond, burst }: RateLimit): string => `${key} ${ratePerSecond} ${burst}`
