/** The catalogue of event types: what each says, its JSON Schema and an example, from the schemas that make events. */
import { publicBookingSchema, publicDriverLocationSchema } from '@waybill/contracts/booking'
import { listEnvelope } from '@waybill/contracts/envelope'
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
import { z } from 'zod'
import { examplesFor } from './examples.ts'
import { componentName, componentSchemas } from './schemas.ts'
import type { JsonSchema } from './types.ts'

export const publicEventTypeSchema = z
  .object({
    type: z.enum(eventTypes).describe('What a subscription names.'),
    description: z.string().describe('When it is sent.'),
    subject_type: z.enum(['shipment', 'quote', 'booking', 'webhook_subscription']).describe('What it is about.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema, draft 2020-12, of the whole payload.'),
    example: publicEventSchema,
  })
  .meta({ id: 'EventType' })
export type PublicEventType = z.output<typeof publicEventTypeSchema>

const subjectSchemas = {
  shipment: publicShipmentSchema,
  quote: publicQuoteSchema,
  booking: publicBookingSchema,
  webhook_subscription: publicSubscriptionSchema,
} as const satisfies Record<SubjectType, z.ZodType>

/** The public shape of `data.object`: of the subject, but for positions of drivers. */
export const objectSchemaOf = (type: EventType): z.ZodType =>
  type === 'booking.driver_location' ? publicDriverLocationSchema : subjectSchemas[subjectTypeOf(type)]

/** When each is sent, and the object's status in its example where the type does not name one. */
const meanings: Record<EventType, [description: string, status?: string]> = {
  'shipment.created': ['A shipment was registered.', 'ready'],
  'shipment.updated': ['A shipment changed in any way; previous_attributes says what.', 'in_transit'],
  'shipment.in_transit': ['The courier has collected the parcels, or they move again.'],
  'shipment.out_for_delivery': ['The courier is under way to the door.'],
  'shipment.awaiting_collection': ['The parcels wait at a collection point.'],
  'shipment.delivery_attempted': ['Delivery failed; another attempt is planned.'],
  'shipment.on_hold': ['Something stops the shipment for now.'],
  'shipment.returning': ['The parcels are on their way back.'],
  'shipment.delivered': ['The parcels have been delivered.'],
  'shipment.returned': ['The parcels are back at the sender.'],
  'shipment.failed': ['The shipment failed; failure_reason says why.'],
  'shipment.cancelled': ['The shipment was cancelled.'],
  'shipment.expired': ['The shipment was not booked in time.'],
  'quote.created': ['Carriers have made their offers.', 'pending'],
  'quote.accepted': ['One of the options was booked.'],
  'quote.expired': ['The quote is past its validity.'],
  'quote.superseded': [
    'The route or the parcels changed, another option was booked, or a dispatch has asked the carriers anew.',
  ],
  'quote.cancelled': ['The shipment ended before an option was booked.'],
  'booking.created': ['A booking was begun; its carrier has not answered yet.', 'pending'],
  'booking.updated': ['A booking changed in any way; previous_attributes says what.', 'assigned'],
  'booking.driver_assigned': ['A driver was named, or another one.', 'assigned'],
  'booking.delivered': ['The parcels have been delivered; pod is the proof.'],
  'booking.failed': ['The carrier gave the booking up.'],
  'booking.cancelled': ['The booking was cancelled.'],
  'booking.driver_location': ['Where the driver is, every 20 seconds at most. Only sent to those who name it.'],
  'webhook.test': ['Asked for by the test operation.', 'active'],
  'webhook.subscription_disabled': ['The platform disabled a subscription: disabled_reason says why.', 'disabled'],
}

/** All types, in the order of the catalogue. The examples' dates lie after the day. */
export function eventTypeCatalogue(day: Date, publicUrl: string): PublicEventType[] {
  const { responses } = examplesFor(day, publicUrl)
  return eventTypes.map((type) => {
    const subjectType = subjectTypeOf(type)
    return {
      type,
      description: meanings[type][0],
      subject_type: subjectType,
      schema: schemaOf(type),
      example: exampleOf(type, subjectType, responses),
    }
  })
}

/** The catalogue as the answer of its operation: one page that holds it all. */
export function eventTypesAnswer(day: Date, publicUrl: string): string {
  const all = eventTypeCatalogue(day, publicUrl)
  return JSON.stringify(listEnvelope(all, { has_more: false, next_cursor: null, limit: all.length }))
}

const subjectTypeOf = (type: EventType): SubjectType => {
  const noun = type.slice(0, type.indexOf('.'))
  return noun === 'webhook' ? 'webhook_subscription' : (noun as SubjectType)
}

const statusOf = (type: EventType): string => meanings[type][1] ?? type.slice(type.indexOf('.') + 1)

function exampleOf(type: EventType, subjectType: SubjectType, responses: Record<string, unknown>): PublicEvent {
  const event = responses.Event as PublicEvent
  const shown = responses[componentName(objectSchemaOf(type)) ?? ''] as Record<string, unknown>
  const idField = subjectType === 'webhook_subscription' ? 'subscription_id' : `${subjectType}_id`
  const hasStatus = type !== 'booking.driver_location'
  const isFirst = type.endsWith('.created') || type === 'webhook.test'
  const status = statusOf(type)
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

/** What stands for an object that would make the payload larger than 64 KiB. */
const truncatedObject: JsonSchema = {
  type: 'object',
  description: 'Stands for an object too large to send: fetch it by its id.',
  required: ['truncated'],
  properties: { truncated: { const: true }, status: { type: ['string', 'null'] } },
}

function schemaOf(type: EventType): Record<string, unknown> {
  const shape = objectSchemaOf(type)
  const { Event: event = {}, ...objects } = componentSchemas([], [publicEventSchema, shape])
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
