/**
 * Pure: how fast an endpoint is sent to. An endpoint that says that it is overloaded is given a pause and fewer sends
 * at a time; one that is not there at all is given a longer pause (its breaker is open), and then one send at a time to
 * find out (half-open). What succeeds brings it back to full speed step by step.
 */
import type { AttemptResult } from '../deliveries/delivery.ts'
import { retryAfterMs } from '../deliveries/retry-schedule.ts'

export interface EndpointPace {
  breaker: 'closed' | 'open'
  /** Sends at a time; null: as many as any endpoint may have. */
  sendLimit: number | null
  /** Attempts that found it unavailable, since the last that did not. */
  failuresInRow: number
  /** Since it last ran at full speed: each makes the next pause longer. */
  slowDowns: number
  /** End of its last pause: attempts that began earlier say nothing new. */
  pausedUntil: Date | null
}

/** How an endpoint that has never been slowed down is sent to. */
export const FULL_SPEED: EndpointPace = {
  breaker: 'closed',
  sendLimit: null,
  failuresInRow: 0,
  slowDowns: 0,
  pausedUntil: null,
}

/** One attempt, as far as the pace is concerned. */
export interface PacedAttempt {
  condition: EndpointCondition
  /** What it asked for; null when it did not. */
  retryAfterMs: number | null
  startedAt: Date
  finishedAt: Date
}

/** `answers`: whatever it says, it is there; a refusal of one message is no reason to spare it the others. */
export type EndpointCondition = 'answers' | 'overloaded' | 'unavailable'

const OVERLOADED = [429, 502, 503, 504]
const FIRST_SLOW_PAUSE_MS = 1_000
const LONGEST_SLOW_PAUSE_MS = 60_000
const OPEN_AFTER_FAILURES = 10
const FIRST_OPEN_PAUSE_MS = 5_000
const LONGEST_OPEN_PAUSE_MS = 300_000
/** One answer must not silence an endpoint for a day; the delivery itself waits as long as it was asked to. */
const LONGEST_RETRY_AFTER_MS = 3_600_000

/** What an attempt says about its endpoint. */
export function conditionAfter({ responseStatus, errorCode }: AttemptResult): EndpointCondition {
  if (errorCode === null) return 'answers'
  if (responseStatus === null) return 'unavailable'
  if (OVERLOADED.includes(responseStatus)) return 'overloaded'
  return responseStatus >= 500 ? 'unavailable' : 'answers'
}

/** An attempt that ended now, in terms of the pace. */
export function pacedAttempt(result: AttemptResult): PacedAttempt {
  const finishedAt = new Date(result.startedAt.getTime() + result.durationMs)
  const condition = conditionAfter(result)
  const asked =
    condition === 'overloaded' ? retryAfterMs(result.responseHeaders['retry-after'] ?? null, finishedAt) : null
  return { condition, retryAfterMs: asked, startedAt: result.startedAt, finishedAt }
}

/**
 * The pace after some attempts, and for how long nothing is to be sent from now on (null: as before).
 * `fullLimit` is how many sends at a time any endpoint may have.
 */
export function paceAfter(
  before: EndpointPace,
  attempts: readonly PacedAttempt[],
  { fullLimit }: { fullLimit: number },
): { pace: EndpointPace; pauseMs: number | null } {
  let pace = before
  let pauseMs: number | null = null
  for (const attempt of attempts.toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime())) {
    // Ten that were under way together and fail together are one reason to slow down, not ten.
    if (pace.pausedUntil !== null && attempt.startedAt < pace.pausedUntil) continue
    if (attempt.condition === 'answers') {
      pace = faster(pace, fullLimit)
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
    const half = Math.max(1, Math.floor(Math.min(pace.sendLimit ?? fullLimit, fullLimit) / 2))
    pace = isOpening ? { ...slowed, breaker: 'open', sendLimit: 1 } : { ...slowed, sendLimit: half }
  }
  return { pace, pauseMs }
}

/** Whether the change is worth writing. */
export const isSamePace = (one: EndpointPace, other: EndpointPace): boolean =>
  one.breaker === other.breaker &&
  one.sendLimit === other.sendLimit &&
  one.failuresInRow === other.failuresInRow &&
  one.slowDowns === other.slowDowns

/** One more at a time for each that comes through, so that the number doubles in the time of one send. */
function faster(pace: EndpointPace, fullLimit: number): EndpointPace {
  if (pace.sendLimit === null) return pace.failuresInRow === 0 ? pace : { ...pace, failuresInRow: 0 }
  const sendLimit = pace.sendLimit + 1
  if (sendLimit >= fullLimit) return FULL_SPEED
  return { ...pace, breaker: 'closed', failuresInRow: 0, sendLimit }
}

/** first, 2 × first, 4 × first, … */
const doubling = (times: number, firstMs: number, longestMs: number) => Math.min(firstMs * 2 ** (times - 1), longestMs)
