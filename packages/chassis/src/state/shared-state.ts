/** A bucket that fills at `ratePerSecond` up to `burst` tokens; a request takes one. */
export interface RateLimit {
  ratePerSecond: number
  burst: number
}

export interface TokenOutcome {
  allowed: boolean
  /** Whole tokens left. */
  remaining: number
  /** Until the bucket is full again, rounded up. */
  resetSeconds: number
  /** Until the next token when refused, rounded up; 0 when allowed. */
  retryAfterSeconds: number
}

/**
 * What the replicas of a service share and could lose without harm: rate-limit buckets, hints, answers kept for a while.
 * `subscribe` is best effort: a message published while a replica is disconnected never reaches it.
 */
export interface SharedState {
  /** Whether it is really shared at present; an outage is no reason to turn requests away. */
  isConnected(): boolean
  takeTokens(key: string, limit: RateLimit): Promise<TokenOutcome>
  publish(channel: string, message: string): Promise<void>
  /** Active when this resolves, or once connected. The returned function unsubscribes. */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>
  /** A text kept for so long, at best: it may be gone at any time. */
  remember(key: string, text: string, ttlMs: number): Promise<void>
  /** Null if the text was never stored, has expired, or the store does not answer. */
  recall(key: string): Promise<string | null>
  close(): Promise<void>
}

/** The outcome of a request that found `tokens` in the bucket (fractions count), after taking its own. */
export function tokenOutcome(allowed: boolean, tokens: number, limit: RateLimit): TokenOutcome {
  return {
    allowed,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: Math.max(0, Math.ceil((limit.burst - tokens) / limit.ratePerSecond)),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / limit.ratePerSecond)),
  }
}
