/**
 * A bucket that fills at `ratePerSecond` up to `burst` tokens. A request is allowed if a token is left. One that costs
 * more leaves the bucket in debt, and the next ones wait until it is paid. The debt is at most `burst`, or the cost of the
 * request if that is more.
 */
export interface RateLimit {
  ratePerSecond: number
  burst: number
}

export interface TokenBucket {
  key: string
  limit: RateLimit
}

/** Whether a request may pass, and the state of the tightest of its buckets. */
export interface TokenOutcome {
  allowed: boolean
  /** The bucket that rejects the request, or the one with the fewest tokens left. */
  bucket: TokenBucket
  /** Whole tokens left. */
  remaining: number
  /** Seconds until the bucket is full again, rounded up. */
  resetSeconds: number
  /** Seconds until there are enough tokens if rejected, rounded up; 0 if allowed. */
  retryAfterSeconds: number
}

/**
 * State that replicas share and may lose without harm: rate-limit buckets, hints, short-lived texts.
 * `subscribe` is best effort: a message published while a replica is disconnected never reaches it.
 */
export interface SharedState {
  /** Whether the state is shared now. Do not reject requests during an outage. */
  isConnected(): boolean
  /**
   * Takes from all buckets, or from none if one of them has no token left. The last is the widest: buckets that are taken
   * from together with it, always are. `cost`: tokens of this request, default 1. `needed`: takes nothing if a bucket has
   * fewer tokens and is not half full; default 1.
   */
  takeTokens(buckets: readonly TokenBucket[], cost?: number, needed?: number): Promise<TokenOutcome>
  /** Adds to the cost of a request that was allowed. */
  chargeTokens(buckets: readonly TokenBucket[], cost: number): Promise<void>
  publish(channel: string, message: string): Promise<void>
  /** Active when this resolves, or once connected. The returned function unsubscribes. */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>
  /** Stores a text for at most `ttlMs`. It may be lost earlier. */
  remember(key: string, text: string, ttlMs: number): Promise<void>
  /** Null if the text was never stored, has expired, or the store does not answer. */
  recall(key: string): Promise<string | null>
  close(): Promise<void>
}

/** The tokens that a bucket must have for a request that needs so many: half of a full bucket suffice for any. */
export const tokensNeeded = ({ burst }: RateLimit, needed: number): number => Math.max(1, Math.min(needed, burst / 2))

/** The outcome of a request that leaves so many tokens in its buckets, fractions included. */
export function tokenOutcome(
  allowed: boolean,
  buckets: readonly TokenBucket[],
  { left, needed = 1 }: { left: readonly number[]; needed?: number },
): TokenOutcome {
  const outcomes = buckets.map((bucket, index) =>
    bucketOutcome(allowed, bucket, { tokens: left[index] as number, needed: tokensNeeded(bucket.limit, needed) }),
  )
  return outcomes.reduce((tightest, other) => (isTighter(other, tightest) ? other : tightest))
}

const isTighter = (one: TokenOutcome, other: TokenOutcome): boolean =>
  one.retryAfterSeconds === other.retryAfterSeconds
    ? one.remaining < other.remaining
    : one.retryAfterSeconds > other.retryAfterSeconds

function bucketOutcome(
  allowed: boolean,
  bucket: TokenBucket,
  { tokens, needed }: { tokens: number; needed: number },
): TokenOutcome {
  const { ratePerSecond, burst } = bucket.limit
  return {
    allowed,
    bucket,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: Math.max(0, Math.ceil((burst - tokens) / ratePerSecond)),
    retryAfterSeconds: allowed || tokens >= needed ? 0 : Math.max(1, Math.ceil((needed - tokens) / ratePerSecond)),
  }
}
