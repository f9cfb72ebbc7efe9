/**
 * Parts of events that other services read. Producers take their types from these schemas and consumers parse with
 * them. Fields a schema does not name are accepted, so a producer may add one before its consumers are upgraded. A field
 * added after the first release must be optional here: brokers, outboxes and parking tables still hold older events.
 */
import { z } from 'zod'
import { bookingStatuses, incidentCodes, publicBookingSchema } from '../booking.ts'
import { carriedParcelSchema } from '../bookings/booked-parcel.ts'
import {
  accountChangeSchema,
  accountReleaseSchema,
  accountUnauthorizedSchema,
} from '../carrier-accounts/account-revision.ts'
import { publicShipmentSchema, shipmentStatuses } from '../shipment.ts'
import { publicCustomsSchema } from '../values/customs/declaration.ts'
import { publicParcelSchema } from '../values/parcels/parcel.ts'
import { isEventType, publicEventSchema } from './public-event.ts'

/** Types of the more specific events of the same change, which say all that an `updated` event says. */
const detailedBy = z.array(z.string()).optional()

/** Travels in the `internal` part of every shipment event that merchants see too. */
const shipmentFactsSchema = z.object({
  detailed_by: detailedBy,
  route_revision: z.number().int(),
  status: z.enum(shipmentStatuses),
  on_demand: z.boolean(),
  /** First and last name and company of the recipient; only in `shipment.updated`. */
  recipient_names: z.array(z.string()).optional(),
})
export type ShipmentFacts = z.input<typeof shipmentFactsSchema>

/** The booking status that a carrier's report amounts to; `unknown` if it does not say. */
export const trackingStatuses = [...bookingStatuses, 'unknown'] as const
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
  /** The status that this report and those before it give the shipment; null: none. */
  shipment_status: z.enum(shipmentStatuses).nullable(),
  /** The parcel of several that this report is about. Earlier versions have none. */
  parcel: z
    .object({ number: z.number().int(), status: z.enum(trackingStatuses), tracking_number: z.string().nullable() })
    .optional(),
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
  detailed_by: detailedBy,
  /** When the delivery is expected after these reports. */
  eta: z.object({ from: z.string(), to: z.string() }).nullish(),
  /** Until when the pickup and the delivery are awaited; null: they are not, or no longer. */
  due: z.object({ pickup_by: z.string().nullable(), delivery_by: z.string().nullable() }).nullish(),
  /** Carrier reports since the event before. */
  tracking: z.array(trackingFactSchema),
})
export type BookingFacts = z.input<typeof bookingFactsSchema>

/** Tells the shipment service of a booking that the holder of a claim has opened, before any carrier has taken it. */
const bookingOpeningSchema = z.object({
  shipment_id: z.string().min(1),
  claim_id: z.string().min(1),
  /** The merchant's request for the booking. */
  request: z.object({ id: z.string().nullable(), idempotency_key: z.string().nullable() }),
})

/** Asks the booking service to find a courier for the shipment that the claim holds. */
const dispatchRequestSchema = z.object({
  shipment_id: z.string().min(1),
  claim_id: z.string().min(1),
  merchant_id: z.string().min(1),
  livemode: z.boolean(),
  request_id: z.string().nullable(),
  /** How long to look for a courier; null: 10 minutes. */
  window_minutes: z.number().int().positive().nullable(),
})

/** Tells the shipment service which carriers a dispatch has asked without a booking. */
const carriersDeclinedSchema = z.object({
  /** The same for all events of a search. */
  dispatch_id: z.string().min(1),
  declined: z.array(
    z.object({
      carrier_code: z.string(),
      /** Null: every service of the carrier. */
      service_code: z.string().nullable(),
      reason: z.string(),
      /** Null once it is erased. */
      description: z.string().nullable(),
    }),
  ),
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
const internalEventTypes = [
  'shipment.dispatch_requested',
  'shipment.carriers_declined',
  'shipment.expiry_requested',
  'booking.opened',
  'carrier_account.changed',
  'carrier_account.released',
  'carrier_account.unauthorized',
  'shipment.erased',
  'quote.erased',
  'booking.erased',
] as const
export type InternalEventType = (typeof internalEventTypes)[number]

/** Whether this version knows the type of event. A later version may have added it. */
export const isKnownEventType = (type: string): boolean =>
  isEventType(type) || (internalEventTypes as readonly string[]).includes(type)

const internalSchemas = {
  'shipment.updated': shipmentFactsSchema,
  'booking.updated': bookingFactsSchema,
  'shipment.dispatch_requested': dispatchRequestSchema,
  'shipment.carriers_declined': carriersDeclinedSchema,
  'shipment.expiry_requested': expiryRequestSchema,
  'booking.opened': bookingOpeningSchema,
  'carrier_account.changed': accountChangeSchema,
  'carrier_account.released': accountReleaseSchema,
  'carrier_account.unauthorized': accountUnauthorizedSchema,
}
type InternalSchemas = typeof internalSchemas
/** Type of the `internal` part of an event, for consumers. */
type InternalFacts = { [T in keyof InternalSchemas]: z.output<InternalSchemas[T]> }
const internalReaders: { readonly [T in keyof InternalFacts]: z.ZodType<InternalFacts[T]> } = internalSchemas

/** Type of the `internal` part of an event of this type, for producers. */
export type InternalPayload<T extends keyof InternalSchemas> = z.input<InternalSchemas[T]>

const objectSchemas = {
  // Earlier versions have none of these.
  'shipment.updated': publicShipmentSchema.extend({
    service_options: publicShipmentSchema.shape.service_options.default(null),
    customs: publicCustomsSchema
      .extend({ from_defaults: publicCustomsSchema.shape.from_defaults.default([]) })
      .nullable()
      .default(null),
    parcels: z.array(publicParcelSchema.extend({ items: publicParcelSchema.shape.items.default([]) })),
    tags: publicShipmentSchema.shape.tags.default([]),
    assignee_id: publicShipmentSchema.shape.assignee_id.default(null),
    hold: publicShipmentSchema.shape.hold.default(null),
    direction: publicShipmentSchema.shape.direction.default('outbound'),
    return_of: publicShipmentSchema.shape.return_of.default(null),
    return_terms: publicShipmentSchema.shape.return_terms.default(null),
    return_ids: publicShipmentSchema.shape.return_ids.default([]),
  }),
  'booking.updated': publicBookingSchema
    .pick({ shipment_id: true, status: true, failure_reason: true, carrier_code: true, carrier_job_id: true })
    .extend({
      booked_at: z.string(),
      tracking_number: z.string().nullable(),
      carrier_tracking_url: z.string().nullable(),
      parcels: z.array(carriedParcelSchema).optional(),
      quote_option: z.object({
        quote_option_id: z.string(),
        service_code: z.string(),
        carried_by: z.string().nullish(),
      }),
    }),
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

/** Describes every form and value that these schemas accept: versions that differ in any of them have different texts. */
export const eventFormats: string = JSON.stringify(
  [internalSchemas, objectSchemas, { erasure: erasureRequestSchema, envelope: envelopeSchema }].flatMap((schemas) =>
    Object.values(schemas).map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  ),
)

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
 * An event has the form its type promises, but holds a value that this version does not know: a status, an incident, or
 * another value that a later version has added. The inbox leaves it to a process of that version.
 */
export class NewerEventError extends Error {
  override readonly name = 'NewerEventError'
}

/**
 * The `internal` part of an event, by the schema of the type given (the subscription the event came through).
 * Throws MalformedEventError or NewerEventError, as the other functions here.
 */
export function parseInternal<T extends keyof InternalSchemas>(type: T, event: DeliveredEvent): InternalFacts[T] {
  return parsed(internalReaders[type], event.internal, ['internal'], event)
}

/** The `internal` part of an event that asks for an erasure, whatever its subject. */
export const parseErasure = (event: DeliveredEvent): z.output<typeof erasureRequestSchema> =>
  parsed(erasureRequestSchema, event.internal, ['internal'], event)

const detailsSchema = z.looseObject({ detailed_by: detailedBy })

/** The types of the events that detail this one; empty for an event that says more than others of its change. */
export const parseDetailedBy = (event: DeliveredEvent): readonly string[] =>
  parsed(detailsSchema, event.internal ?? {}, ['internal'], event).detailed_by ?? []

/** The public event itself, checked but not copied: copies and payloads keep what a newer producer adds. */
export function parseEnvelope(event: DeliveredEvent): EventEnvelope {
  const { public: content } = event
  check(envelopeSchema, content, ['public'], event)
  return content
}

/** The public object of an event, checked as far as services read it, but not copied. */
export function parseObject<T extends keyof EventObjects>(type: T, event: DeliveredEvent): EventObjects[T] {
  const object: unknown = parseEnvelope(event).data.object
  check(objectReaders[type], object, ['public', 'data', 'object'], event)
  return object
}

const MAX_ISSUES_SHOWN = 5

function parsed<T>(schema: z.ZodType<T>, value: unknown, at: string[], event: DeliveredEvent): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const shown = issues
    .slice(0, MAX_ISSUES_SHOWN)
    .map(({ path, message }) => `${[...at, ...path].join('.')}: ${message}`)
    .join('; ')
  if (issues.every((issue) => isUnknownText(issue, value)))
    throw new NewerEventError(`Values unknown to this version in ${event.type} event ${event.eventId}: ${shown}`)
  throw new MalformedEventError(`Malformed ${event.type} event ${event.eventId}: ${shown}`)
}

/** Whether the issue is a text that is not among the known ones. */
function isUnknownText({ code, path }: z.core.$ZodIssue, value: unknown): boolean {
  const found = path.reduce<unknown>((whole, key) => (whole as Record<PropertyKey, unknown> | null)?.[key], value)
  return code === 'invalid_value' && typeof found === 'string'
}

/** For schemas without transformations: what they accept is what they return. */
function check<T>(schema: z.ZodType<T>, value: unknown, at: string[], event: DeliveredEvent): asserts value is T {
  parsed(schema, value, at, event)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
