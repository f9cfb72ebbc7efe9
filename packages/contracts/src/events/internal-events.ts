/**
 * What services read of each other's events. Producers take their types from these schemas and consumers parse with
 * them. Fields a schema does not name are accepted, so a producer may add one before its consumers are upgraded. A field
 * added after the first release must be optional here: brokers, outboxes and parking tables still hold older events.
 */
import { z } from 'zod'
import { bookingStatuses, incidentCodes, publicBookingSchema } from '../booking.ts'
import { publicShipmentSchema, shipmentStatuses } from '../shipment.ts'
import { publicEventSchema } from './public-event.ts'

/** Travels in the `internal` part of every shipment event that merchants see too. */
const shipmentFactsSchema = z.object({
  route_revision: z.number().int(),
  status: z.enum(shipmentStatuses),
  on_demand: z.boolean(),
})
export type ShipmentFacts = z.input<typeof shipmentFactsSchema>

/** The booking status that a carrier's report amounts to; `unknown` if it does not say. */
const trackingStatuses = [...bookingStatuses, 'unknown'] as const
export type TrackingStatus = (typeof trackingStatuses)[number]

const trackingFactSchema = z.object({
  fact_key: z.string(),
  status: z.enum(trackingStatuses),
  description: z.string().nullable(),
  incident: z.enum(incidentCodes).nullable(),
  // Carriers may report half a position, which is of no use.
  location: z
    .object({ latitude: z.number().nullable(), longitude: z.number().nullable() })
    .nullable()
    .transform((place) =>
      place === null || place.latitude === null || place.longitude === null
        ? null
        : { latitude: place.latitude, longitude: place.longitude },
    ),
  // Any time that Date reads: carriers' clocks are not checked for plausible years.
  occurred_at: z
    .string()
    .transform((text) => new Date(text))
    .pipe(z.date()),
  carrier_code: z.string(),
})

/** Travels in the `internal` part of every booking event that has a sequence. */
const bookingFactsSchema = z.object({
  /** Failed or was cancelled by the carrier before pickup: the shipment becomes bookable again. */
  ended_before_pickup: z.boolean(),
  /** Null: the booking says nothing new about the shipment's status. */
  shipment_status: z.enum(shipmentStatuses).nullable(),
  incident: z.enum(incidentCodes).nullable(),
  quote_id: z.string().optional(),
  quote_option_id: z.string().optional(),
  /** Carrier reports since the event before. */
  tracking: z.array(trackingFactSchema),
})
export type BookingFacts = z.input<typeof bookingFactsSchema>

/** Asks the booking service to find a courier for the shipment that the claim holds. */
const dispatchRequestSchema = z.object({
  shipment_id: z.string().min(1),
  claim_id: z.string().min(1),
  merchant_id: z.string().min(1),
  livemode: z.boolean(),
  request_id: z.string().nullable(),
})

/** Asks the booking service to cancel the booking of a shipment that nobody collected in time. */
const expiryRequestSchema = z.object({
  shipment_id: z.string().min(1),
  claim_id: z.string().min(1),
  merchant_id: z.string().min(1),
  livemode: z.boolean(),
  reason_code: z.string(),
})

/** Asks every service that holds personal data of a subject to erase it. */
const erasureRequestSchema = z.object({
  /** Whether anything happened to the subject within the time for which events, answers and queues remember. */
  is_recent: z.boolean(),
  cause: z.enum(['operator', 'retention']),
})
export type ErasurePayload = z.input<typeof erasureRequestSchema>

/** Types that travel between services and never to merchants. */
export type InternalEventType =
  | 'shipment.dispatch_requested'
  | 'shipment.expiry_requested'
  | 'shipment.erased'
  | 'quote.erased'
  | 'booking.erased'

const internalSchemas = {
  'shipment.updated': shipmentFactsSchema,
  'booking.updated': bookingFactsSchema,
  'shipment.dispatch_requested': dispatchRequestSchema,
  'shipment.expiry_requested': expiryRequestSchema,
}
type InternalSchemas = typeof internalSchemas
/** What a consumer reads from the `internal` part of an event. */
type InternalFacts = { [T in keyof InternalSchemas]: z.output<InternalSchemas[T]> }
const internalReaders: { readonly [T in keyof InternalFacts]: z.ZodType<InternalFacts[T]> } = internalSchemas

/** What a producer puts into the `internal` part of an event of this type. */
export type InternalPayload<T extends keyof InternalSchemas> = z.input<InternalSchemas[T]>

const objectSchemas = {
  // Events older than tracking pages lack the address.
  'shipment.updated': publicShipmentSchema.extend({ tracking_url: z.string().nullable().optional() }),
  'booking.updated': publicBookingSchema
    .pick({ shipment_id: true, status: true, failure_reason: true })
    .extend({ quote_option: z.object({ quote_option_id: z.string() }) }),
}
type EventObjects = { [T in keyof typeof objectSchemas]: z.output<(typeof objectSchemas)[T]> }
const objectReaders: { readonly [T in keyof EventObjects]: z.ZodType<EventObjects[T]> } = objectSchemas

/** The envelope of a public event. Open: a newer producer may send types that this version does not know. */
const envelopeSchema = publicEventSchema.extend({
  type: z.string(),
  data: z.looseObject({
    object: z.custom<Record<string, unknown>>(isObject, { error: 'expected an object' }),
    previous_attributes: z.custom<Record<string, unknown>>(isObject, { error: 'expected an object' }),
  }),
})
export type EventEnvelope = z.output<typeof envelopeSchema>

/** The parts of a delivered event that these schemas read. */
export interface DeliveredEvent {
  eventId: string
  type: string
  public: object | null
  internal: object | null
}

/**
 * An event does not have the form its type promises. The message names event, type and wrong fields, and never holds a
 * value. The inbox parks the event with it.
 */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError'
}

/**
 * The `internal` part of an event, by the schema of the type given (the subscription the event came through).
 * Throws MalformedEventError.
 */
export function parseInternal<T extends keyof InternalSchemas>(type: T, event: DeliveredEvent): InternalFacts[T] {
  return parsed(internalReaders[type], event.internal, ['internal'], event)
}

/** The `internal` part of an event that asks for an erasure, whatever its subject. Throws MalformedEventError. */
export const parseErasure = (event: DeliveredEvent): z.output<typeof erasureRequestSchema> =>
  parsed(erasureRequestSchema, event.internal, ['internal'], event)

/**
 * The public event itself, checked but not copied: copies and payloads keep what a newer producer adds.
 * Throws MalformedEventError.
 */
export function parseEnvelope(event: DeliveredEvent): EventEnvelope {
  const { public: content } = event
  check(envelopeSchema, content, ['public'], event)
  return content
}

/** The public object of an event, checked as far as services read it, but not copied. Throws MalformedEventError. */
export function parseObject<T extends keyof EventObjects>(type: T, event: DeliveredEvent): EventObjects[T] {
  const object: unknown = parseEnvelope(event).data.object
  check(objectReaders[type], object, ['public', 'data', 'object'], event)
  return object
}

const MAX_ISSUES_SHOWN = 5

function parsed<T>(schema: z.ZodType<T>, value: unknown, at: string[], event: DeliveredEvent): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues
    .slice(0, MAX_ISSUES_SHOWN)
    .map(({ path, message }) => `${[...at, ...path].join('.')}: ${message}`)
  throw new MalformedEventError(`Malformed ${event.type} event ${event.eventId}: ${issues.join('; ')}`)
}

/** For schemas without transformations: what they accept is what they return. */
function check<T>(schema: z.ZodType<T>, value: unknown, at: string[], event: DeliveredEvent): asserts value is T {
  parsed(schema, value, at, event)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
