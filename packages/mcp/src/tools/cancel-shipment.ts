import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answer, done } from '../results/answer.ts'
import type { Session } from '../session.ts'
import { shipmentId } from './inputs.ts'

export function addCancelShipment(server: McpServer, { waybill, secret }: Session): void {
  server.registerTool(
    'cancel_shipment',
    {
      title: 'Cancel a shipment',
      description:
        'Cancels a shipment, and the carrier’s job if it is booked. It cannot be undone, and a carrier may charge a fee. Ask the user before.',
      inputSchema: z.strictObject({
        shipment_id: shipmentId,
        reason_code: z.string().default('merchant_request').describe('Letters, digits, _ . or -'),
        reason_note: z.string().optional(),
      }),
      outputSchema: z.object({ shipment_id: z.string(), status: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ shipment_id, ...reason }) =>
      answer(secret, async () => {
        const { status } = await waybill.shipments.cancel(shipment_id, reason)
        const sentence =
          status === 'cancelled'
            ? `${shipment_id} is cancelled.`
            : `The cancellation of ${shipment_id} is requested; it is ${status} until the carrier answers. See track_shipment.`
        return done([sentence], { shipment_id, status })
      }),
  )
}
