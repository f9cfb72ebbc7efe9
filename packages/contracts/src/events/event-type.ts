/** A type of event, as the API lists it. */
import { z } from 'zod'
import { eventTypes, publicEventSchema, subjectTypes } from './public-event.ts'

export const publicEventTypeSchema = z
  .object({
    type: z.enum(eventTypes).describe('The name that a subscription uses.'),
    description: z.string().describe('When the event is sent.'),
    subject_type: z.enum(subjectTypes).describe('The kind of the subject.'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema (draft 2020-12) of the whole payload.'),
    example: publicEventSchema,
  })
  .meta({ id: 'EventType' })
export type PublicEventType = z.output<typeof publicEventTypeSchema>
