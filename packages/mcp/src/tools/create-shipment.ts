import { createHash } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/server'
import type { Waybill } from '@waybill/sdk'
import { z } from 'zod'
import { answer, done } from '../results/answer.ts'
import { shipmentSchema, shipmentSentence, shipmentView } from '../results/views.ts'
import type { Session } from '../session.ts'
import { shipmentDocument } from './inputs.ts'

/** The same document has the same key, so that a repeated call registers one shipment. */
export function registerShipment(waybill: Waybill, document: z.infer<typeof shipmentDocument>) {
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex')
  return waybill.shipments.create(document, { idempotencyKey: `mcp-create-${digest}` })
}

export function addCreateShipment(server: McpServer, { waybill, secret }: Session): void {
  server.registerTool(
    'create_shipment',
    {
      title: 'Register a shipment',
      description:
        'Registers a shipment. It costs nothing; ask for offers with get_rates next. The same document within 24 hours returns the same shipment: for another one, change merchant_order_ref.',
      inputSchema: shipmentDocument,
      outputSchema: z.object({ shipment: shipmentSchema }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (document) =>
      answer(secret, async () => {
        const shipment = await registerShipment(waybill, document)
        const sentences = [shipmentSentence(shipment), 'Next: get_rates with its shipment_id.']
        return done(sentences, { shipment: shipmentView(shipment) })
      }),
  )
}
