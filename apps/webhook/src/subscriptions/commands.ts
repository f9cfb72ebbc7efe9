/** Use cases of subscriptions. Each takes the transaction; none opens one or touches the network. */
import { AppError } from '@waybill/contracts/app-error'
import type { EventOrigin } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import type { Delivery } from '@waybill/contracts/webhooks/delivery'
import type { Subscription, UpdateSubscription } from '@waybill/contracts/webhooks/subscription'
import type { Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { startEndpointAnew } from '../endpoints/repository.ts'
import { toStoredEvent } from '../events/stored-event.ts'
import { orderQueued, unorderQueued } from '../queue/order-repository.ts'
import { pauseWaiting } from '../queue/repository.ts'
import { expireSecrets, insertSecret } from '../secrets/repository.ts'
import type { SealedSecret } from '../secrets/secret-box.ts'
import { cancelOpenDeliveries, lockNextDeletion, updateDeletion } from './deletion-repository.ts'
import {
  countSubscriptionsLocked,
  insertSubscription,
  lockSubscription,
  markDeleted,
  updateSubscription,
} from './repository.ts'
import { changeSubscription, isFreshStart, testEvent } from './subscription.ts'
import { countTest, insertTestDelivery } from './test-delivery-repository.ts'

const TESTS_PER_MINUTE = 60
/** How long the secret before a rotation signs too. */
const ROTATION_OVERLAP_MS = 24 * 3_600_000
/** Each adds a signature to every message. */
const MOST_SIGNING_SECRETS = 10
/** Deliveries that a deletion looks at within its own transaction; the rest is done in the background. */
const DELETION_BATCH = 1_000
/** Deliveries that a change of order concerns: 1.4 s, in which nothing else can be written about the endpoint. */
const MOST_REORDERED = 20_000

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
 * Throws `subscription_not_found`, and `rate_limited` beyond 60 a minute.
 */
export async function testSubscription(
  trx: Writer,
  key: EndpointKey,
  request: Pick<EventOrigin, 'requestId' | 'idempotencyKey'> & { traceparent: string | null },
  at: Date,
): Promise<Delivery> {
  const subscription = await lockOrThrow(trx, key, null)
  const { environmentId, subscriptionId } = subscription
  if ((await countTest(trx, environmentId, subscriptionId)) > TESTS_PER_MINUTE) {
    const message = `A subscription can be tested ${TESTS_PER_MINUTE} times a minute: try again shortly.`
    throw new AppError('rate_limited', message, { retryAfterSeconds: 60 })
  }
  const event = testEvent(subscription, request, at)
  const deliveryId = newId('whd')
  await insertTestDelivery(trx, toStoredEvent(event, request.traceparent), {
    deliveryId,
    subscriptionId,
    createdAt: at,
  })
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
    attempts: [],
  }
}

/**
 * Applies a merchant's change. What waits for a subscription that is paused by it becomes `paused`; one that gets another
 * URL, or is enabled again, starts with a clean record; one that asks for order gets it for what is queued, too. Throws `subscription_not_found`, `version_conflict`.
 */
export async function changeSettings(
  trx: Writer,
  key: EndpointKey,
  { change, ifMatch, at }: { change: UpdateSubscription; ifMatch: string | null; at: Date },
): Promise<Subscription> {
  const before = await lockOrThrow(trx, key, ifMatch)
  const after = changeSubscription(before, change, at)
  if (after === before) return before
  await updateSubscription(trx, after)
  if (isFreshStart(before, after)) await startEndpointAnew(trx, key)
  if (after.status !== 'active') await pauseWaiting(trx, [key])
  if (after.ordering !== before.ordering) {
    await (after.ordering === 'per_subject' ? orderQueued : unorderQueued)(trx, key, MOST_REORDERED)
  }
  return after
}

/**
 * Deletes a subscription with its secrets; its open deliveries become `cancelled`, those beyond a first batch a little
 * later. Throws `subscription_not_found`, `version_conflict`.
 */
export async function deleteSubscription(
  trx: Writer,
  key: EndpointKey,
  { ifMatch, at }: { ifMatch: string | null; at: Date },
): Promise<void> {
  await lockOrThrow(trx, key, ifMatch)
  await markDeleted(trx, key, at)
  await updateDeletion(trx, key, await cancelOpenDeliveries(trx, { ...key, reachedEventId: null }, DELETION_BATCH))
}

/** Cancels the next batch of what is open for some deleted subscription; answers whether there was one. */
export async function continueDeletion(trx: Writer): Promise<boolean> {
  const deletion = await lockNextDeletion(trx)
  if (deletion === undefined) return false
  await updateDeletion(trx, deletion, await cancelOpenDeliveries(trx, deletion, DELETION_BATCH))
  return true
}

/**
 * Gives a subscription a new secret; those before sign too until the time that is answered.
 * Throws `subscription_not_found`, and `rate_limited` when too many would sign.
 */
export async function rotateSecret(
  trx: Writer,
  key: EndpointKey,
  secret: SealedSecret & { secretId: string },
): Promise<{ subscription: Subscription; previousExpireAt: Date }> {
  const subscription = await lockOrThrow(trx, key, null)
  const { expiresAt, signing } = await expireSecrets(trx, key, ROTATION_OVERLAP_MS)
  if (signing >= MOST_SIGNING_SECRETS) {
    const message = `${signing} secrets sign at present: rotate again when the oldest have ended.`
    throw new AppError('rate_limited', message, { retryAfterSeconds: 3_600 })
  }
  await insertSecret(trx, key, secret)
  return { subscription, previousExpireAt: expiresAt }
}

async function lockOrThrow(trx: Writer, key: EndpointKey, ifMatch: string | null): Promise<Subscription> {
  const subscription = await lockSubscription(trx, key)
  if (subscription === undefined) throw subscriptionNotFound(key.subscriptionId)
  if (ifMatch !== null && ifMatch !== String(subscription.version)) {
    const message = `Version ${ifMatch} of the subscription is not the present one: read it again.`
    throw new AppError('version_conflict', message, { meta: { current_etag: String(subscription.version) } })
  }
  return subscription
}

export const subscriptionNotFound = (subscriptionId: string): AppError =>
  new AppError('subscription_not_found', `There is no webhook subscription ${subscriptionId} in this environment.`)
