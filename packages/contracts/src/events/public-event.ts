import { z } from 'zod'
import { newId } from '../ids.ts'

/** The public event types. */
export const eventTypes = [
  'shipment.created',
  'shipment.updated',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.awaiting_collection',
  'shipment.delivery_attempted',
  'shipment.on_hold',
  'shipment.returning',
  'shipment.delivered',
  'shipment.returned',
  'shipment.failed',
  'shipment.cancelled',
  'shipment.expired',
  'quote.created',
  'quote.accepted',
  'quote.expired',
  'quote.superseded',
  'quote.cancelled',
  'booking.created',
  'booking.updated',
  'booking.driver_assigned',
  'booking.delivered',
  'booking.failed',
  'booking.cancelled',
  'booking.driver_location',
  'webhook.test',
  'webhook.subscription_disabled',
] as const
export type EventType = (typeof eventTypes)[number]
export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text)

/** Types that wildcards do not match: a subscription must name them. */
export const namedOnlyEventTypes: readonly EventType[] = ['booking.driver_location']

export type SubjectType = 'shipment' | 'quote' | 'booking' | 'webhook_subscription'

export const publicEventSchema = z
  .object({
    id: z.string(),
    type: z.enum(eventTypes),
    timestamp: z.string(),
    api_version: z.literal('v1'),
    merchant_id: z.string(),
    environment_id: z.string(),
    livemode: z.boolean(),
    subject: z.object({ type: z.enum(['shipment', 'quote', 'booking', 'webhook_subscription']), id: z.string() }),
    sequence: z
      .number()
      .int()
      .nullable()
      .describe(
        'Position in the sequence of the subject: 1, 2, 3, … without gaps. Null for events outside the sequence.',
      ),
    data: z.object({
      object: z.record(z.string(), z.unknown()),
      previous_attributes: z.record(z.string(), z.unknown()),
    }),
    request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
  })
  .meta({ id: 'Event' })
export type PublicEvent = z.output<typeof publicEventSchema>

/** The owner of an event and the request that caused it. */
export interface EventOrigin {
  environmentId: string
  merchantId: string
  livemode: boolean
  requestId: string | null
  idempotencyKey: string | null
}

export interface PublicEventInput {
  type: EventType
  subject: { type: SubjectType; id: string }
  sequence: number | null
  object: Record<string, unknown>
  /** The public shape before; its differing top-level fields become previous_attributes. */
  before?: Record<string, unknown>
  occurredAt: Date
}

/** The event as merchants receive it, with a new id. */
export function publicEvent(origin: EventOrigin, input: PublicEventInput): PublicEvent {
  return {
    id: newId('evt'),
    type: input.type,
    timestamp: input.occurredAt.toISOString(),
    api_version: 'v1',
    merchant_id: origin.merchantId,
    environment_id: origin.environmentId,
    livemode: origin.livemode,
    subject: input.subject,
    sequence: input.sequence,
    data: {
      object: input.object,
      previous_attributes: input.before === undefined ? {} : previousAttributes(input.before, input.object),
    },
    request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
  }
}

/** Top-level fields of `before` that differ in `after`. */
export function previousAttributes(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const changed = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map((key) => [key, before[key]]))
}
