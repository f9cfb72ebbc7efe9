/** Server-sent events of a shipment. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { ShipmentNews__Output as ShipmentNews } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import { isId } from '@waybill/contracts/ids'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import { type Call, defineRoute, type Reply, type Route } from '@waybill/edge/routing/route'
import { z } from 'zod'
import type { StreamMessage } from '../../streams/message.ts'
import type { Services } from '../services.ts'

export const STREAM_TYPE = 'text/event-stream'

export const streamQuery = z.object({
  last_event_id: z
    .string()
    .max(100)
    .optional()
    .describe('Same as the header Last-Event-ID, for callers that cannot set it. The header takes precedence.'),
})

/** The last event that the caller has seen; empty if there is none or the id is malformed. */
export function readLastEventId({ headers, query }: Call<z.output<typeof streamQuery>>): string {
  const header = headers['last-event-id']
  const given = typeof header === 'string' ? header : (query.last_event_id ?? '')
  return isId('evt', given) ? given : ''
}

/** Whether the stream is complete. The response is then 204, which tells a browser not to reconnect. */
export const isComplete = (news: ShipmentNews): boolean =>
  news.entries.length === 0 && isFinalShipmentStatus(news.status as ShipmentStatus)

export const streamReply = (body: Reply['body']): Reply => ({
  status: 200,
  body,
  contentType: STREAM_TYPE,
  headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
})

const timelineMessages = ({ entries }: ShipmentNews): StreamMessage[] =>
  entries.map(({ event_id, body }) => ({ id: event_id, event: 'timeline', data: body.toString() }))

export const streamRoutes: Route<Services>[] = [
  defineRoute<Services, typeof streamQuery>({
    operationId: 'streamShipment',
    method: 'GET',
    path: '/api/v1/shipments/{shipment_id}/stream',
    tag: 'Shipments',
    summary: 'Follow a shipment live',
    description:
      'Server-sent events: `timeline` for each entry, beginning with the existing ones, in the order in which they became known, and `end` after a final status. Reconnect with Last-Event-ID to continue after an entry; an unknown id starts again. 204: the status is final and there is no further entry. Limit: 100 streams per key and gateway.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: streamQuery,
    resumable: true,
    success: [
      { status: 200, description: 'A stream of events.', contentType: STREAM_TYPE },
      { status: 204, description: 'The shipment is in a final status, and the caller has seen its whole timeline.' },
    ],
    async handle(call, { shipments, shipmentStreams }) {
      const { news } = await shipments.Follow({
        context: contextMessage(call.context),
        shipment_id: call.params.shipment_id,
        last_event_id: readLastEventId(call),
      })
      if (news === null) throw new Error('the reply of Follow contains no news')
      if (isComplete(news)) return { status: 204, body: '' }
      return streamReply(shipmentStreams.open(call.caller, news, timelineMessages))
    },
  }),
]
