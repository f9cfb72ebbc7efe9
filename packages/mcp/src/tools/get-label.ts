import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answer, done, Refusal } from '../results/answer.ts'
import { bookingSentence } from '../results/views.ts'
import type { Session } from '../session.ts'
import { shipmentId } from './inputs.ts'
import { latestBooking } from './track-shipment.ts'

export function addGetLabel(server: McpServer, { waybill, secret }: Session): void {
  server.registerTool(
    'get_label',
    {
      title: 'Get the label of a booked shipment',
      description:
        'A link to the label of the latest booking, to open and print. The link works for seven days without a key, for everybody who has it, and the label shows the addresses: give it to the user only.',
      inputSchema: z.strictObject({ shipment_id: shipmentId }),
      outputSchema: z.object({ booking_id: z.string(), label_url: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ shipment_id }) =>
      answer(secret, async () => {
        const booking = await latestBooking(waybill, shipment_id)
        if (booking === null) throw new Refusal(`${shipment_id} has no booking, so it has no label. Book it first.`)
        if (booking.label_url === null) throw new Refusal(`${bookingSentence(booking)} It has no label.`)
        const { booking_id, label_url } = booking
        return done([`The label of ${booking_id}: ${label_url}`], { booking_id, label_url })
      }),
  )
}
