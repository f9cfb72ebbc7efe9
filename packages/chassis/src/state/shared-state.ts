/** A bucket that fills at `ratePerSecond` up to `burst` tokens; a request takes one. */
export interface RateLimit {
  ratePerSecond: number
  burst: number
}

export interface TokenOutcome {
  allowed: boolean
  /** Whole tokens left. */
  remaining: number
  /** Seconds until the bucket is full again, rounded up. */
  resetSeconds: number
  /** Seconds until the next token if rejected, rounded up; 0 if allowed. */
  retryAfterSeconds: number
}

/**
 * State that replicas share and may lose without harm: rate-limit buckets, hints, short-lived texts.
 * `subscribe` is best effort: a message published while a replica is disconnected never reaches it.
 */
export interface SharedState {
  /** Whether the state is shared now. Do not reject requests during an outage. */
  isConnected(): boolean
  takeTokens(key: string, limit: RateLimit): Promise<TokenOutcome>
  publish(channel: string, message: string): Promise<void>
  /** Active when this resolves, or once connected. The returned function unsubscribes. */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => Promise<void>>
  /** Stores a text for at most `ttlMs`. It may be lost earlier. */
  remember(key: string, text: string, ttlMs: number): Promise<void>
  /** Null if the text was never stored, has expired, or the store does not answer. */
  recall(key: string): Promise<string | null>
  close(): Promise<void>
}

/** The outcome of a request that leaves `tokens` in the bucket, fractions included. */
export function tokenOutcome(allowed: boolean, tokens: number, limit: RateLimit): TokenOutcome {
  return {
    allowed,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: Math.max(0, Math.ceil((limit.burst - tokens) / limit.ratePerSecond)),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / limit.ratePerSecond)),
  }
}
