import { z } from 'zod'
import { bookingStatuses, incidentCodes } from './booking.ts'
import { acrossFields } from './requests/across-fields.ts'
import { refuse } from './requests/validation.ts'

/** Body of POST /api/v1/simulator/shipments/{shipment_id}/advance. Without a field the courier takes one step. */
export const advanceShipmentSchema = acrossFields(
  z.strictObject({
    status: z
      .enum(bookingStatuses)
      .exclude(['pending'])
      .optional()
      .describe('Booking status to advance to, passing through the statuses in between.'),
    incident: z.enum(incidentCodes).optional().describe('Incident to report instead of a status.'),
  }),
  (_accepted, context, all: { status?: unknown; incident?: unknown }) => {
    if (all.status !== undefined && all.incident !== undefined)
      refuse(context, ['incident'], 'conflicting_fields', 'must not be sent together with status')
  },
).meta({ id: 'AdvanceShipment' })
export type AdvanceShipment = z.output<typeof advanceShipmentSchema>
