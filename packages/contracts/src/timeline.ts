import { z } from 'zod'
import { incidentCodes } from './booking.ts'
import { shipmentStatuses } from './shipment.ts'

/** One entry of GET /api/v1/shipments/{shipment_id}/events. */
export const publicTimelineEntrySchema = z
  .object({
    event_id: z.string(),
    type: z.enum(['status_changed', 'tracking', 'details_changed']),
    status: z.enum(shipmentStatuses),
    tracking_status: z
      .string()
      .nullable()
      .describe('Status of the booking at that time; `unknown` if the report does not say.'),
    incident: z.enum(incidentCodes).nullable(),
    description: z.string().nullable(),
    carrier_code: z.string().nullable(),
    booking_id: z.string().nullable(),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    occurred_at: z.string(),
    recorded_at: z.string(),
  })
  .meta({ id: 'TimelineEntry' })
export type PublicTimelineEntry = z.output<typeof publicTimelineEntrySchema>
