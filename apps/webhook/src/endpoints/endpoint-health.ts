/** Pure: the health of a receiver, and when to give up on it. */

/** Enough to know whether a receiver has done nothing but fail, and for how long. */
export interface EndpointHealth {
  /** Start of the first failure since the last success. */
  failingSince: Date | null
  failureCount: number
  lastSuccessAt: Date | null
}

/** Result of one attempt, as far as health needs it. */
export interface AttemptOutcome {
  success: boolean
  startedAt: Date
  finishedAt: Date
}

const DISABLE_AFTER_MS = 5 * 24 * 3_600_000
const DISABLE_AFTER_FAILURES = 20
/** How often the time of the last success is written while nothing fails. The row is read far more often. */
export const SUCCESS_WRITE_INTERVAL_MS = 60_000

/**
 * The health after some attempts, in any order. A failure counts only if it began after the last known success.
 */
export function healthAfter(health: EndpointHealth, attempts: readonly AttemptOutcome[]): EndpointHealth {
  const successTimes = attempts.filter(({ success }) => success).map(({ finishedAt }) => finishedAt.getTime())
  const lastSuccessMs = Math.max(health.lastSuccessAt?.getTime() ?? 0, ...successTimes)
  const isAfterSuccess = (at: Date) => at.getTime() > lastSuccessMs
  const failures = attempts.filter(({ success, startedAt }) => !success && isAfterSuccess(startedAt))
  const stillFailing = health.failingSince !== null && isAfterSuccess(health.failingSince)
  const failureTimes = failures.map(({ startedAt }) => startedAt.getTime())
  if (stillFailing) failureTimes.push(health.failingSince?.getTime() ?? 0)
  return {
    failingSince: failureTimes.length > 0 ? new Date(Math.min(...failureTimes)) : null,
    failureCount: failures.length + (stillFailing ? health.failureCount : 0),
    lastSuccessAt: lastSuccessMs > 0 ? new Date(lastSuccessMs) : null,
  }
}

/** Whether the change is worth writing. */
export function isWorthWriting(before: EndpointHealth, after: EndpointHealth): boolean {
  if (before.failureCount !== after.failureCount) return true
  if (before.failingSince?.getTime() !== after.failingSince?.getTime()) return true
  return (after.lastSuccessAt?.getTime() ?? 0) - (before.lastSuccessAt?.getTime() ?? 0) >= SUCCESS_WRITE_INTERVAL_MS
}

/** Whether the receiver has only failed for five days, and at least 20 times. */
export function isFailingForGood({ failingSince, failureCount }: EndpointHealth, now: Date): boolean {
  if (failingSince === null) return false
  return failureCount >= DISABLE_AFTER_FAILURES && now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS
}
