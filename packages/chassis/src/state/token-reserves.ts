/** Tokens of shared buckets that a replica has prefetched, so that most requests need no round trip. */
import { LRUCache } from 'lru-cache'
import { type TokenBucket, type TokenOutcome, tokenOutcome } from './shared-state.ts'

/** A prefetch takes 1/20 of a full bucket, and at most 64 tokens. */
const SHARE = 20
const MOST_AHEAD = 64
/** Unused tokens expire after this; the bucket refills anyway. */
const LIFETIME_MS = 1_000
/** Maximum number of reserves. The least recently used are evicted, and their tokens lost. */
const MAX_RESERVES = 50_000

/** Result of a request to buckets that are taken from together. */
export interface TokenGrant {
  /** Tokens taken of those wanted. */
  taken: number
  /** Tokens prefetched beyond those. */
  ahead: number
  /** Tokens left in each bucket, fractions included. */
  left: number[]
}

/** Takes up to `ahead` tokens of each of the shared buckets; rejections are ignored. */
type AskBuckets = (buckets: readonly TokenBucket[], ahead: number) => Promise<TokenGrant>

interface Reserve {
  tokens: number
  /** Tokens left in each bucket after the last request to them. */
  left: number[]
  askedAtMs: number
  isRefilling: boolean
}

/** Maximum tokens to prefetch; 0 for a small bucket, which is therefore counted exactly. */
export const prefetchLimit = (buckets: readonly TokenBucket[]): number =>
  Math.min(MOST_AHEAD, ...buckets.map(({ limit }) => Math.floor(limit.burst / SHARE)))

export class TokenReserves {
  readonly #reserves = new LRUCache<string, Reserve>({ max: MAX_RESERVES })
  readonly #ask: AskBuckets
  readonly #nowMs: () => number

  constructor(ask: AskBuckets, nowMs = () => performance.now()) {
    this.#ask = ask
    this.#nowMs = nowMs
  }

  /** The outcome of a request served by a prefetched token, or null if the buckets must be asked. */
  take(buckets: readonly TokenBucket[]): TokenOutcome | null {
    const nowMs = this.#nowMs()
    const reserve = this.#reserves.get(getName(buckets))
    if (!reserve || reserve.tokens < 1 || nowMs - reserve.askedAtMs >= LIFETIME_MS) return null
    reserve.tokens -= 1
    if (reserve.tokens < prefetchLimit(buckets) / 2 && !reserve.isRefilling) void this.#refill(reserve, buckets)
    const elapsedSeconds = (nowMs - reserve.askedAtMs) / 1_000
    const left = buckets.map(({ limit: { burst, ratePerSecond } }, index) =>
      Math.min(burst, (reserve.left[index] as number) + elapsedSeconds * ratePerSecond + reserve.tokens),
    )
    return tokenOutcome(true, buckets, { left })
  }

  /** Gives up prefetched tokens, so that the next request asks the buckets. */
  drop(buckets: readonly TokenBucket[]): void {
    this.#reserves.delete(getName(buckets))
  }

  /** Adds the tokens that a request prefetched. */
  add(buckets: readonly TokenBucket[], { ahead, left }: TokenGrant): void {
    const name = getName(buckets)
    const reserve = this.#reserves.get(name)
    if (reserve) this.#top(reserve, ahead, left)
    else if (ahead > 0) this.#reserves.set(name, { tokens: ahead, left, askedAtMs: this.#nowMs(), isRefilling: false })
  }

  #top(reserve: Reserve, ahead: number, left: number[]): void {
    const nowMs = this.#nowMs()
    const isOver = nowMs - reserve.askedAtMs >= LIFETIME_MS
    reserve.tokens = (isOver ? 0 : reserve.tokens) + ahead
    reserve.left = left
    reserve.askedAtMs = nowMs
  }

  async #refill(reserve: Reserve, buckets: readonly TokenBucket[]): Promise<void> {
    reserve.isRefilling = true
    try {
      const { ahead, left } = await this.#ask(buckets, prefetchLimit(buckets))
      this.#top(reserve, ahead, left)
    } catch {
      // The next request without a reserve asks the buckets and handles the error.
    } finally {
      reserve.isRefilling = false
    }
  }
}

/** Includes the limits: after a change of a limit, old reserves must not be used. */
export const getName = (buckets: readonly TokenBucket[]): string =>
  buckets.map(({ key, limit }) => `${key} ${limit.ratePerSecond} ${limit.burst}`).join(' ')
