import type { McpServer } from '@modelcontextprotocol/server'
import { shipmentStatuses } from '@waybill/sdk'
import { z } from 'zod'
import { answer, done } from '../results/answer.ts'
import { shipmentSchema, shipmentSentence, shipmentView } from '../results/views.ts'
import type { Session } from '../session.ts'

export function addListShipments(server: McpServer, { waybill, secret }: Session): void {
  server.registerTool(
    'list_shipments',
    {
      title: 'List shipments',
      description: 'Finds shipments, newest first. Pass next_cursor as cursor for the next page.',
      inputSchema: z.strictObject({
        status: z.array(z.enum(shipmentStatuses)).optional(),
        q: z
          .string()
          .min(3)
          .optional()
          .describe('Beginning of the order reference, tracking number, or the recipient’s name or post code'),
        merchant_order_ref: z.string().optional().describe('Exactly this order reference'),
        created_from: z.string().optional().describe('Date or RFC 3339 time'),
        created_to: z.string().optional().describe('Date or RFC 3339 time'),
        limit: z.number().int().min(1).max(25).default(10),
        cursor: z.string().optional(),
      }),
      outputSchema: z.object({ shipments: z.array(shipmentSchema), next_cursor: z.string().nullable() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (query) =>
      answer(secret, async () => {
        const { data, nextCursor } = await waybill.shipments.list(query)
        const found = data.length > 0 ? 'Shipments, newest first:' : 'No shipment matches.'
        const more = nextCursor === null ? [] : ['There are more: call again with next_cursor as cursor.']
        const sentences = [found, ...data.map((shipment) => shipmentSentence(shipment)), ...more]
        return done(sentences, { shipments: data.map((shipment) => shipmentView(shipment)), next_cursor: nextCursor })
      }),
  )
}
