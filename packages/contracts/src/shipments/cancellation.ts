import { z } from 'zod'
import { type Shipment, shipmentStatuses } from '../shipment.ts'

/** Response to cancelling a shipment. */
export const publicCancellationSchema = z
  .object({
    shipment_id: z.string(),
    status: z.enum(shipmentStatuses),
    cancellation_reason_code: z.string().nullable(),
    cancellation_reason_note: z.string().nullable(),
  })
  .meta({ id: 'Cancellation' })

export const publicCancellation = (shipment: Shipment): z.output<typeof publicCancellationSchema> => ({
  shipment_id: shipment.shipmentId,
  status: shipment.status,
  cancellation_reason_code: shipment.cancellationReasonCode,
  cancellation_reason_note: shipment.cancellationReasonNote,
})
