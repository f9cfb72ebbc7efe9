/** Open streams of server-sent events: who may have how many, when they end, and their heartbeats. */
import { Readable } from 'node:stream'
import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { createShares } from '@waybill/edge/limits/shares'
import type { Caller } from '@waybill/edge/routing/route'
import type { Identity } from '@waybill/identity/identity'
import { retryText } from './message.ts'

const CHECK_TOKENS_MS = 500
const LOOK_FOR_SILENT_MS = 1_000
const HEARTBEAT_MS = 15_000
const RETRY_MS = 2_000
/** An open stream costs some 30 KB here. */
const LIMITS = { perKey: 100, perAddress: 20, perEnvironment: 400, allAddresses: 1_000, perProcess: 2_000 }

export interface OpenStream {
  /** The body of the response. */
  body: Readable
  /** False once it has ended or its reader has gone. */
  isOpen(): boolean
  write(text: string | Buffer): void
  end(): void
}

interface StreamOptions {
  /** The text for a stream that has been silent; null to send nothing. */
  heartbeat(): string | null
  /** The stream ends by itself in seconds: `stop` leaves it open. */
  endsSoon?: boolean
  /** The reader is ready for more. */
  onRoom?(): void
  onClose?(): void
}

export interface OpenStreams extends Stoppable {
  /**
   * Opens a stream that ends when the token or session is revoked, suspended or expires, or when the gateway stops. Throws
   * `rate_limited` if the caller or its environment has too many streams, `service_unavailable` if the gateway has.
   */
  open(caller: Caller, options: StreamOptions): OpenStream
}

interface OpenStreamsOptions {
  access: Pick<Identity, 'isStillAdmitted' | 'onAccessChange'>
  log: Logger
  metrics: Metrics
  heartbeatMs?: number
}

interface Entry {
  caller: Caller
  stream: OpenStream
  heartbeat(): string | null
  endsSoon: boolean
  writtenAtMs: number
}

export function startOpenStreams(options: OpenStreamsOptions): OpenStreams {
  const { access, log, metrics, heartbeatMs = HEARTBEAT_MS } = options
  const entries = new Set<Entry>()
  const shares = createShares(LIMITS, {
    describe: (limit) => `${limit} streams are open`,
    advice: 'Close one, or use webhooks to follow more.',
    retryAfterSeconds: 10,
  })
  metrics.gauge({
    name: 'streams_open',
    help: 'Open streams of server-sent events.',
    collect: (gauge) => gauge.set(entries.size),
  })

  const heartbeats = startLoop({
    name: 'streams.heartbeats',
    intervalMs: Math.min(LOOK_FOR_SILENT_MS, heartbeatMs / 3),
    log,
    work: async () => {
      for (const { stream, heartbeat, writtenAtMs } of entries) {
        // A reader that has not read what it has gets no more: its connection is closed once nothing moves on it.
        if (performance.now() - writtenAtMs < heartbeatMs || stream.body.readableLength > 0) continue
        const text = heartbeat()
        if (text !== null) stream.write(text)
      }
      return 'idle'
    },
  })

  const checks = startLoop({
    name: 'streams.tokens',
    intervalMs: CHECK_TOKENS_MS,
    log,
    work: async () => {
      for (const { caller, stream } of entries) if (!(await access.isStillAdmitted(caller))) stream.end()
      return 'idle'
    },
  })
  access.onAccessChange(() => checks.nudge())

  return {
    open(caller, { heartbeat, onRoom, onClose, endsSoon = false }) {
      const giveBack = shares.take(caller)
      const body = new Readable({ read: () => onRoom?.() })
      const stream: OpenStream = {
        body,
        isOpen: () => entries.has(entry),
        write(text) {
          // An empty piece would end the reading of the body.
          if (!entries.has(entry) || text.length === 0) return
          body.push(text)
          entry.writtenAtMs = performance.now()
        },
        end() {
          if (entries.delete(entry)) body.push(null)
        },
      }
      const entry: Entry = { caller, stream, heartbeat, endsSoon, writtenAtMs: performance.now() }
      entries.add(entry)
      body.on('close', () => {
        entries.delete(entry)
        giveBack()
        onClose?.()
      })
      stream.write(retryText(RETRY_MS))
      return stream
    },
    async stop() {
      await Promise.all([heartbeats.stop(), checks.stop()])
      for (const { stream, endsSoon } of entries) if (!endsSoon) stream.end()
    },
  }
}
