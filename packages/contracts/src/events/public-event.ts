import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { newId } from '../ids.ts'
import { timestampString } from '../requests/described-texts.ts'

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
  'booking.proof_ready',
  'booking.failed',
  'booking.cancelled',
  'booking.driver_location',
  'carrier_account.failing',
  'webhook.test',
  'webhook.subscription_disabled',
] as const
export type EventType = (typeof eventTypes)[number]
export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text)

/** Types that wildcards do not match: a subscription must name them. */
export const namedOnlyEventTypes: readonly EventType[] = ['booking.driver_location']

export const subjectTypes = ['shipment', 'quote', 'booking', 'carrier_account', 'webhook_subscription'] as const
export type SubjectType = (typeof subjectTypes)[number]

const eventParcelSchema = z
  .object({
    parcel_id: z.string(),
    number: z.int(),
    status: z.string(),
    tracking_number: z.string().nullable(),
  })
  .describe('The parcel that the news is about, if it is about one of several. Its status is its own.')
  .meta({ id: 'EventParcel' })

export const publicEventSchema = z
  .object({
    id: z.string(),
    type: z.enum(eventTypes),
    timestamp: timestampString('When it happened.'),
    api_version: z.literal('v1'),
    merchant_id: z.string(),
    environment_id: z.string(),
    livemode: z.boolean(),
    subject: z.object({ type: z.enum(subjectTypes), id: z.string() }).meta({ id: 'EventSubject' }),
    sequence: z
      .number()
      .int()
      .nullable()
      .describe('Position among the events of the subject: 1, 2, 3, … without gaps. Null for types that have none.'),
    data: z.object({
      object: z.record(z.string(), z.unknown()),
      previous_attributes: z.record(z.string(), z.unknown()),
      parcel: eventParcelSchema.optional(),
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

interface PublicEventInput {
  type: EventType
  subject: { type: SubjectType; id: string }
  sequence: number | null
  object: Record<string, unknown>
  /** The public shape before; its differing fields become previous_attributes. */
  before?: Record<string, unknown>
  /** The parcel that the news is about, if it is about one of several. */
  parcel?: z.output<typeof eventParcelSchema> | undefined
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
      ...(input.parcel && { parcel: input.parcel }),
    },
    request: { id: origin.requestId, idempotency_key: origin.idempotencyKey },
  }
}

/**
 * When a change counts as made: `at`, or 1 ms after the change before if `at` is not later. Changes that wait for each other
 * may begin together or be stored in another order; `updated_at` and the times of events follow the sequence all the same.
 */
export const timeOfChange = (before: { updatedAt: Date }, at: Date): Date =>
  at > before.updatedAt ? at : new Date(before.updatedAt.getTime() + 1)

/**
 * Fields of `before` that differ in `after`, with their values before. Of an embedded shipment, only its fields that
 * differ; other objects are whole.
 */
export function previousAttributes(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  // Not by their texts: a document that was stored has its keys in another order.
  const changed = Object.keys(before).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  return Object.fromEntries(changed.map((key) => [key, previousValue(key, before[key], after[key])]))
}

const previousValue = (key: string, before: unknown, after: unknown): unknown =>
  key === 'shipment' && isFields(before) && isFields(after) ? previousAttributes(before, after) : before

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
