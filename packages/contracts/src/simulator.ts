import { z } from 'zod'
import { bookingStatuses, incidentCodes } from './booking.ts'
import { refuse } from './validation.ts'

/** Body of POST /api/v1/simulator/shipments/{shipment_id}/advance; without a field the courier takes one step. */
export const advanceShipmentSchema = z
  .strictObject({
    status: z
      .enum(bookingStatuses)
      .exclude(['pending'])
      .optional()
      .describe('Booking status to move on to, through those between.'),
    incident: z.enum(incidentCodes).optional().describe('What goes wrong, instead of a status.'),
  })
  .superRefine((body, context) => {
    if (body.status !== undefined && body.incident !== undefined) {
      refuse(context, ['incident'], 'conflicting_fields', 'must not be sent together with status')
    }
  })
  .meta({ id: 'AdvanceShipment' })
export type AdvanceShipment = z.output<typeof advanceShipmentSchema>
