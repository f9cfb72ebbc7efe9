/** One function per use case. Each takes the transaction; none opens one or touches the network. */
import { appendOutbox, type DomainEvent } from '@waybill/chassis/outbox'
import { AppError } from '@waybill/contracts/app-error'
import type { EventOrigin, PublicEvent } from '@waybill/contracts/event'
import { newId } from '@waybill/contracts/ids'
import type { Delivery, DisabledReason, Subscription } from '@waybill/contracts/subscription'
import type { Writer } from './db.ts'
import { healthAfter, isGivenUp, isWorthNoting } from './endpoint-health.ts'
import { patternsFor } from './event-matching.ts'
import { payloadText } from './payload.ts'
import {
  type EndpointState,
  type FinishedAttempt,
  lockHealthOf,
  updateHealth,
  writeAttempts,
} from './repository/attempts.ts'
import { countTest, insertEventWithDeliveries, insertTestDelivery, type StoredEvent } from './repository/deliveries.ts'
import { type EndpointKey, pauseWaiting } from './repository/queue.ts'
import {
  countSubscriptionsLocked,
  disableSubscription,
  findMatchingSubscriptions,
  insertSubscription,
} from './repository/subscriptions.ts'
import type { SealedSecret } from './secret-box.ts'
import { disabledEvent, testEvent } from './subscription.ts'

const TESTS_PER_MINUTE = 60

/** Stores a new subscription and its secret. Throws `subscription_limit_reached`. */
export async function createSubscription(
  trx: Writer,
  subscription: Subscription,
  { secret, limit }: { secret: SealedSecret & { secretId: string }; limit: number },
): Promise<void> {
  if ((await countSubscriptionsLocked(trx, subscription.environmentId)) >= limit) {
    throw new AppError(
      'subscription_limit_reached',
      `This environment has ${limit} webhook subscriptions, the most it may have: delete one first.`,
    )
  }
  await insertSubscription(trx, subscription, secret)
}

/**
 * Stores a `webhook.test` event with its delivery, to be sent to this subscription alone, whatever its status.
 * Throws `rate_limited` beyond 60 a minute.
 */
export async function testSubscription(
  trx: Writer,
  subscription: Subscription,
  request: Pick<EventOrigin, 'requestId' | 'idempotencyKey'> & { traceparent: string | null },
  at: Date,
): Promise<Delivery> {
  const { environmentId, subscriptionId } = subscription
  if ((await countTest(trx, environmentId, subscriptionId)) > TESTS_PER_MINUTE) {
    const message = `A subscription can be tested ${TESTS_PER_MINUTE} times a minute: try again shortly.`
    throw new AppError('rate_limited', message, { retryAfterSeconds: 60 })
  }
  const event = testEvent(subscription, request, at)
  const deliveryId = newId('whd')
  const stored = storedEvent(event, request.traceparent)
  await insertTestDelivery(trx, stored, { deliveryId, subscriptionId, createdAt: at })
  return {
    environmentId,
    deliveryId,
    subscriptionId,
    eventId: event.id,
    eventType: event.type,
    status: 'pending',
    attemptCount: 0,
    nextAttemptAt: at,
    createdAt: at,
  }
}

/**
 * Appends a public event to its environment's log, with a delivery for each subscription that wants it; `paused` where
 * the subscription is not active, so that it can be replayed. Answers how many are to be sent.
 */
export async function ingestEvent(trx: Writer, event: PublicEvent, traceparent: string | null): Promise<number> {
  const subscriptions = await findMatchingSubscriptions(trx, event.environment_id, patternsFor(event.type))
  const deliveries = subscriptions.map(({ subscriptionId, status }) => ({
    deliveryId: newId('whd'),
    subscriptionId,
    status: status === 'active' ? ('pending' as const) : ('paused' as const),
  }))
  await insertEventWithDeliveries(trx, storedEvent(event, traceparent), deliveries)
  return deliveries.filter(({ status }) => status === 'pending').length
}

export interface Disabled extends EndpointKey {
  reason: DisabledReason
}

/**
 * Stores what came of attempts of different deliveries, and what follows from it: the endpoints' health, and the end
 * of subscriptions whose receiver is gone or has failed for days. Answers those that it disabled.
 * Locks endpoints, by id, before anything else.
 */
export async function recordAttempts(trx: Writer, attempts: readonly FinishedAttempt[], at: Date): Promise<Disabled[]> {
  const counted = attempts.filter(({ trigger }) => trigger !== 'test')
  const byEndpoint = Map.groupBy(counted, endpointText)
  const endpointsThat = (haveFailed: boolean) =>
    [...byEndpoint.values()]
      .filter((made) => made.some(({ decision }) => decision.status !== 'succeeded') === haveFailed)
      .flatMap((made) => made.slice(0, 1))
  const endpoints = await lockHealthOf(trx, { failed: endpointsThat(true), succeeded: endpointsThat(false) })
  await writeAttempts(trx, attempts)
  const disabled: Disabled[] = []
  for (const endpoint of endpoints) {
    const made = byEndpoint.get(endpointText(endpoint)) ?? []
    const reason = await judge(trx, endpoint, made, at)
    if (reason && (await disable(trx, endpoint, reason, at))) disabled.push({ ...endpointKey(endpoint), reason })
  }
  return disabled
}

/** Notes an endpoint's health; answers why it is to be disabled, if it is. */
async function judge(
  trx: Writer,
  before: EndpointState,
  attempts: readonly FinishedAttempt[],
  at: Date,
): Promise<DisabledReason | undefined> {
  const outcomes = attempts.map(({ decision, result: { startedAt, durationMs } }) => ({
    success: decision.status === 'succeeded',
    startedAt,
    finishedAt: new Date(startedAt.getTime() + durationMs),
  }))
  const after = healthAfter(before, outcomes)
  if (isWorthNoting(before, after)) await updateHealth(trx, { ...endpointKey(before), ...after })
  if (attempts.some(({ decision }) => decision.status === 'failed' && decision.gone)) return 'gone'
  return isGivenUp(after, at) ? 'failing' : undefined
}

async function disable(trx: Writer, endpoint: EndpointKey, reason: DisabledReason, at: Date): Promise<boolean> {
  const disabled = await disableSubscription(trx, endpoint, { reason, at })
  if (disabled === undefined) return false
  await appendOutbox(trx, [domainEvent(disabledEvent(disabled, at))])
  await pauseWaiting(trx, [endpoint])
  return true
}

const endpointText = ({ environmentId, subscriptionId }: EndpointKey) => `${environmentId} ${subscriptionId}`
const endpointKey = ({ environmentId, subscriptionId }: EndpointKey) => ({ environmentId, subscriptionId })

const storedEvent = (event: PublicEvent, traceparent: string | null): StoredEvent => ({
  environmentId: event.environment_id,
  eventId: event.id,
  eventAt: new Date(event.timestamp),
  type: event.type,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  sequence: event.sequence,
  payload: payloadText(event),
  traceparent,
})

const domainEvent = (event: PublicEvent): DomainEvent => ({
  eventId: event.id,
  type: event.type,
  environmentId: event.environment_id,
  subjectType: event.subject.type,
  subjectId: event.subject.id,
  sequence: event.sequence,
  occurredAt: new Date(event.timestamp),
  public: event,
  internal: null,
})
