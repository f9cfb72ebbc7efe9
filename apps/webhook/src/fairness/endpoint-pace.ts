/**
 * Pure: how fast to send to an endpoint. An overloaded endpoint gets a pause and fewer concurrent sends, a slow one only
 * the latter. An unavailable one gets a longer pause (breaker open), then one send at a time as a probe (half-open). Each
 * quick success adds one concurrent send until it is back at full speed.
 */
import type { AttemptResult } from '../deliveries/delivery.ts'
import { retryAfterMs } from '../deliveries/retry-schedule.ts'

export interface EndpointPace {
  breaker: 'closed' | 'open'
  /** Concurrent sends; null: the general limit of an endpoint. */
  sendLimit: number | null
  /** Consecutive attempts that found it unavailable. */
  failuresInRow: number
  /** Pauses since it was last at full speed; each doubles the next one. */
  slowDowns: number
  /** End of its last pause. Attempts that began earlier do not count. */
  pausedUntil: Date | null
}

/** The pace of an endpoint that is not slowed down. */
export const FULL_SPEED: EndpointPace = {
  breaker: 'closed',
  sendLimit: null,
  failuresInRow: 0,
  slowDowns: 0,
  pausedUntil: null,
}

/** Result of one attempt, as far as the pace needs it. */
export interface PacedAttempt {
  condition: EndpointCondition
  /** The receiver's Retry-After; null if it sent none. */
  retryAfterMs: number | null
  startedAt: Date
  finishedAt: Date
}

/**
 * `available` includes rejections such as 400: one refused message is no reason to slow down the others. `slow`: it
 * accepted the message, but held a slot for long.
 */
export type EndpointCondition = 'available' | 'slow' | 'overloaded' | 'unavailable'

/** A success that takes longer is slow. A third of the deadline. */
const SLOW_SUCCESS_MS = 5_000
const OVERLOADED = [429, 502, 503, 504]
const FIRST_SLOW_PAUSE_MS = 1_000
const LONGEST_SLOW_PAUSE_MS = 60_000
const OPEN_AFTER_FAILURES = 10
const FIRST_OPEN_PAUSE_MS = 5_000
const LONGEST_OPEN_PAUSE_MS = 300_000
/** Caps the pause of the endpoint, so that one answer cannot stop it for a day. The delivery waits as long as asked. */
const LONGEST_RETRY_AFTER_MS = 3_600_000

/** The condition of the endpoint according to one attempt. */
export function conditionAfter({ responseStatus, errorCode, durationMs }: AttemptResult): EndpointCondition {
  if (errorCode === null) return durationMs > SLOW_SUCCESS_MS ? 'slow' : 'available'
  if (responseStatus === null) return 'unavailable'
  if (OVERLOADED.includes(responseStatus)) return 'overloaded'
  return responseStatus >= 500 ? 'unavailable' : 'available'
}

/** Adjusts the pace after one attempt. */
export function pacedAttempt(result: AttemptResult): PacedAttempt {
  const finishedAt = new Date(result.startedAt.getTime() + result.durationMs)
  const condition = conditionAfter(result)
  const requestedMs =
    condition === 'overloaded' ? retryAfterMs(result.responseHeaders['retry-after'] ?? null, finishedAt) : null
  return { condition, retryAfterMs: requestedMs, startedAt: result.startedAt, finishedAt }
}

/**
 * The pace after some attempts, and the length of the pause that starts now (null: no new pause).
 * `fullLimit`: the general limit of concurrent sends to an endpoint.
 */
export function paceAfter(
  before: EndpointPace,
  attempts: readonly PacedAttempt[],
  { fullLimit }: { fullLimit: number },
): { pace: EndpointPace; pauseMs: number | null } {
  let pace = before
  let pauseMs: number | null = null
  for (const attempt of attempts.toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime())) {
    // Ten concurrent sends that fail together are one reason to slow down, not ten.
    if (pace.pausedUntil !== null && attempt.startedAt < pace.pausedUntil) continue
    if (attempt.condition === 'available') {
      pace = faster(pace, fullLimit)
      continue
    }
    if (attempt.condition === 'slow') {
      pace = slower(pace, attempt.finishedAt, fullLimit)
      pauseMs = 0
      continue
    }
    const failing = { ...pace, failuresInRow: pace.failuresInRow + 1 }
    const isOpening = pace.breaker === 'open' || failing.failuresInRow >= OPEN_AFTER_FAILURES
    if (!isOpening && attempt.condition === 'unavailable') {
      pace = failing
      continue
    }
    const slowDowns = pace.slowDowns + 1
    const leastPauseMs = isOpening
      ? doubling(slowDowns, FIRST_OPEN_PAUSE_MS, LONGEST_OPEN_PAUSE_MS)
      : doubling(slowDowns, FIRST_SLOW_PAUSE_MS, LONGEST_SLOW_PAUSE_MS)
    pauseMs = Math.max(leastPauseMs, Math.min(attempt.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS))
    const pausedUntil = new Date(attempt.finishedAt.getTime() + pauseMs)
    const slowed = { ...failing, slowDowns, pausedUntil }
    pace = isOpening
      ? { ...slowed, breaker: 'open', sendLimit: 1 }
      : { ...slowed, sendLimit: halve(pace.sendLimit, fullLimit) }
  }
  return { pace, pauseMs }
}

/** Whether the change is worth writing. */
export const isSamePace = (one: EndpointPace, other: EndpointPace): boolean =>
  one.breaker === other.breaker &&
  one.sendLimit === other.sendLimit &&
  one.failuresInRow === other.failuresInRow &&
  one.slowDowns === other.slowDowns

/** One more concurrent send per success, so that the number doubles in the time of one send. */
function faster(pace: EndpointPace, fullLimit: number): EndpointPace {
  if (pace.sendLimit === null) return pace.failuresInRow === 0 ? pace : { ...pace, failuresInRow: 0 }
  const sendLimit = pace.sendLimit + 1
  if (sendLimit >= fullLimit) return FULL_SPEED
  return { ...pace, breaker: 'closed', failuresInRow: 0, sendLimit }
}

/**
 * Half the concurrent sends and no pause: the endpoint accepts messages. A pause that ends at once makes the sends that ran
 * at the same time count as one reason.
 */
function slower(pace: EndpointPace, at: Date, fullLimit: number): EndpointPace {
  const sendLimit = pace.breaker === 'open' ? 1 : halve(pace.sendLimit, fullLimit)
  return { ...pace, breaker: 'closed', failuresInRow: 0, sendLimit, pausedUntil: at }
}

const halve = (sendLimit: number | null, fullLimit: number): number =>
  Math.max(1, Math.floor(Math.min(sendLimit ?? fullLimit, fullLimit) / 2))

/** first, 2 × first, 4 × first, … */
const doubling = (times: number, firstMs: number, longestMs: number) => Math.min(firstMs * 2 ** (times - 1), longestMs)
