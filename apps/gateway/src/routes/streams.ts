/** Server-sent events of a shipment. */
import { contextMessage } from '@waybill/chassis/rpc/client'
import type { ShipmentNews__Output as ShipmentNews } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import { isId } from '@waybill/contracts/ids'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import { z } from 'zod'
import { type Call, defineRoute, type Reply, type Route, TIMEOUT_MS } from '../routing/route.ts'
import type { StreamMessage } from '../streams/message.ts'
import type { Services } from './services.ts'

export const STREAM_TYPE = 'text/event-stream'

export const streamQuery = z.object({
  last_event_id: z
    .string()
    .max(100)
    .optional()
    .describe('As the header Last-Event-ID, for callers that cannot set one; the header goes first.'),
})

/** The event that the caller has seen last; empty: none, or nothing that could be one. */
export function lastEventIdOf({ headers, query }: Call<z.output<typeof streamQuery>>): string {
  const header = headers['last-event-id']
  const given = typeof header === 'string' ? header : (query.last_event_id ?? '')
  return isId('evt', given) ? given : ''
}

/** What tells a browser not to connect again: all has been said. */
export const nothingMore = (news: ShipmentNews): boolean =>
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
      'Server-sent events: one of type `timeline` for each entry of the timeline, those that are there already first, in the order in which they became known; `end` after a final status. Connect again with Last-Event-ID to go on after an entry; 204 says that nothing follows. A comment every 15 seconds keeps the connection open. 100 streams per key and gateway.',
    access: { kind: 'token', scope: 'shipments:read' },
    query: streamQuery,
    resumable: true,
    success: [
      { status: 200, description: 'Events, as they come.', contentType: STREAM_TYPE },
      { status: 204, description: 'The shipment is in a final state, and all of its timeline has been seen.' },
    ],
    errors: [],
    timeoutMs: TIMEOUT_MS.read,
    async handle(call, { shipments, streams }) {
      const { news } = await shipments.Follow({
        context: contextMessage(call.context),
        shipment_id: call.params.shipment_id,
        last_event_id: lastEventIdOf(call),
      })
      if (news === null) throw new Error('the answer to Follow has no news')
      if (nothingMore(news)) return { status: 204, body: '' }
      return streamReply(streams.open(call.caller, news, timelineMessages))
    },
  }),
]
