/** Open streams of server-sent events, and the loop that finds new entries for all of them. */
import { Readable } from 'node:stream'
import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import { contextMessage, type RpcClient, systemContext } from '@waybill/chassis/rpc/client'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { AppError } from '@waybill/contracts/app-error'
import type { ShipmentNews__Output as ShipmentNews } from '@waybill/contracts/gen/waybill/shipment/v1/ShipmentNews'
import { isFinalShipmentStatus, type ShipmentStatus } from '@waybill/contracts/shipment'
import type { Credentials } from '../auth/credentials.ts'
import { createShares, type Holder } from '../limits/shares.ts'
import { HEARTBEAT_TEXT, messageText, retryText, type StreamMessage } from './message.ts'

const POLL_MS = 1_000
const CHECK_TOKENS_MS = 500
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000
const NEWS_TIMEOUT_MS = 5_000
/** Positions in one call. */
const BATCH_SIZE = 500
/** A follower with more unread data than this is disconnected. It can reconnect for the rest. */
const MAX_UNREAD_BYTES = 256 * 1024
/** An open stream costs some 30 KB here. */
const LIMITS = { perKey: 100, perAddress: 20, perEnvironment: 400, allAddresses: 1_000, perProcess: 2_000 }

/** The owner of a stream. */
export interface Caller extends Holder {
  /** Checked again while the stream is open; null for a public stream. */
  token: string | null
}

export interface Streams extends Stoppable {
  /**
   * Opens a stream with the entries of `first`, followed by new ones, until the shipment reaches a final status, the
   * token is revoked, suspended or expires, or the gateway stops. Throws `rate_limited` if the caller or its environment has
   * too many streams, `service_unavailable` if the gateway has.
   */
  open(caller: Caller, first: ShipmentNews, render: (news: ShipmentNews) => StreamMessage[]): Readable
}

interface StreamsOptions {
  shipments: RpcClient<'gateway', 'waybill.shipment.v1.ShipmentService'>
  credentials: Pick<Credentials, 'get' | 'onChange'>
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

type Position = Pick<Follower, 'environmentId' | 'shipmentId' | 'position'>

const toKey = ({ environmentId, shipmentId, position }: Position) => `${environmentId} ${shipmentId} ${position}`
const isFinal = (status: string) => isFinalShipmentStatus(status as ShipmentStatus)

/** Asks once a second, with one call for every 500 positions at which followers wait, and not at all without followers. */
export function startStreams(options: StreamsOptions): Streams {
  const { shipments, credentials, log, metrics, pollMs = POLL_MS, heartbeatMs = HEARTBEAT_MS } = options
  const followers = new Set<Follower>()
  const shares = createShares(LIMITS, {
    describe: (limit) => `${limit} streams are open`,
    advice: 'Close one, or use webhooks to follow more shipments.',
    retryAfterSeconds: 10,
  })
  metrics.gauge({
    name: 'streams_open',
    help: 'Open streams of server-sent events.',
    collect: (gauge) => gauge.set(followers.size),
  })

  function write(follower: Follower, text: string): void {
    follower.stream.push(text)
    follower.writtenAtMs = performance.now()
    if (follower.stream.readableLength > MAX_UNREAD_BYTES) end(follower)
  }

  function sendNews(follower: Follower, news: ShipmentNews): void {
    follower.position = news.position
    follower.status = news.status
    const messages = follower.render(news)
    if (messages.length > 0) write(follower, messages.map(messageText).join(''))
  }

  function end(follower: Follower): void {
    if (followers.delete(follower)) follower.stream.push(null)
  }

  function update(follower: Follower, news: ShipmentNews | undefined): void {
    if (news) sendNews(follower, news)
    else if (isFinal(follower.status)) {
      write(follower, messageText({ event: 'end', data: JSON.stringify({ status: follower.status }) }))
      end(follower)
    } else if (performance.now() - follower.writtenAtMs >= heartbeatMs) write(follower, HEARTBEAT_TEXT)
  }

  const loop = startLoop({
    name: 'streams.news',
    intervalMs: pollMs,
    log,
    work: async () => {
      if (followers.size === 0) return 'idle'
      const waiting = [...followers]
      const found = await findNews(shipments, waiting)
      for (const follower of waiting) {
        // It may have disconnected during the call.
        if (followers.has(follower)) update(follower, found.get(toKey(follower)))
      }
      return 'idle'
    },
  })

  const checks = startLoop({
    name: 'streams.tokens',
    intervalMs: CHECK_TOKENS_MS,
    log,
    work: async () => {
      for (const follower of followers) if (!(await isAdmitted(follower.caller, credentials))) end(follower)
      return 'idle'
    },
  })
  credentials.onChange(() => checks.nudge())

  return {
    open(caller, first, render) {
      const giveBack = shares.take(caller)
      const stream = new Readable({ read() {} })
      const follower: Follower = {
        caller,
        stream,
        render,
        environmentId: first.environment_id,
        shipmentId: first.shipment_id,
        position: first.position,
        status: first.status,
        writtenAtMs: performance.now(),
      }
      followers.add(follower)
      stream.on('close', () => {
        followers.delete(follower)
        giveBack()
      })
      write(follower, retryText(RETRY_MS))
      if (first.entries.length > 0) sendNews(follower, first)
      return stream
    },
    async stop() {
      await Promise.all([loop.stop(), checks.stop()])
      for (const follower of followers) end(follower)
    },
  }
}

/** What is new after each of the positions. Followers at the same position share an entry. */
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

async function isAdmitted({ token }: Caller, credentials: StreamsOptions['credentials']): Promise<boolean> {
  if (token === null) return true
  try {
    await credentials.get(token)
    return true
  } catch (error) {
    // If tokens cannot be checked at the moment, the stream stays open.
    return !(error instanceof AppError && error.kind.status < 500)
  }
}
