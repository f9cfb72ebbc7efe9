/** Pure: the states of a delivery and what follows from an attempt. */
import { AppError } from '@waybill/contracts/app-error'
import type { Attempt, AttemptTrigger, DeliveryStatus } from '@waybill/contracts/webhooks/delivery'
import { nextDelayMs, type RetrySchedule, retryAfterMs } from './retry-schedule.ts'

/**
 * Which status may follow which. `sending` is not stored with the delivery: it is a claim in the queue.
 * A delivery that has ended is sent again only by a redelivery or replay; a late 2xx makes any of them `succeeded`.
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

/** Result of one request to a receiver. */
export type AttemptResult = Omit<Attempt, 'attemptId' | 'trigger'>

/** HTTP 410: the receiver will never accept messages again. */
const GONE = 410

export const isSuccessStatus = (status: number): boolean => status >= 200 && status <= 299

/** Consequence for the delivery. `gone` disables the subscription at once. */
export type DeliveryDecision =
  | { status: 'succeeded' }
  | { status: 'retrying'; delayMs: number }
  | { status: 'failed'; gone: boolean }

/**
 * The decision after attempt number `attemptsMade` of a delivery that is in the queue because of `trigger`. Only 2xx is success. Tests and manual redeliveries are not retried,
 * and a test never disables its subscription. `random`, from 0 to 1, is the jitter of the next delay.
 */
export function decideDelivery(
  attempt: { trigger: DeliveryTrigger; attemptsMade: number; result: AttemptResult },
  { schedule, random, now }: { schedule: RetrySchedule; random: number; now: Date },
): DeliveryDecision {
  const { trigger, attemptsMade, result } = attempt
  if (result.errorCode === null) return { status: 'succeeded' }
  if (trigger === 'test') return { status: 'failed', gone: false }
  if (result.responseStatus === GONE) return { status: 'failed', gone: true }
  if (trigger === 'manual') return { status: 'failed', gone: false }
  const requestedMs = retryAfterMs(result.responseHeaders['retry-after'] ?? null, now)
  const delayMs = nextDelayMs(schedule, attemptsMade, { random, retryAfterMs: requestedMs })
  return delayMs === null ? { status: 'failed', gone: false } : { status: 'retrying', delayMs }
}

/** Whether the retry schedule applies to a delivery that is in the queue for this reason. */
export const isScheduled = (trigger: DeliveryTrigger): boolean => trigger !== 'test' && trigger !== 'manual'

/**
 * The trigger that an attempt shows: `manual` if a redelivery makes it, also when that only brings a scheduled attempt
 * forward.
 */
export function attemptTrigger(delivery: {
  trigger: DeliveryTrigger
  attemptsMade: number
  isBroughtForward: boolean
}): AttemptTrigger {
  if (delivery.isBroughtForward) return 'manual'
  return delivery.attemptsMade === 0 ? delivery.trigger : 'retry'
}

/** Why a delivery is in the queue. `retry` is a trigger of attempts only. */
export type DeliveryTrigger = Exclude<AttemptTrigger, 'retry'>

export const deliveryNotFound = (deliveryId: string): AppError =>
  new AppError('delivery_not_found', `There is no webhook delivery ${deliveryId} in this environment.`)
