import { z } from 'zod'
import { incidentCodes } from './booking.ts'
import { shipmentStatuses } from './shipment.ts'

/** The reason of the entry for a booking that was cancelled on request. */
export const BOOKING_CANCELLED = 'booking_cancelled'

/** One entry of GET /api/v1/shipments/{shipment_id}/events. */
export const publicTimelineEntrySchema = z
  .object({
    event_id: z.string(),
    type: z.enum(['status_changed', 'tracking', 'details_changed', 'carrier_declined']),
    status: z.enum(shipmentStatuses),
    tracking_status: z
      .string()
      .nullable()
      .describe('Status of the booking at that time; `unknown` if the report does not say.'),
    incident: z.enum(incidentCodes).nullable(),
    description: z.string().nullable(),
    carrier_code: z.string().nullable(),
    service_code: z
      .string()
      .nullable()
      .describe('Of `carrier_declined`: the service that was asked; null: every service of the carrier.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'For `carrier_declined`: the code of a quote message, a code of the carrier, or `too_expensive`, `other_currency` or `too_late` by the limits of `dispatch`. For other entries: `booking_cancelled` if you cancelled the booking or its courier was late, or the `failure_reason` after a search. Otherwise null. More are added.',
      ),
    booking_id: z.string().nullable(),
    eta: z
      .object({ from: z.string(), to: z.string() })
      .nullable()
      .describe('When the delivery was expected, as known then.'),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    occurred_at: z
      .string()
      .describe('When it happened. A report that a carrier dates before the booking has the time of the booking.'),
    recorded_at: z.string(),
  })
  .meta({ id: 'TimelineEntry' })
export type PublicTimelineEntry = z.output<typeof publicTimelineEntrySchema>
