/** Pure: creation and changes of subscriptions, and the events about them. */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import { type EventOrigin, type PublicEvent, publicEvent } from '@waybill/contracts/events/public-event'
import type { Accepted } from '@waybill/contracts/requests/across-fields'
import { changedNames, readOnlyDetail } from '@waybill/contracts/requests/read-only-fields'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import {
  type CreateSubscription,
  publicSubscription,
  type Subscription,
  type UpdateSubscription,
} from '@waybill/contracts/webhooks/subscription'

/** A new, active subscription of the caller's environment. */
export const openSubscription = (
  owner: { environmentId: string; merchantId: string; livemode: boolean },
  { url, events, ordering, verboseEvents }: CreateSubscription,
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
  verboseEvents,
  version: 1,
  disabledReason: null,
  createdAt: at,
  updatedAt: at,
})

/**
 * The subscription after a change; the same object if nothing differs. Setting a disabled one to active or paused enables
 * it again. Throws `validation_error` for fields that only Waybill sets and that differ.
 */
export function changeSubscription(before: Subscription, change: UpdateSubscription, at: Date): Subscription {
  const details = readOnlyProblems(before, change)
  if (details.length > 0) throw validationError(details)
  const { url = before.url, events = before.events, ordering = before.ordering, status = before.status } = change
  const { verbose_events: verboseEvents = before.verboseEvents } = change
  const isSame =
    url === before.url &&
    ordering === before.ordering &&
    verboseEvents === before.verboseEvents &&
    status === before.status &&
    events.join() === before.events.join()
  if (isSame) return before
  const disabledReason = status === 'disabled' ? before.disabledReason : null
  const after = { url, events, ordering, verboseEvents, status, disabledReason }
  return { ...before, ...after, version: before.version + 1, updatedAt: at }
}

/** The fields that only Waybill sets and that differ. */
function readOnlyProblems(before: Subscription, change: Accepted<UpdateSubscription>): ErrorDetail[] {
  const names = ['subscription_id', 'createdAt', 'disabled_reason'] as const
  const details = changedNames(publicSubscription(before), change, names).map((name) => readOnlyDetail([name]))
  if (change.status === 'disabled' && before.status !== 'disabled')
    details.push(errorDetail(['status'], 'read_only', 'must be active or paused: only Waybill disables a subscription'))
  return details
}

/** Reason why a subscription refuses a change. `refusal`: why the URL of the change may not be called. */
export const settingsProblems = (
  before: Subscription,
  { change, refusal }: { change: Accepted<UpdateSubscription>; refusal: AppError | undefined },
): ErrorDetail[] => [
  // The stored URL may be sent back.
  ...(refusal && change.url !== before.url ? refusal.details : []),
  ...readOnlyProblems(before, change),
]

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

/** A redelivery needs an active subscription, and a replay one that is active or paused. */
export function subscriptionNotActive(subscriptionId: string, status: Subscription['status'] | 'deleted'): AppError {
  const remedy =
    status === 'deleted' ? 'Its deliveries cannot be sent again.' : 'Set its status to active to send deliveries again.'
  return new AppError('subscription_not_active', `Subscription ${subscriptionId} is ${status}. ${remedy}`, {
    meta: { current_status: status },
  })
}
