/** The public tracking page and its stream. The tracking token in the URL is the only credential. */
import { type CallContext, contextMessage } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import type { FollowReply__Output } from '@waybill/contracts/gen/waybill/shipment/v1/FollowReply'
import type { ShipmentNews__Output as ShipmentNews } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import type { ShipmentStatus } from '@waybill/contracts/shipment'
import type { PublicTimelineEntry } from '@waybill/contracts/timeline'
import { addressFromMessage } from '@waybill/contracts/values/address'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import { defineRoute, type Reply, type Route } from '@waybill/edge/routing/route'
import type { StreamMessage } from '../../streams/message.ts'
import {
  type TrackedShipment,
  type TrackingPage,
  trackingFragment,
  trackingPage,
  unknownTrackingPage,
} from '../../tracking-page/page.ts'
import type { Services } from '../services.ts'
import { isComplete, readLastEventId, STREAM_TYPE, streamQuery, streamReply } from './streams.ts'

const common = {
  method: 'GET',
  tag: 'Pages',
  // Two services read for it.
  access: { kind: 'anyone', limited: true, tokens: 1 },
  hidden: true,
} as const

/** A page of a recipient. */
export const pageReply = (status: number, { html, securityPolicy }: TrackingPage): Reply => ({
  status,
  body: html,
  contentType: 'text/html; charset=utf-8',
  headers: {
    'content-security-policy': securityPolicy,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  },
})

/** All that the page may show of a shipment. */
interface Tracked {
  city: string
  timeZone: string
  news: ShipmentNews
  /** Where the recipient returns goods; empty: nothing can come back. */
  returnsUrl: string
}

async function follow({ shipments }: Services, context: CallContext, tracking_token = ''): Promise<Tracked> {
  const reply: FollowReply__Output = await shipments.Follow({ context: contextMessage(context), tracking_token })
  if (reply.news === null) throw new Error('the reply of Follow contains no news')
  const dropoff = reply.shipment?.dropoff_address
  const timeZone = dropoff ? getTimeZone(addressFromMessage(dropoff)) : 'UTC'
  const returnsUrl = reply.returnable ? `/r/${encodeURIComponent(tracking_token)}` : ''
  return { city: dropoff?.city ?? '', timeZone, news: reply.news, returnsUrl }
}

const parseEntries = ({ entries }: ShipmentNews): PublicTimelineEntry[] =>
  entries.map(({ body }) => JSON.parse(body.toString()))

const toTracked = ({ city, timeZone, news, returnsUrl }: Tracked, entries = parseEntries(news)): TrackedShipment => ({
  status: news.status as ShipmentStatus,
  city,
  timeZone,
  tracking: { number: news.tracking_number, url: news.carrier_tracking_url },
  parcels: news.parcels as TrackedShipment['parcels'],
  at: new Date(),
  returnsUrl,
  entries,
})

export const trackingRoutes: Route<Services>[] = [
  defineRoute({
    ...common,
    operationId: 'getTrackingPage',
    path: '/t/{tracking_token}',
    summary: 'Get the tracking page of a delivery',
    success: [{ status: 200, description: 'The page.', contentType: 'text/html' }],
    async handle({ context, params }, services) {
      try {
        const tracked = await follow(services, context, params.tracking_token)
        const branding = await services.brandings.find(tracked.news.environment_id)
        return pageReply(200, trackingPage(toTracked(tracked), branding))
      } catch (error) {
        if (error instanceof AppError && error.code === 'shipment_not_found')
          return pageReply(404, unknownTrackingPage())
        throw error
      }
    },
  }),
  defineRoute<Services, typeof streamQuery>({
    ...common,
    operationId: 'streamTrackingPage',
    path: '/t/{tracking_token}/stream',
    summary: 'Follow a tracking page',
    query: streamQuery,
    success: [{ status: 200, description: 'A stream of events.', contentType: STREAM_TYPE }],
    async handle(call, services) {
      const tracked = await follow(services, call.context, call.params.tracking_token)
      const all = parseEntries(tracked.news)
      const lastEventId = readLastEventId(call)
      const isSeen = lastEventId !== '' && all.at(-1)?.event_id === lastEventId
      const begun = isSeen ? { ...tracked.news, entries: [] } : tracked.news
      if (isComplete(begun)) return { status: 204, body: '' }
      const seen = isSeen ? all : []
      const render = (news: ShipmentNews): StreamMessage[] => {
        seen.push(...parseEntries(news))
        const html = trackingFragment(toTracked({ ...tracked, news }, seen))
        return [{ id: seen.at(-1)?.event_id, event: 'update', data: JSON.stringify({ html }) }]
      }
      return streamReply(services.shipmentStreams.open(call.caller, begun, render))
    },
  }),
]
