/** Pure: whether and when a failed attempt is repeated. */
import type { WaybillError } from '../errors.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** A response that asks for a longer pause is an error at once: the caller decides how to wait. */
const LONGEST_RETRY_AFTER_SECONDS = 60
/** Spreads clients that got the same Retry-After. */
const SPREAD_MS = 250

interface Failure {
  error: WaybillError
  /** 0 for the first attempt. */
  attempt: number
  maxRetries: number
  /** Whether doing it twice is the same as once: a read, a deletion, or a change with an idempotency key. */
  repeatable: boolean
}

/** The pause before the next attempt, in ms; null if there is none. `random` is in [0, 1). */
export function pauseBeforeRetryMs({ error, attempt, maxRetries, repeatable }: Failure, random: number): number | null {
  if (!repeatable || !error.retryable || attempt >= maxRetries) return null
  if (error.retryAfterSeconds === null) return fullJitterMs(attempt, random)
  if (error.retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS) return null
  return error.retryAfterSeconds * 1000 + random * SPREAD_MS
}

/** Full jitter: https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/. */
export const fullJitterMs = (attempt: number, random: number): number =>
  random * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
