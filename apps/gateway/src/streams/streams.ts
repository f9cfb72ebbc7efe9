/** Open streams of server-sent events, and the one loop that asks what is new for all of them. */
import { Readable } from 'node:stream'
import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import { contextMessage, systemContext, type UnaryClient } from '@waybill/chassis/rpc/client'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { AppError } from '@waybill/contracts/app-error'
import type { ShipmentNews__Output as ShipmentNews } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import type { ShipmentServiceDefinition } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentService'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import { HEARTBEAT_TEXT, messageText, retryText, type StreamMessage } from './message.ts'

const POLL_MS = 1_000
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000
const NEWS_TIMEOUT_MS = 5_000
/** Places asked about in one call. */
const BATCH = 500
/** A follower that reads no faster than this is left behind, and comes back for the rest. */
const MAX_UNREAD_BYTES = 256 * 1024
const STREAMS_PER_KEY = 100
const STREAMS_PER_ADDRESS = 20

/** Whose stream it is. */
export interface Caller {
  kind: 'key' | 'address'
  id: string
  /** Checked again while the stream is open; null where none was needed. */
  token: string | null
}

export interface Streams extends Stoppable {
  /**
   * A stream that begins with `begun` and goes on with what becomes known after it, until the shipment is in a final
   * state, the token is revoked or the gateway stops. Throws `rate_limited` when the caller has too many.
   */
  open(caller: Caller, begun: ShipmentNews, render: (news: ShipmentNews) => StreamMessage[]): Readable
}

export interface StreamsOptions {
  shipments: UnaryClient<ShipmentServiceDefinition>
  /** Throws an AppError with status 401 once the token is good for nothing. */
  checkToken: (token: string) => Promise<unknown>
  log: Logger
  metrics: Metrics
  pollMs?: number
  heartbeatMs?: number
}

interface Follower {
  caller: Caller
  stream: Readable
  render(news: ShipmentNews): StreamMessage[]
  environmentId: string
  shipmentId: string
  position: number
  status: string
  writtenAtMs: number
}

type Place = Pick<Follower, 'environmentId' | 'shipmentId' | 'position'>

const keyOf = (place: Place) => `${place.environmentId} ${place.shipmentId} ${place.position}`
const isFinal = (status: string) => isFinalShipmentStatus(status as ShipmentStatus)

/** Asks once a second, with one call for every 500 places at which somebody waits; nothing while nobody does. */
export function startStreams(options: StreamsOptions): Streams {
  const { shipments, checkToken, log, metrics, pollMs = POLL_MS, heartbeatMs = HEARTBEAT_MS } = options
  const followers = new Set<Follower>()
  metrics.gauge({
    name: 'streams_open',
    help: 'Streams of server-sent events that are open.',
    collect: (gauge) => gauge.set(followers.size),
  })

  async function findNews(): Promise<Map<string, ShipmentNews>> {
    const places = [...new Map([...followers].map((follower) => [keyOf(follower), follower])).values()]
    const found = new Map<string, ShipmentNews>()
    for (let from = 0; from < places.length; from += BATCH) {
      const nobody = { environmentId: '', merchantId: '', livemode: false, timeoutMs: NEWS_TIMEOUT_MS }
      const { news } = await shipments.ListNews({
        context: contextMessage(systemContext(nobody)),
        places: places.slice(from, from + BATCH).map((place) => ({
          environment_id: place.environmentId,
          shipment_id: place.shipmentId,
          position: place.position,
        })),
      })
      for (const one of news) {
        found.set(keyOf({ environmentId: one.environment_id, shipmentId: one.shipment_id, position: one.after }), one)
      }
    }
    return found
  }

  async function isAdmitted({ token }: Caller): Promise<boolean> {
    if (token === null) return true
    try {
      await checkToken(token)
      return true
    } catch (error) {
      // Whoever cannot be checked at present was admitted once.
      return !(error instanceof AppError && error.kind.status === 401)
    }
  }

  function write(follower: Follower, text: string): void {
    follower.stream.push(text)
    follower.writtenAtMs = performance.now()
    if (follower.stream.readableLength > MAX_UNREAD_BYTES) end(follower)
  }

  function tell(follower: Follower, news: ShipmentNews): void {
    follower.position = news.position
    follower.status = news.status
    const messages = follower.render(news)
    if (messages.length > 0) write(follower, messages.map(messageText).join(''))
  }

  function end(follower: Follower): void {
    if (followers.delete(follower)) follower.stream.push(null)
  }

  const loop = startLoop({
    name: 'streams.news',
    intervalMs: pollMs,
    log,
    work: async () => {
      if (followers.size === 0) return 'idle'
      for (const follower of followers) if (!(await isAdmitted(follower.caller))) end(follower)
      const present = [...followers]
      const found = await findNews()
      for (const follower of present) {
        const news = found.get(keyOf(follower))
        if (!followers.has(follower)) continue
        if (news) tell(follower, news)
        else if (isFinal(follower.status)) {
          write(follower, messageText({ event: 'end', data: JSON.stringify({ status: follower.status }) }))
          end(follower)
        } else if (performance.now() - follower.writtenAtMs >= heartbeatMs) write(follower, HEARTBEAT_TEXT)
      }
      return 'idle'
    },
  })

  return {
    open(caller, begun, render) {
      assertMayOpen(followers, caller)
      const stream = new Readable({ read() {} })
      const follower: Follower = {
        caller,
        stream,
        render,
        environmentId: begun.environment_id,
        shipmentId: begun.shipment_id,
        position: begun.position,
        status: begun.status,
        writtenAtMs: performance.now(),
      }
      followers.add(follower)
      stream.on('close', () => followers.delete(follower))
      write(follower, retryText(RETRY_MS))
      if (begun.entries.length > 0) tell(follower, begun)
      return stream
    },
    async stop() {
      await loop.stop()
      for (const follower of followers) end(follower)
    },
  }
}

function assertMayOpen(followers: ReadonlySet<Follower>, { kind, id }: Caller): void {
  const limit = kind === 'key' ? STREAMS_PER_KEY : STREAMS_PER_ADDRESS
  const open = [...followers].filter(({ caller }) => caller.kind === kind && caller.id === id).length
  if (open < limit) return
  const message = `${limit} streams are open already: close one, or follow more shipments by webhooks.`
  throw new AppError('rate_limited', message, { retryAfterSeconds: 10 })
}
