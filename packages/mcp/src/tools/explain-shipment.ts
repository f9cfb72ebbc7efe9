import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { readFacts } from '../explain/facts.ts'
import { nextSteps } from '../explain/next-steps.ts'
import { whatHappened } from '../explain/sentences.ts'
import { answer, done } from '../results/answer.ts'
import {
  bookingSchema,
  bookingView,
  declineSchema,
  declineView,
  shipmentSchema,
  shipmentView,
  timelineSchema,
  timelineView,
} from '../results/views.ts'
import type { Session } from '../session.ts'
import { shipmentId } from './inputs.ts'

const MOST_ENTRIES = 25
const MOST_DECLINES = 30

export function addExplainShipment(server: McpServer, { waybill, secret }: Session): void {
  server.registerTool(
    'explain_shipment',
    {
      title: 'Explain a shipment',
      description:
        'What happened to a shipment and what to do next: offers and declines with their reasons, booking attempts, reports of the carrier, incidents, webhooks sent and failed.',
      inputSchema: z.strictObject({ shipment_id: shipmentId }),
      outputSchema: z.object({
        what_happened: z.array(z.string()),
        next_steps: z.array(z.string()),
        shipment: shipmentSchema,
        declines: z.array(declineSchema).describe('Of the latest quote'),
        bookings: z.array(bookingSchema).describe('Newest first'),
        timeline: z.array(timelineSchema).describe('Oldest first'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ shipment_id }) =>
      answer(secret, async () => {
        const facts = await readFacts(waybill, shipment_id)
        const [happened, next] = [whatHappened(facts), nextSteps(facts, Date.now())]
        const declines = facts.quotes[0]?.messages ?? []
        return done([...next, ...happened], {
          what_happened: happened,
          next_steps: next,
          shipment: shipmentView(facts.shipment),
          declines: declines.slice(0, MOST_DECLINES).map((message) => declineView(message)),
          bookings: facts.bookings.map((booking) => bookingView(booking)),
          timeline: facts.timeline.slice(-MOST_ENTRIES).map((entry) => timelineView(entry)),
        })
      }),
  )
}
