/** Use cases of subscriptions. */

import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import { AppError, versionConflict } from '@waybill/contracts/app-error'
import type { EventOrigin } from '@waybill/contracts/events/public-event'
import { newId } from '@waybill/contracts/ids'
import { validationError } from '@waybill/contracts/requests/validation'
import type { Delivery } from '@waybill/contracts/webhooks/delivery'
import type { Subscription, UpdateSubscription } from '@waybill/contracts/webhooks/subscription'
import { skipBacklog } from '../catch-up/commands.ts'
import { endBehind } from '../catch-up/repository.ts'
import type { Writer } from '../db.ts'
import type { EndpointKey } from '../endpoints/endpoint-key.ts'
import { resetEndpoint } from '../endpoints/repository.ts'
import { toStoredEvent } from '../event-log/stored-event.ts'
import { orderQueued, unorderQueued } from '../queue/order-repository.ts'
import { pauseWaiting } from '../queue/repository.ts'
import { expireSecrets, insertSecret, replaceSecrets } from '../secrets/repository.ts'
import { cancelOpenDeliveries, lockNextDeletion, updateDeletion } from './deletion-repository.ts'
import {
  countSubscriptionsLocked,
  insertSubscription,
  lockSubscription,
  markDeleted,
  updateSubscription,
} from './repository.ts'
import {
  changeSubscription,
  needsEndpointReset,
  settingsProblems,
  subscriptionNotFound,
  testEvent,
} from './subscription.ts'
import { countTest, insertTestDelivery } from './test-delivery-repository.ts'

const TESTS_PER_MINUTE = 60
/** How long the previous secret still signs after a rotation. */
const ROTATION_OVERLAP_MS = 24 * 3_600_000
/** Each adds a signature to every message. */
const MAX_ACTIVE_SECRETS = 10
/** Deliveries that a deletion cancels in one transaction; the rest is cancelled in the background. */
const DELETION_BATCH = 1_000
/** Deliveries that a change of ordering updates: up to 1.4 s, during which the endpoint is locked. */
const MAX_REORDERED = 20_000

/** Stores a new subscription and its secret. Throws `subscription_limit_reached`. */
export async function createSubscription(
  trx: Writer,
  subscription: Subscription,
  { secret, limit }: { secret: SealedSecret & { secretId: string }; limit: number },
): Promise<void> {
  const count = await countSubscriptionsLocked(trx, subscription.environmentId)
  if (count >= limit) {
    throw new AppError(
      'subscription_limit_reached',
      `This environment has ${count} webhook subscriptions; the maximum is ${limit}. Delete ${count - limit + 1} first.`,
    )
  }
  await insertSubscription(trx, subscription, secret)
}

/**
 * Stores a `webhook.test` event with a delivery to this subscription only, whatever its status.
 * Throws `subscription_not_found`, and `rate_limited` above 60 tests a minute.
 */
export async function testSubscription(
  trx: Writer,
  key: EndpointKey,
  request: Pick<EventOrigin, 'requestId' | 'idempotencyKey'> & { traceparent: string | null },
  at: Date,
): Promise<Delivery> {
  const subscription = await lockExisting(trx, key, null)
  const { environmentId, subscriptionId } = subscription
  if ((await countTest(trx, environmentId, subscriptionId)) > TESTS_PER_MINUTE) {
    const message = `This subscription has had ${TESTS_PER_MINUTE} test deliveries in a minute, the maximum. Retry in a minute.`
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

interface SettingsChange {
  change: UpdateSubscription
  refusal: AppError | undefined
  ifMatch: string | null
  /** For a URL of another origin. */
  secret: SealedSecret & { secretId: string }
  at: Date
}

/**
 * Applies a merchant's change. Pausing makes waiting deliveries `paused`. A new URL or reactivation resets the endpoint's
 * health and pace; one that was behind gets new events at once. A URL of another origin replaces the secrets, which the
 * receiver before knows. A change of ordering also applies to queued deliveries.
 * `refusal`: why the URL of the change may not be called. Throws `subscription_not_found`, `version_conflict`, and
 * `validation_error` or `invalid_webhook_url` with every field that the subscription does not allow.
 */
export async function changeSettings(
  trx: Writer,
  key: EndpointKey,
  { change, refusal, ifMatch, secret, at }: SettingsChange,
): Promise<{ subscription: Subscription; isMoved: boolean }> {
  const before = await lockExisting(trx, key, ifMatch)
  const problems = settingsProblems(before, { change, refusal })
  if (problems.length > 0) throw validationError(problems)
  const after = changeSubscription(before, change, at)
  const isMoved = new URL(after.url).origin !== new URL(before.url).origin
  if (after === before) return { subscription: before, isMoved }
  await updateSubscription(trx, after)
  if (isMoved) await replaceSecrets(trx, key, secret)
  if (before.status !== 'active' && after.status === 'active') await skipBacklog(trx, key, at)
  if (needsEndpointReset(before, after)) await resetEndpoint(trx, key)
  if (after.status !== 'active') await pauseWaiting(trx, [key])
  if (after.ordering !== before.ordering) {
    await (after.ordering === 'per_subject' ? orderQueued : unorderQueued)(trx, key, MAX_REORDERED)
  }
  return { subscription: after, isMoved }
}

/**
 * Deletes a subscription with its secrets. Its open deliveries become `cancelled`, those beyond a first batch in the
 * background. Throws `subscription_not_found`, `version_conflict`.
 */
export async function deleteSubscription(
  trx: Writer,
  key: EndpointKey,
  { ifMatch, at }: { ifMatch: string | null; at: Date },
): Promise<void> {
  await lockExisting(trx, key, ifMatch)
  await markDeleted(trx, key, at)
  await endBehind(trx, key)
  await updateDeletion(trx, key, await cancelOpenDeliveries(trx, { ...key, reachedEventId: null }, DELETION_BATCH))
}

/** Cancels the next batch of open deliveries of a deleted subscription. Returns false if there is none. */
export async function continueDeletion(trx: Writer): Promise<boolean> {
  const deletion = await lockNextDeletion(trx)
  if (deletion === undefined) return false
  await updateDeletion(trx, deletion, await cancelOpenDeliveries(trx, deletion, DELETION_BATCH))
  return true
}

/**
 * Adds a new signing secret. Earlier ones remain active until `previousExpireAt`.
 * Throws `subscription_not_found`, and `rate_limited` if too many secrets are active.
 */
export async function rotateSecret(
  trx: Writer,
  key: EndpointKey,
  secret: SealedSecret & { secretId: string },
): Promise<{ subscription: Subscription; previousExpireAt: Date }> {
  const subscription = await lockExisting(trx, key, null)
  const { expiresAt, firstExpiresAt, signing } = await expireSecrets(trx, key, ROTATION_OVERLAP_MS)
  if (signing >= MAX_ACTIVE_SECRETS) {
    const message = `${signing} signing secrets are active, the maximum. The first expires at ${firstExpiresAt.toISOString()}.`
    const retryAfterSeconds = Math.max(1, Math.ceil((firstExpiresAt.getTime() - Date.now()) / 1_000))
    throw new AppError('rate_limited', message, { retryAfterSeconds })
  }
  await insertSecret(trx, key, secret)
  return { subscription, previousExpireAt: expiresAt }
}

async function lockExisting(trx: Writer, key: EndpointKey, ifMatch: string | null): Promise<Subscription> {
  const subscription = await lockSubscription(trx, key)
  if (subscription === undefined) throw subscriptionNotFound(key.subscriptionId)
  if (ifMatch !== null && ifMatch !== String(subscription.version))
    throw versionConflict(`Subscription ${subscription.subscriptionId}`, subscription.version, ifMatch)
  return subscription
}
