import { z } from 'zod'
import { eventTypes, isEventType } from '../events/public-event.ts'
import { nearest, shortened } from '../requests/issue-texts.ts'
import { ignored, readOnly } from '../requests/read-only-fields.ts'
import { refuse } from '../requests/validation.ts'

export const subscriptionStatuses = ['active', 'paused', 'disabled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Why the platform disabled a subscription: the receiver responded 410, or failed for five days. */
const disabledReasons = ['gone', 'failing'] as const
export type DisabledReason = (typeof disabledReasons)[number]

/**
 * Why events got no delivery: the subscription was not active and had more than its share of the backlog, or the events
 * were deleted by retention before their turn.
 */
const missedReasons = ['paused', 'expired'] as const
export type MissedReason = (typeof missedReasons)[number]

/** Whether an event waits until the previous event of its subject has been delivered or has failed for good. */
const orderings = ['none', 'per_subject'] as const
export type Ordering = (typeof orderings)[number]

/** An event type, `*`, or every type of a resource: `shipment.*`. */
export const eventPattern = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const wildcards = new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))
    if (text === '*' || wildcards.has(text) || isEventType(text)) return
    const shown = shortened(text)
    const suggested = nearest(shown, [...eventTypes, ...wildcards])
    const hint = suggested === undefined ? '' : ` Did you mean ${suggested}?`
    const message = `must be an event type or a wildcard, not ${JSON.stringify(shown)}.${hint} See GET /api/v1/webhooks/event-types`
    refuse(context, [], 'unknown_event_type', message)
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
    '`none`: events are sent at once, in any order. `per_subject`: an event waits until the one before it of its subject is delivered or has failed for good; `paused` ones hold up none. A change applies to queued deliveries too.',
  )

const verboseEvents = z
  .boolean()
  .describe(
    '`false`: leaves out a `shipment.updated` or `booking.updated` that only repeats another event which the subscription gets, such as `booking.delivered`. Default: `true`.',
  )

/** Body of POST /api/v1/webhooks/subscriptions. */
export const createSubscriptionSchema = z
  .strictObject({
    url: receiverUrl,
    event: eventPattern.nullish(),
    events: z.array(eventPattern).max(100).nullish(),
    ordering: ordering.optional(),
    verbose_events: verboseEvents.optional(),
  })
  .refine(({ event, events }) => (event ?? null) !== null || ((events ?? null) !== null && events?.length !== 0), {
    path: ['events'],
    error: 'must contain at least one event type',
    params: { code: 'required' },
    // Beside a missing url, after which zod skips refinements by default.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .transform(({ url, event, events, ordering = 'none', verbose_events = true }) => ({
    url,
    events: [...new Set([...(events ?? []), ...(event ? [event] : [])])],
    ordering,
    verboseEvents: verbose_events,
  }))
  .meta({ id: 'CreateSubscription' })
export type CreateSubscription = z.output<typeof createSubscriptionSchema>

/** Body of PATCH /api/v1/webhooks/subscriptions/{subscription_id}: absent fields keep their value. Takes a response. */
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
      .enum(subscriptionStatuses)
      .optional()
      .describe(
        '`paused`: events are stored but not sent. `active`: events are sent; also re-enables a disabled subscription. `disabled`: accepted only if the subscription is disabled, and changes nothing.',
      ),
    ordering: ordering.optional(),
    verbose_events: verboseEvents.optional(),
    subscription_id: readOnly.optional(),
    createdAt: readOnly.optional(),
    updated_at: ignored.optional(),
    disabled_reason: readOnly.optional(),
    backlog: ignored.optional(),
    missed: ignored.optional(),
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
  verboseEvents: boolean
  /** Incremented by each change; also the ETag. */
  version: number
  disabledReason: DisabledReason | null
  createdAt: Date
  updatedAt: Date
}

export const publicSubscriptionSchema = z
  .object({
    subscription_id: z.string(),
    // Merchants send a subscription back: what a PATCH accepts is typed as it accepts it.
    status: z.enum(subscriptionStatuses).meta({ sentBack: true }),
    url: z.string(),
    events: z.array(z.string()),
    ordering: ordering.meta({ sentBack: true }),
    verbose_events: verboseEvents,
    disabled_reason: z
      .enum(disabledReasons)
      .nullable()
      .describe('Why it was disabled. `gone`: the receiver responded 410. `failing`: it failed for five days.'),
    createdAt: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Subscription' })
export type PublicSubscription = z.output<typeof publicSubscriptionSchema>

/** How far a subscription is behind the event log, and what it has missed. */
export interface SubscriptionBacklog {
  /** Null: it is not behind. */
  behind: { since: Date; eventsBehind: number } | null
  missed: MissedPeriod[]
}

export interface MissedPeriod {
  reason: MissedReason
  since: Date
  until: Date
  /** Null: not counted. */
  eventCount: number | null
}

/** A subscription as it is read: with its backlog. */
export const publicSubscriptionWithBacklogSchema = publicSubscriptionSchema
  .extend({
    backlog: z
      .object({
        since: z.string(),
        events_behind: z
          .number()
          .int()
          .describe('Events of the environment after the last one with a delivery, of all types.'),
      })
      .nullable()
      .describe(
        'Set while the subscription has more waiting deliveries than its share. New events then stay in the event log, and their deliveries are created in order as the waiting ones are sent.',
      ),
    missed: z
      .array(
        z.object({
          reason: z
            .enum(missedReasons)
            .describe(
              '`paused`: the subscription was not active. A replay of the period sends the events. `expired`: the events were deleted by retention before their deliveries were created.',
            ),
          since: z.string(),
          until: z.string(),
          event_count: z
            .number()
            .int()
            .nullable()
            .describe('Events that the subscription would have got; null for `paused`, where they are not counted.'),
        }),
      )
      .describe('Periods in which the subscription was behind, with events that got no delivery.'),
  })
  .meta({ id: 'SubscriptionWithBacklog' })
type PublicSubscriptionWithBacklog = z.output<typeof publicSubscriptionWithBacklogSchema>

/** The response to creating a subscription: the only one that contains the secret. */
export const publicNewSubscriptionSchema = publicSubscriptionSchema
  .extend({ secret: z.string().describe('Signing secret, whsec_…; shown only once.') })
  .meta({ id: 'NewSubscription' })

/** The response to a change: with a secret if the URL is at another host now. */
export const publicChangedSubscriptionSchema = publicSubscriptionSchema
  .extend({
    secret: z
      .string()
      .optional()
      .describe(
        'New signing secret, whsec_…, after a change of `url` to another scheme, host or port; shown only once. The previous secrets no longer sign.',
      ),
  })
  .meta({ id: 'ChangedSubscription' })

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
  verbose_events: subscription.verboseEvents,
  disabled_reason: subscription.disabledReason,
  createdAt: subscription.createdAt.toISOString(),
  updated_at: subscription.updatedAt.toISOString(),
})

export const publicSubscriptionWithBacklog = (
  subscription: Subscription,
  { behind, missed }: SubscriptionBacklog,
): PublicSubscriptionWithBacklog => ({
  ...publicSubscription(subscription),
  backlog: behind && { since: behind.since.toISOString(), events_behind: behind.eventsBehind },
  missed: missed.map(({ reason, since, until, eventCount }) => ({
    reason,
    since: since.toISOString(),
    until: until.toISOString(),
    event_count: eventCount,
  })),
})
