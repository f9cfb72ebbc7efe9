/** Use cases of subscriptions. Each takes the transaction; none opens one or touches the network. */
import { AppError } from '@waybill/contracts/app-error'
import type { EventOrigin } from '@waybill/contracts/event'
import { newId } from '@waybill/contracts/ids'
import type { Delivery, Subscription } from '@waybill/contracts/subscription'
import type { Writer } from '../db.ts'
import { countTest, insertTestDelivery } from '../repository/deliveries.ts'
import { countSubscriptionsLocked, insertSubscription } from '../repository/subscriptions.ts'
import type { SealedSecret } from '../secret-box.ts'
import { testEvent } from '../subscription.ts'
import { storedEvent } from './events.ts'

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
