import type { McpServer } from '@modelcontextprotocol/server'
import { type Booking, type Waybill, WaybillError } from '@waybill/sdk'
import { z } from 'zod'
import { answer, done } from '../results/answer.ts'
import {
  bookingSchema,
  bookingSentence,
  bookingView,
  shipmentSchema,
  shipmentSentence,
  shipmentView,
  timelineSchema,
  timelineView,
} from '../results/views.ts'
import type { Session } from '../session.ts'
import { shipmentId } from './inputs.ts'

const MOST_ENTRIES = 15
/** Read from the beginning of the timeline to find its end. */
const MOST_READ = 500

export function addTrackShipment(server: McpServer, { waybill, secret }: Session): void {
  server.registerTool(
    'track_shipment',
    {
      title: 'Track a shipment',
      description: `Where a shipment is: its status, its latest booking, the expected delivery and the newest ${MOST_ENTRIES} entries of its timeline.`,
      inputSchema: z.strictObject({ shipment_id: shipmentId }),
      outputSchema: z.object({
        shipment: shipmentSchema,
        booking: bookingSchema.nullable(),
        timeline: z.array(timelineSchema).describe('Oldest first'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ shipment_id }) =>
      answer(secret, async () => {
        const [shipment, booking, entries] = await Promise.all([
          waybill.shipments.get(shipment_id),
          latestBooking(waybill, shipment_id),
          waybill.shipments.timeline(shipment_id, { limit: 100 }).toArray({ limit: MOST_READ }),
        ])
        const timeline = entries.slice(-MOST_ENTRIES).map((entry) => timelineView(entry))
        const eta = booking?.eta ? [`Expected from ${booking.eta.from} to ${booking.eta.to}.`] : []
        const sentences = [shipmentSentence(shipment), ...(booking ? [bookingSentence(booking)] : []), ...eta]
        const view = { shipment: shipmentView(shipment), booking: booking && bookingView(booking), timeline }
        return done(sentences, view)
      }),
  )
}

/** Null if the shipment has never been booked. */
export async function latestBooking(waybill: Waybill, id: string): Promise<Booking | null> {
  try {
    return await waybill.shipments.booking(id)
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'booking_not_found') return null
    throw error
  }
}
