/** Pure: creation and changes of subscriptions, and the events about them. */
import { AppError } from '@waybill/contracts/app-error'
import { type EventOrigin, type PublicEvent, publicEvent } from '@waybill/contracts/events/public-event'
import {
  type CreateSubscription,
  publicSubscription,
  type Subscription,
  type UpdateSubscription,
} from '@waybill/contracts/webhooks/subscription'

/** A new, active subscription of the caller's environment. */
export const openSubscription = (
  owner: { environmentId: string; merchantId: string; livemode: boolean },
  { url, events, ordering }: CreateSubscription,
  { subscriptionId, at }: { subscriptionId: string; at: Date },
): Subscription => ({
  environmentId: owner.environmentId,
  merchantId: owner.merchantId,
  livemode: owner.livemode,
  subscriptionId,
  status: 'active',
  url,
  events,
  ordering,
  version: 1,
  disabledReason: null,
  createdAt: at,
  updatedAt: at,
})

/**
 * The subscription after a change; the same object if nothing differs. Setting a disabled one to active or paused enables
 * it again.
 */
export function changeSubscription(before: Subscription, change: UpdateSubscription, at: Date): Subscription {
  const { url = before.url, events = before.events, ordering = before.ordering, status = before.status } = change
  const isSame =
    url === before.url &&
    ordering === before.ordering &&
    status === before.status &&
    events.join() === before.events.join()
  if (isSame) return before
  const disabledReason = status === 'disabled' ? before.disabledReason : null
  return { ...before, url, events, ordering, status, disabledReason, version: before.version + 1, updatedAt: at }
}

/** Whether the endpoint's health and pace no longer apply: the URL changed, or the subscription was reactivated. */
export const needsEndpointReset = (before: Subscription, after: Subscription): boolean =>
  before.url !== after.url || (before.status !== 'active' && after.status === 'active')

/** The synthetic event of a test. It is not part of the subject's sequence. */
export const testEvent = (
  subscription: Subscription,
  request: Pick<EventOrigin, 'requestId' | 'idempotencyKey'>,
  at: Date,
): PublicEvent =>
  publicEvent(
    { ...toOrigin(subscription), ...request },
    {
      type: 'webhook.test',
      subject: { type: 'webhook_subscription', id: subscription.subscriptionId },
      sequence: null,
      object: publicSubscription(subscription),
      occurredAt: at,
    },
  )

/** The event that the platform has disabled a subscription. */
export const disabledEvent = (
  { before, after, sequence }: { before: Subscription; after: Subscription; sequence: number },
  at: Date,
): PublicEvent =>
  publicEvent(
    { ...toOrigin(after), requestId: null, idempotencyKey: null },
    {
      type: 'webhook.subscription_disabled',
      subject: { type: 'webhook_subscription', id: after.subscriptionId },
      sequence,
      object: publicSubscription(after),
      before: publicSubscription(before),
      occurredAt: at,
    },
  )

const toOrigin = ({ environmentId, merchantId, livemode }: Subscription) => ({ environmentId, merchantId, livemode })

export const subscriptionNotFound = (subscriptionId: string): AppError =>
  new AppError('subscription_not_found', `There is no webhook subscription ${subscriptionId} in this environment.`)
