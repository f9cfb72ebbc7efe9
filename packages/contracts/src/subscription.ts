import { z } from 'zod'
import { eventTypes, isEventType } from './event.ts'
import { refuse } from './validation.ts'

export const subscriptionStatuses = ['active', 'paused', 'disabled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Why the platform has disabled a subscription: the receiver answered 410, or has failed for five days. */
export const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const deliveryStatuses = [
  'pending',
  'sending',
  'succeeded',
  'retrying',
  'failed',
  'paused',
  'cancelled',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A type of the catalogue, `*`, or all of a noun: `shipment.*`. */
const eventPattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const nouns = new Set(eventTypes.map((type) => type.slice(0, type.indexOf('.'))))
    const isWildcard = text === '*' || (text.endsWith('.*') && nouns.has(text.slice(0, -2)))
    if (!isWildcard && !isEventType(text)) {
      refuse(context, [], 'unknown_event_type', 'is not an event type: /docs lists them all')
    }
  })

/** Body of POST /api/v1/webhooks/subscriptions. */
export const createSubscriptionSchema = z
  .strictObject({
    url: z
      .string()
      .trim()
      .min(1)
      .max(2048)
      .superRefine((text, context) => {
        const url = URL.parse(text)
        if (url === null || !['http:', 'https:'].includes(url.protocol)) {
          refuse(context, [], 'invalid_webhook_url', 'must be an absolute http or https URL')
        } else if (url.username !== '' || url.password !== '') {
          refuse(context, [], 'invalid_webhook_url', 'must not hold a user name or password')
        }
      }),
    event: eventPattern.nullish(),
    events: z.array(eventPattern).max(100).nullish(),
  })
  .superRefine((body, context) => {
    if (body.event === undefined || body.event === null) {
      if (!body.events?.length) refuse(context, ['events'], 'required', 'must name at least one event type')
    }
  })
  .transform(({ url, event, events }) => ({
    url,
    events: [...new Set([...(events ?? []), ...(event ? [event] : [])])],
  }))
  .meta({ id: 'CreateSubscription' })
export type CreateSubscription = z.output<typeof createSubscriptionSchema>

export interface Subscription {
  environmentId: string
  merchantId: string
  livemode: boolean
  subscriptionId: string
  status: SubscriptionStatus
  url: string
  /** Types and wildcards, as asked for. */
  events: string[]
  disabledReason: DisabledReason | null
  createdAt: Date
  updatedAt: Date
}

export const publicSubscriptionSchema = z
  .object({
    subscription_id: z.string(),
    status: z.enum(subscriptionStatuses),
    url: z.string(),
    events: z.array(z.string()),
    disabled_reason: z.enum(disabledReasons).nullable().describe('gone: it answered 410; failing: for five days.'),
    createdAt: z.string(),
  })
  .meta({ id: 'Subscription' })
export type PublicSubscription = z.output<typeof publicSubscriptionSchema>

/** The answer that creates a subscription: the only one that shows the secret. */
export const publicNewSubscriptionSchema = publicSubscriptionSchema
  .extend({ secret: z.string().describe('whsec_…, shown once.') })
  .meta({ id: 'NewSubscription' })

export const publicSubscription = (subscription: Subscription): PublicSubscription => ({
  subscription_id: subscription.subscriptionId,
  status: subscription.status,
  url: subscription.url,
  events: subscription.events,
  disabled_reason: subscription.disabledReason,
  createdAt: subscription.createdAt.toISOString(),
})

export interface Delivery {
  environmentId: string
  deliveryId: string
  subscriptionId: string
  eventId: string
  eventType: string
  status: DeliveryStatus
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
}

export const publicDeliverySchema = z
  .object({
    delivery_id: z.string(),
    subscription_id: z.string(),
    event: z.string(),
    event_id: z.string(),
    status: z.enum(deliveryStatuses),
    attempt_count: z.number().int(),
    next_attempt_at: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Delivery' })
export type PublicDelivery = z.output<typeof publicDeliverySchema>

export const publicDelivery = (delivery: Delivery): PublicDelivery => ({
  delivery_id: delivery.deliveryId,
  subscription_id: delivery.subscriptionId,
  event: delivery.eventType,
  event_id: delivery.eventId,
  status: delivery.status,
  attempt_count: delivery.attemptCount,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
})
