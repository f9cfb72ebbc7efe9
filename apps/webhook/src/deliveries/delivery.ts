/** Pure: what a delivery may become, and what an attempt makes of it. */
import type { Attempt, AttemptTrigger, DeliveryStatus } from '@waybill/contracts/webhooks/delivery'
import { nextDelayMs, type RetrySchedule, retryAfterMs } from './retry-schedule.ts'

/**
 * Which status may follow which. `sending` is not stored with the delivery: it is a claim in the queue.
 * A delivery that has ended is sent again only by redelivery or replay; a late 2xx makes any of them `succeeded`.
 */
export const deliveryTransitions = {
  pending: ['sending', 'paused', 'cancelled'],
  sending: ['pending', 'succeeded', 'retrying', 'failed', 'paused'],
  retrying: ['sending', 'paused', 'cancelled', 'succeeded'],
  paused: ['pending', 'cancelled', 'succeeded'],
  failed: ['pending', 'succeeded'],
  succeeded: ['pending'],
  cancelled: ['pending', 'succeeded'],
} as const satisfies Record<DeliveryStatus, readonly DeliveryStatus[]>

/** What came of one request to a receiver. */
export type AttemptResult = Omit<Attempt, 'attemptId' | 'trigger'>

/** The receiver says that it will never take messages again. */
const GONE = 410

export const isSuccessStatus = (status: number): boolean => status >= 200 && status <= 299

/** What an attempt makes of its delivery; `gone` disables the subscription at once. */
export type Decision =
  | { status: 'succeeded' }
  | { status: 'retrying'; delayMs: number }
  | { status: 'failed'; gone: boolean }

/**
 * The decision after attempt number `attemptsMade`. Only 2xx is success. A test is never sent again and disables
 * nothing; one sent by hand stands outside the schedule, and is not sent again by itself either. `random`, from 0 to 1, is the jitter of the next delay.
 */
export function decide(
  attempt: { trigger: AttemptTrigger; attemptsMade: number; result: AttemptResult },
  { schedule, random, now }: { schedule: RetrySchedule; random: number; now: Date },
): Decision {
  const { trigger, attemptsMade, result } = attempt
  if (result.errorCode === null) return { status: 'succeeded' }
  if (trigger === 'test') return { status: 'failed', gone: false }
  if (result.responseStatus === GONE) return { status: 'failed', gone: true }
  if (trigger === 'manual') return { status: 'failed', gone: false }
  const asked = retryAfterMs(result.responseHeaders['retry-after'] ?? null, now)
  const delayMs = nextDelayMs(schedule, attemptsMade, { random, retryAfterMs: asked })
  return delayMs === null ? { status: 'failed', gone: false } : { status: 'retrying', delayMs }
}

/** Whether a failed delivery is one that was given up: a test has no schedule, and one sent by hand stands outside it. */
export const isDeadLetter = (trigger: AttemptTrigger): boolean => trigger !== 'test' && trigger !== 'manual'

/** Why a delivery is in the queue. `retry` is a trigger of attempts only. */
export type DeliveryTrigger = Exclude<AttemptTrigger, 'retry'>
