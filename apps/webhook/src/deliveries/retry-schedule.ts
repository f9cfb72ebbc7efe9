/** Pure: the delays between the attempts of a delivery. */

/** Delays in ms before attempt 1, 2, 3, …; its length is the number of attempts. */
export type RetrySchedule = readonly number[]

/** Ten attempts in a little over three days. */
export const DEFAULT_SCHEDULE = ['0s', '5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h'] as const

/** Each delay is 80 % to 120 % of its nominal value, so that a recovering receiver does not get all retries at once. */
const JITTER = 0.2
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000
const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Parses delays such as `0s`, `250ms`, `5m`, `24h`. Throws a RangeError if there is none or one is invalid. */
export function parseSchedule(delays: readonly string[]): RetrySchedule {
  if (delays.length === 0) throw new RangeError('empty retry schedule: give at least one delay such as 5s')
  return delays.map((delay) => {
    const parts = /^(\d{1,9})(ms|s|m|h)$/.exec(delay)
    if (!parts)
      throw new RangeError(
        `invalid retry delay ${JSON.stringify(delay)}: expected a duration such as 250ms, 5s, 30m or 24h`,
      )
    return Number(parts[1]) * unitMs[parts[2] as keyof typeof unitMs]
  })
}

/** Longest time from the first to the last attempt, in ms, unless the receiver asks for longer waits. */
export const maxScheduleMs = (schedule: RetrySchedule): number =>
  schedule.reduce((sumMs, delayMs) => sumMs + delayMs, 0) * (1 + JITTER)

/**
 * The delay in ms from a failed attempt to the next one; null if none is left.
 * `random` is from 0 to 1. `retryAfterMs` only ever makes the delay longer, up to 24 hours.
 */
export function nextDelayMs(
  schedule: RetrySchedule,
  attemptsMade: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): number | null {
  const nominalMs = schedule[attemptsMade]
  if (nominalMs === undefined) return null
  const jitteredMs = Math.round(nominalMs * (1 - JITTER + 2 * JITTER * random))
  return Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS))
}

/** A Retry-After header (seconds or an HTTP date) in ms from now; null if it is invalid or in the past. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000
  // Date.parse alone accepts almost anything as a date, such as "-5" or "2".
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return at > now.getTime() ? at - now.getTime() : null
}
