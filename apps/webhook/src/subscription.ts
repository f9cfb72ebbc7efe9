/** Pure: what a subscription is at first, and the events about it. */
import { type EventOrigin, type PublicEvent, publicEvent } from '@waybill/contracts/event'
import { type CreateSubscription, publicSubscription, type Subscription } from '@waybill/contracts/subscription'

/** A new, active subscription of the caller's environment. */
export const openSubscription = (
  owner: { environmentId: string; merchantId: string; livemode: boolean },
  { url, events }: CreateSubscription,
  { subscriptionId, at }: { subscriptionId: string; at: Date },
): Subscription => ({
  environmentId: owner.environmentId,
  merchantId: owner.merchantId,
  livemode: owner.livemode,
  subscriptionId,
  status: 'active',
  url,
  events,
  disabledReason: null,
  createdAt: at,
  updatedAt: at,
})

/** The synthetic event of a test. It stands outside the subject's sequence. */
export const testEvent = (
  subscription: Subscription,
  request: Pick<EventOrigin, 'requestId' | 'idempotencyKey'>,
  at: Date,
): PublicEvent =>
  publicEvent(
    { ...originOf(subscription), ...request },
    {
      type: 'webhook.test',
      subject: { type: 'webhook_subscription', id: subscription.subscriptionId },
      sequence: null,
      object: publicSubscription(subscription),
      occurredAt: at,
    },
  )

/** Says that the platform has disabled a subscription. */
export const disabledEvent = (
  { before, after, sequence }: { before: Subscription; after: Subscription; sequence: number },
  at: Date,
): PublicEvent =>
  publicEvent(
    { ...originOf(after), requestId: null, idempotencyKey: null },
    {
      type: 'webhook.subscription_disabled',
      subject: { type: 'webhook_subscription', id: after.subscriptionId },
      sequence,
      object: publicSubscription(after),
      before: publicSubscription(before),
      occurredAt: at,
    },
  )

const originOf = ({ environmentId, merchantId, livemode }: Subscription) => ({ environmentId, merchantId, livemode })
