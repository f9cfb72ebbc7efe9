/** Tokens of shared buckets that a replica has taken ahead of need, so that most requests need no round trip. */
import { LRUCache } from 'lru-cache'
import { type RateLimit, type TokenOutcome, tokenOutcome } from './shared-state.ts'

/** A twentieth of a full bucket at once, and never more than a second of a busy key. */
const SHARE = 20
const MOST_AHEAD = 64
/** Unused tokens expire after this; the bucket refills anyway. */
const LIFETIME_MS = 1_000
/** Reserves kept at most; what the longest unused ones hold is given up. */
const MAX_RESERVES = 50_000

/** What came of asking a bucket. */
export interface TokenGrant {
  /** Of those that were wanted. */
  taken: number
  /** Beyond those. */
  ahead: number
  /** Tokens left in the bucket (fractions count). */
  left: number
}

/** Takes up to `ahead` tokens of the shared bucket; rejections are ignored. */
type AskBucket = (key: string, limit: RateLimit, ahead: number) => Promise<TokenGrant>

interface Reserve {
  tokens: number
  /** Left in the bucket when it was last asked. */
  left: number
  askedAtMs: number
  isRefilling: boolean
}

/** How many tokens may be taken ahead of need; none of a small bucket, which so is counted to the token. */
export const prefetchLimit = ({ burst }: RateLimit): number => Math.min(MOST_AHEAD, Math.floor(burst / SHARE))

export class TokenReserves {
  readonly #reserves = new LRUCache<string, Reserve>({ max: MAX_RESERVES })
  readonly #ask: AskBucket
  readonly #nowMs: () => number

  constructor(ask: AskBucket, nowMs = () => performance.now()) {
    this.#ask = ask
    this.#nowMs = nowMs
  }

  /** The outcome of a request that a token taken earlier pays for, or null: the bucket has to be asked. */
  take(key: string, limit: RateLimit): TokenOutcome | null {
    const nowMs = this.#nowMs()
    const reserve = this.#reserves.get(nameOf(key, limit))
    if (!reserve || reserve.tokens < 1 || nowMs - reserve.askedAtMs >= LIFETIME_MS) return null
    reserve.tokens -= 1
    if (reserve.tokens < prefetchLimit(limit) / 2 && !reserve.isRefilling) void this.#refill(reserve, key, limit)
    const filledSince = ((nowMs - reserve.askedAtMs) / 1_000) * limit.ratePerSecond
    return tokenOutcome(true, Math.min(limit.burst, reserve.left + filledSince + reserve.tokens), limit)
  }

  /** Keeps what a request took beyond its own. */
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
      // The next request that finds no reserve asks itself, and does what has to be done then.
    } finally {
      reserve.isRefilling = false
    }
  }
}

// With the limit: a key whose limit was changed has another bucket's worth of tokens.
const nameOf = (key: string, { ratePerSecond, burst }: RateLimit): string => `${key} ${ratePerSecond} ${burst}`
