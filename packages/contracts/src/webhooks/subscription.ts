import { z } from 'zod'
import { eventTypes, isEventType } from '../events/public-event.ts'
import { refuse } from '../validation.ts'

export const subscriptionStatuses = ['active', 'paused', 'disabled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Why the platform has disabled a subscription: the receiver answered 410, or has failed for five days. */
export const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/** Whether the next event of a subject waits until the one before has been delivered, or has failed. */
export const orderings = ['none', 'per_subject'] as const
export type Ordering = (typeof orderings)[number]

/** A type of the catalogue, `*`, or all of a noun: `shipment.*`. */
export const eventPattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const nouns = new Set(eventTypes.map((type) => type.slice(0, type.indexOf('.'))))
    const isWildcard = text === '*' || (text.endsWith('.*') && nouns.has(text.slice(0, -2)))
    if (!isWildcard && !isEventType(text)) {
      refuse(context, [], 'unknown_event_type', 'is not an event type: /docs lists them all')
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
      refuse(context, [], 'invalid_webhook_url', 'must not hold a user name or password')
    }
  })

const ordering = z
  .enum(orderings)
  .describe(
    'per_subject: the next event of a subject waits until the one before has been delivered, or has failed for good; set later, it holds for what is queued, too. Nothing waits for what is kept as `paused`.',
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
      if (!body.events?.length) refuse(context, ['events'], 'required', 'must name at least one event type')
    }
  })
  .transform(({ url, event, events, ordering = 'none' }) => ({
    url,
    events: [...new Set([...(events ?? []), ...(event ? [event] : [])])],
    ordering,
  }))
  .meta({ id: 'CreateSubscription' })
export type CreateSubscription = z.output<typeof createSubscriptionSchema>

/** Body of PATCH /api/v1/webhooks/subscriptions/{subscription_id}: what is left out stays as it is. */
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
      .describe('paused: events are kept and not sent. active also re-enables a disabled one.'),
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
  /** Types and wildcards, as asked for. */
  events: string[]
  ordering: Ordering
  /** Counts changes: the entity tag. */
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
    disabled_reason: z.enum(disabledReasons).nullable().describe('gone: it answered 410; failing: for five days.'),
    createdAt: z.string(),
  })
  .meta({ id: 'Subscription' })
export type PublicSubscription = z.output<typeof publicSubscriptionSchema>

/** The answer that creates a subscription: the only one that shows the secret. */
export const publicNewSubscriptionSchema = publicSubscriptionSchema
  .extend({ secret: z.string().describe('whsec_…, shown once.') })
  .meta({ id: 'NewSubscription' })

/** The answer that rotates a secret: the only one that shows the new one. */
export const publicRotatedSubscriptionSchema = publicNewSubscriptionSchema
  .extend({ previous_secrets_expire_at: z.string().describe('Until then the secrets before sign too.') })
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
