/** Delays in ms before attempt 1, 2, 3, …: its length is the number of attempts. */
export type RetrySchedule = readonly number[]

/** At once, then ever later: ten attempts in a little over three days. */
export const DEFAULT_SCHEDULE = ['0s', '5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h'] as const

/** Each delay is drawn from 80 % to 120 % of its nominal value, so that a receiver that was down is not hit at once. */
const JITTER = 0.2
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000
const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Reads delays such as `0s`, `250ms`, `5m`, `24h`. Throws when there is none or one is no duration. */
export function parseSchedule(delays: readonly string[]): RetrySchedule {
  if (delays.length === 0) throw new RangeError('a retry schedule needs at least one delay')
  return delays.map((delay) => {
    const parts = /^(\d{1,9})(ms|s|m|h)$/.exec(delay)
    if (!parts) throw new RangeError(`${delay} is not a delay such as 250ms, 5s, 30m, 24h`)
    return Number(parts[1]) * unitMs[parts[2] as keyof typeof unitMs]
  })
}

/** How long the attempts of a delivery may take, in ms, unless its receiver asks for longer waits. */
export const longestMs = (schedule: RetrySchedule): number =>
  schedule.reduce((sumMs, delayMs) => sumMs + delayMs, 0) * (1 + JITTER)

/**
 * The delay in ms from a failed attempt to the next one; null when there is none left.
 * `random` is from 0 to 1. What the receiver asked for by Retry-After only makes it longer, up to 24 hours.
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

/** What a Retry-After header asks for, in ms from now: seconds or an HTTP date; null when it is neither or has passed. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000
  // Date.parse alone takes almost anything for a date: "-5", "2".
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN
  return at > now.getTime() ? at - now.getTime() : null
}
