/** Pure: how a receiver has behaved, and when to give it up. */

/** What is remembered of a receiver: enough to tell whether it has done nothing but fail, and for how long. */
export interface EndpointHealth {
  /** Beginning of the first failure since the last success. */
  failingSince: Date | null
  failureCount: number
  lastSuccessAt: Date | null
}

/** One attempt, as far as health is concerned. */
export interface AttemptOutcome {
  success: boolean
  startedAt: Date
  finishedAt: Date
}

const DISABLE_AFTER_MS = 5 * 24 * 3_600_000
const DISABLE_AFTER_FAILURES = 20
/** While all goes well, the time of the last success is written this seldom: the row is read far more often. */
export const SUCCESS_NOTED_EVERY_MS = 60_000

/**
 * The health after some attempts; the order in which they are given does not matter.
 * A failure counts only if it began after the last success that is known.
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
export function isWorthNoting(before: EndpointHealth, after: EndpointHealth): boolean {
  if (before.failureCount !== after.failureCount) return true
  if (before.failingSince?.getTime() !== after.failingSince?.getTime()) return true
  return (after.lastSuccessAt?.getTime() ?? 0) - (before.lastSuccessAt?.getTime() ?? 0) >= SUCCESS_NOTED_EVERY_MS
}

/** Whether the receiver has done nothing but fail for five days, at least twenty times. */
export function isGivenUp({ failingSince, failureCount }: EndpointHealth, now: Date): boolean {
  if (failingSince === null) return false
  return failureCount >= DISABLE_AFTER_FAILURES && now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS
}
