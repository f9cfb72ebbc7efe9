/** The catalogue of event types: description, JSON Schema and example, from the schemas that produce the events. */
import { publicBookingSchema } from '@waybill/contracts/booking'
import { publicDriverLocationSchema } from '@waybill/contracts/bookings/driver-location'
import { publicCarrierAccountSchema } from '@waybill/contracts/carrier-accounts/carrier-account'
import { listEnvelope } from '@waybill/contracts/envelope'
import type { PublicEventType } from '@waybill/contracts/events/event-type'
import {
  type EventType,
  eventTypes,
  type PublicEvent,
  publicEventSchema,
  type SubjectType,
} from '@waybill/contracts/events/public-event'
import { publicQuoteSchema } from '@waybill/contracts/quote'
import { publicShipmentSchema } from '@waybill/contracts/shipment'
import { publicSubscriptionSchema } from '@waybill/contracts/webhooks/subscription'
import type { z } from 'zod'
import { eventSchemas, truncatedObject } from './event-union.ts'
import { examplesFor } from './examples.ts'
import { recordedEvents } from './recorded-events.ts'
import { componentName, componentSchemas, convertOnce } from './schemas.ts'
import type { JsonSchema } from './types.ts'

const subjectSchemas = {
  shipment: publicShipmentSchema,
  quote: publicQuoteSchema,
  booking: publicBookingSchema,
  carrier_account: publicCarrierAccountSchema,
  webhook_subscription: publicSubscriptionSchema,
} as const satisfies Record<SubjectType, z.ZodType>

/** The schema of `data.object`: that of the subject, except for driver positions. */
export const getObjectSchema = (type: EventType): z.ZodType =>
  type === 'booking.driver_location' ? publicDriverLocationSchema : subjectSchemas[getSubjectType(type)]

/** When each type is sent, and the status in its example unless the type contains it. */
const meanings: Record<EventType, [description: string, status?: string]> = {
  'shipment.created': ['A shipment was registered.', 'ready'],
  'shipment.updated': ['A shipment changed. previous_attributes contains the old values.', 'in_transit'],
  'shipment.in_transit': ['The courier collected the parcels, or transit resumed.'],
  'shipment.out_for_delivery': ['The courier has arrived at the drop-off.'],
  'shipment.awaiting_collection': ['The parcels are ready at a collection point.'],
  'shipment.delivery_attempted': ['Delivery failed; another attempt is planned.'],
  'shipment.on_hold': ['The shipment is on hold.'],
  'shipment.returning': ['The parcels are on their way back.'],
  'shipment.delivered': ['The parcels were delivered.'],
  'shipment.returned': ['The parcels were returned to the sender.'],
  'shipment.failed': ['The shipment failed. See failure_reason.'],
  'shipment.cancelled': ['The shipment was cancelled.'],
  'shipment.expired': ['The shipment was not booked in time.'],
  'quote.created': ['A quote was created with the offers of the carriers.', 'pending'],
  'quote.accepted': ['One of the options was booked.'],
  'quote.expired': ['The quote expired.'],
  'quote.superseded': [
    'The route or the parcels changed, an option of another quote was booked, or a dispatch requested new offers.',
  ],
  'quote.cancelled': ['The shipment reached a final status before an option was booked.'],
  'booking.created': ['A booking was created. Its carrier has not responded yet.', 'pending'],
  'booking.updated': ['A booking changed. previous_attributes contains the old values.', 'assigned'],
  'booking.driver_assigned': ['A driver was assigned or replaced.', 'assigned'],
  'booking.delivered': [
    'The parcels were delivered. pod is the proof of delivery; its photos and signature follow, see booking.proof_ready.',
  ],
  'booking.proof_ready': [
    'The photos and the signature of the proof of a delivery are stored: their URLs are in pod. Sent after booking.delivered, unless the proof has neither; once more if the carrier adds to the proof.',
    'delivered',
  ],
  'booking.failed': ['The carrier cannot carry out the booking.'],
  'booking.cancelled': ['The booking was cancelled.'],
  'booking.driver_location': [
    'The position of the driver, at most every 20 seconds. Sent only to subscriptions that name this type; wildcards do not include it.',
  ],
  'carrier_account.failing': [
    'The carrier does not accept the credentials of an account any more. See failure. The account gets no quotes until it is verified.',
  ],
  'webhook.test': ['A test event, sent on request.', 'active'],
  'webhook.subscription_disabled': ['Waybill disabled a subscription. See disabled_reason.', 'disabled'],
}

/** All types, in the order of the catalogue. The dates in the examples are after `day`. */
export function eventTypeCatalogue(day: Date, publicUrl: string): PublicEventType[] {
  const { responses } = examplesFor(day, publicUrl)
  const recorded = recordedEvents(day, publicUrl)
  const convert = convertOnce()
  return eventTypes.map((type) => {
    const subjectType = getSubjectType(type)
    return {
      type,
      description: meanings[type][0],
      subject_type: subjectType,
      schema: buildSchema(type, convert),
      example: recorded[type] ?? buildExample(type, subjectType, responses),
    }
  })
}

/** The response that lists the event types, on one page. */
export function eventTypesAnswer(day: Date, publicUrl: string): string {
  const all = eventTypeCatalogue(day, publicUrl)
  return JSON.stringify(listEnvelope(all, { has_more: false, next_cursor: null, limit: all.length }))
}

const getSubjectType = (type: EventType): SubjectType => {
  const noun = type.slice(0, type.indexOf('.'))
  return noun === 'webhook' ? 'webhook_subscription' : (noun as SubjectType)
}

const getStatus = (type: EventType): string => meanings[type][1] ?? type.slice(type.indexOf('.') + 1)

function buildExample(type: EventType, subjectType: SubjectType, responses: Record<string, unknown>): PublicEvent {
  const event = responses.Event as PublicEvent
  const shown = responses[componentName(getObjectSchema(type)) ?? ''] as Record<string, unknown>
  const idField = subjectType === 'webhook_subscription' ? 'subscription_id' : `${subjectType}_id`
  const hasStatus = type !== 'booking.driver_location'
  const isFirst = type.endsWith('.created') || type === 'webhook.test'
  const status = getStatus(type)
  const changed = hasStatus && !isFirst ? { status: shown.status === status ? 'pending' : shown.status } : {}
  return {
    ...event,
    type,
    subject: { type: subjectType, id: String(shown[idField]) },
    sequence: ['webhook.test', 'booking.driver_location'].includes(type) ? null : isFirst ? 1 : 2,
    data: {
      object: {
        ...shown,
        ...(hasStatus && { status }),
        ...(type === 'webhook.subscription_disabled' && { disabled_reason: 'gone' }),
      },
      previous_attributes: changed,
    },
  }
}

/** The schemas of the objects of events. */
export const eventObjectSchemas = (): z.ZodType[] => [...new Set(eventTypes.map(getObjectSchema))]

/** Components: the event as a union, and its variants. */
export function unionOfEvents(): Record<string, JsonSchema> {
  const { Event: base = {} } = componentSchemas([], [publicEventSchema])
  return eventSchemas(base, (type) => componentName(getObjectSchema(type)) ?? '')
}

function buildSchema(type: EventType, convert: ReturnType<typeof convertOnce>): Record<string, unknown> {
  const shape = getObjectSchema(type)
  const { Event: event = {}, ...objects } = componentSchemas([], [publicEventSchema, shape], convert)
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    ...event,
    properties: {
      ...event.properties,
      type: { const: type },
      data: {
        ...event.properties?.data,
        properties: {
          ...event.properties?.data?.properties,
          object: { anyOf: [{ $ref: `#/components/schemas/${componentName(shape)}` }, truncatedObject] },
        },
      },
    },
    $defs: objects,
  }
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as Record<string, unknown>
}
