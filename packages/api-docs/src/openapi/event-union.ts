/** Pure: the event as a union of one schema per kind of subject, which its type selects. */
import { type EventType, eventTypes } from '@waybill/contracts/events/public-event'
import type { JsonSchema } from './types.ts'

const ref = (name: string) => `#/components/schemas/${name}`

/** Replaces an object that would make the payload larger than 64 KiB. */
export const truncatedObject: JsonSchema = {
  type: 'object',
  description: 'Replaces an object that is too large to send. Fetch it by its id.',
  required: ['truncated'],
  properties: { truncated: { const: true }, status: { type: ['string', 'null'] } },
}

/**
 * Components of the events: `Event`, and one for each schema of `data.object`. `base` has the fields of every event;
 * `objectSchema` names the schema of an event's object.
 */
export function eventSchemas(base: JsonSchema, objectSchema: (type: EventType) => string): Record<string, JsonSchema> {
  const kinds = Map.groupBy(eventTypes, objectSchema)
  const mapping = Object.fromEntries(eventTypes.map((type) => [type, ref(eventName(objectSchema(type)))]))
  return {
    Event: {
      description: 'Its type selects the schema. New types can be added: ignore an event whose type you do not know.',
      oneOf: [...kinds.keys()].map((object) => ({ $ref: ref(eventName(object)) })),
      discriminator: { propertyName: 'type', mapping },
    },
    ...Object.fromEntries([...kinds].map(([object, types]) => [eventName(object), eventSchema(base, object, types)])),
    TruncatedObject: truncatedObject,
  }
}

const eventName = (object: string): string => `${object}Event`

function eventSchema(base: JsonSchema, object: string, types: readonly EventType[]): JsonSchema {
  const data = base.properties?.data
  return {
    ...base,
    properties: {
      ...base.properties,
      type: { type: 'string', enum: [...types], description: 'The type of the event.' },
      data: {
        ...data,
        properties: {
          ...data?.properties,
          object: {
            description: 'The resource as it was returned at that moment.',
            anyOf: [{ $ref: ref(object) }, { $ref: ref('TruncatedObject') }],
          },
        },
      },
    },
  }
}
