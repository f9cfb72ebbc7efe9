import { z } from 'zod'
import { eventTypes, isEventType } from '../events/public-event.ts'
import { refuse } from '../validation.ts'

export const subscriptionStatuses = ['active', 'paused', 'disabled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Why the platform disabled a subscription: the receiver responded 410, or failed for five days. */
export const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** Whether an event waits until the previous event of its subject has been delivered or has failed for good. */
export const orderings = ['none', 'per_subject'] as const
export type Ordering = (typeof orderings)[number]

/** An event type, `*`, or every type of a resource: `shipment.*`. */
export const eventPattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const nouns = new Set(eventTypes.map((type) => type.slice(0, type.indexOf('.'))))
    const isWildcard = text === '*' || (text.endsWith('.*') && nouns.has(text.slice(0, -2)))
    if (!isWildcard && !isEventType(text)) {
      refuse(
        context,
        [],
        'unknown_event_type',
        'is not an event type or wildcard; see GET /api/v1/webhooks/event-types',
      )
    }
  })

const receiverUrl = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .superRefine((text, context) => {
    const url = URL.parse(text)
    if (url === null || !['http:', 'https:'].includes(url.protocol)) {
      refuse(context, [], 'invalid_webhook_url', 'must be an absolute http or https URL')
    } else if (url.username !== '' || url.password !== '') {
      refuse(context, [], 'invalid_webhook_url', 'must not contain a user name or password')
    }
  })

const ordering = z
  .enum(orderings)
  .describe(
    '`none`: events are sent as soon as possible, in any order. `per_subject`: an event waits until the previous event of its subject has been delivered or has failed for good. A change also applies to deliveries that are already queued. Deliveries kept as `paused` do not hold up later ones.',
  )

/** Body of POST /api/v1/webhooks/subscriptions. */
export const createSubscriptionSchema = z
  .strictObject({
    url: receiverUrl,
    event: eventPattern.nullish(),
    events: z.array(eventPattern).max(100).nullish(),
    ordering: ordering.optional(),
  })
  .superRefine((body, context) => {
    if (body.event === undefined || body.event === null) {
      if (!body.events?.length) refuse(context, ['events'], 'required', 'must contain at least one event type')
    }
  })
  .transform(({ url, event, events, ordering = 'none' }) => ({
    url,
    events: [...new Set([...(events ?? []), ...(event ? [event] : [])])],
    ordering,
  }))
  .meta({ id: 'CreateSubscription' })
export type CreateSubscription = z.output<typeof createSubscriptionSchema>

/** Body of PATCH /api/v1/webhooks/subscriptions/{subscription_id}: absent fields keep their value. */
export const updateSubscriptionSchema = z
  .strictObject({
    url: receiverUrl.optional(),
    events: z
      .array(eventPattern)
      .min(1)
      .max(100)
      .transform((events) => [...new Set(events)])
      .optional(),
    status: z
      .enum(['active', 'paused'])
      .optional()
      .describe(
        '`paused`: events are stored but not sent. `active`: events are sent; also re-enables a disabled subscription.',
      ),
    ordering: ordering.optional(),
  })
  .meta({ id: 'UpdateSubscription' })
export type UpdateSubscription = z.output<typeof updateSubscriptionSchema>

export interface Subscription {
  environmentId: string
  merchantId: string
  livemode: boolean
  subscriptionId: string
  status: SubscriptionStatus
  url: string
  /** Types and wildcards, as requested. */
  events: string[]
  ordering: Ordering
  /** Incremented by each change; also the ETag. */
  version: number
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
    ordering,
    disabled_reason: z
      .enum(disabledReasons)
      .nullable()
      .describe(
        'Why the platform disabled the subscription. `gone`: the receiver responded 410. `failing`: the receiver failed for five days.',
      ),
    createdAt: z.string(),
  })
  .meta({ id: 'Subscription' })
export type PublicSubscription = z.output<typeof publicSubscriptionSchema>

/** The response to creating a subscription: the only one that contains the secret. */
export const publicNewSubscriptionSchema = publicSubscriptionSchema
  .extend({ secret: z.string().describe('Signing secret, whsec_…; shown only once.') })
  .meta({ id: 'NewSubscription' })

/** The response to rotating the secret: the only one that contains the new secret. */
export const publicRotatedSubscriptionSchema = publicNewSubscriptionSchema
  .extend({
    previous_secrets_expire_at: z
      .string()
      .describe('Until this time, webhooks are also signed with the previous secrets.'),
  })
  .meta({ id: 'RotatedSubscription' })

export const publicSubscription = (subscription: Subscription): PublicSubscription => ({
  subscription_id: subscription.subscriptionId,
  status: subscription.status,
  url: subscription.url,
  events: subscription.events,
  ordering: subscription.ordering,
  disabled_reason: subscription.disabledReason,
  createdAt: subscription.createdAt.toISOString(),
})
