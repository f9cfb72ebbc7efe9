/** Streams of shipments, and the loop that finds new timeline entries for all of them. */
import type { Readable } from 'node:stream'
import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import { contextMessage, type RpcClient, systemContext } from '@waybill/chassis/rpc/client'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { ShipmentNews__Output as ShipmentNews } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import type { Caller } from '@waybill/edge/routing/route'
import { HEARTBEAT_TEXT, messageText, type StreamMessage } from './message.ts'
import type { OpenStream, OpenStreams } from './open-streams.ts'

const POLL_MS = 1_000
const NEWS_TIMEOUT_MS = 5_000
/** Positions in one call. */
const BATCH_SIZE = 500
/** A follower with more unread data than this is disconnected. It can reconnect for the rest. */
const MAX_UNREAD_BYTES = 256 * 1024

export interface ShipmentStreams extends Stoppable {
  /** Opens a stream with the entries of `first`, followed by new ones, until the shipment reaches a final status. */
  open(caller: Caller, first: ShipmentNews, render: (news: ShipmentNews) => StreamMessage[]): Readable
}

interface StreamsOptions {
  shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'>
  streams: OpenStreams
  log: Logger
  pollMs?: number
}

interface Follower {
  stream: OpenStream
  render(news: ShipmentNews): StreamMessage[]
  environmentId: string
  shipmentId: string
  position: number
  status: string
}

type Position = Pick<Follower, 'environmentId' | 'shipmentId' | 'position'>

const toKey = ({ environmentId, shipmentId, position }: Position) => `${environmentId} ${shipmentId} ${position}`
const isFinal = (status: string) => isFinalShipmentStatus(status as ShipmentStatus)

/** Asks once a second, with one call for every 500 positions at which followers wait, and not at all without followers. */
export function startShipmentStreams({ shipments, streams, log, pollMs = POLL_MS }: StreamsOptions): ShipmentStreams {
  const followers = new Set<Follower>()

  function sendNews(follower: Follower, news: ShipmentNews): void {
    follower.position = news.position
    follower.status = news.status
    const messages = follower.render(news)
    if (messages.length > 0) follower.stream.write(messages.map(messageText).join(''))
    if (follower.stream.body.readableLength > MAX_UNREAD_BYTES) follower.stream.end()
  }

  function update(follower: Follower, news: ShipmentNews | undefined): void {
    if (news) sendNews(follower, news)
    else if (isFinal(follower.status)) {
      follower.stream.write(messageText({ event: 'end', data: JSON.stringify({ status: follower.status }) }))
      follower.stream.end()
    }
  }

  const loop = startLoop({
    name: 'streams.news',
    intervalMs: pollMs,
    log,
    work: async () => {
      // Without those that ended.
      const waiting = [...followers].filter(({ stream }) => stream.isOpen())
      if (waiting.length === 0) return 'idle'
      const found = await findNews(shipments, waiting)
      for (const follower of waiting) update(follower, found.get(toKey(follower)))
      return 'idle'
    },
  })

  return {
    open(caller, first, render) {
      const stream = streams.open(caller, {
        heartbeat: () => HEARTBEAT_TEXT,
        onClose: () => void followers.delete(follower),
      })
      const { environment_id: environmentId, shipment_id: shipmentId, position, status } = first
      const follower: Follower = { stream, render, environmentId, shipmentId, position, status }
      followers.add(follower)
      if (first.entries.length > 0) sendNews(follower, first)
      return stream.body
    },
    stop: () => loop.stop(),
  }
}

/** New entries after each of the positions. Followers at the same position share an entry. */
async function findNews(
  shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'>,
  positions: readonly Position[],
): Promise<Map<string, ShipmentNews>> {
  const distinct = [...new Map(positions.map((position) => [toKey(position), position])).values()]
  const found = new Map<string, ShipmentNews>()
  for (let from = 0; from < distinct.length; from += BATCH_SIZE) {
    const anonymous = { environmentId: '', merchantId: '', livemode: false, timeoutMs: NEWS_TIMEOUT_MS }
    const { news } = await shipments.ListNews({
      context: contextMessage(systemContext(anonymous)),
      places: distinct.slice(from, from + BATCH_SIZE).map(({ environmentId, shipmentId, position }) => ({
        environment_id: environmentId,
        shipment_id: shipmentId,
        position,
      })),
    })
    for (const one of news) {
      found.set(toKey({ environmentId: one.environment_id, shipmentId: one.shipment_id, position: one.after }), one)
    }
  }
  return found
}
