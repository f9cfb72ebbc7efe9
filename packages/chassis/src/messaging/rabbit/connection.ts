import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Channel, type ChannelModel, type ConfirmChannel, connect, type RecoveringChannelModel } from 'amqplib'
import { findTlsMistake, renewableTlsOptions, type TlsFiles } from '../../config/tls-files.ts'
import { raceAbort, type Stoppable, startLoop } from '../../loops/loops.ts'
import type { Logger } from '../../telemetry/log.ts'

// Two missed beats (20 s) and the connection counts as lost.
const HEARTBEAT_SECONDS = 10
const CLOSE_TIMEOUT_MS = 2_000
const RECONNECT = { initialDelay: 100, maxDelay: 5_000, factor: 2, jitter: 0.5 }

/**
 * A connection that reconnects with back-off and jitter until it is closed.
 * Resolves at once: a service can start and write to its outbox while the broker is unavailable.
 */
export async function openConnection(options: {
  url: string
  tls?: TlsFiles
  purpose: 'publish' | 'consume'
  log: Logger
}): Promise<RecoveringChannelModel> {
  const { tls = { caFile: null, certFile: null, keyFile: null }, purpose, log } = options
  const url = new URL(options.url)
  const mistake = findTlsMistake('RABBITMQ', tls, url)
  if (mistake) throw new Error(mistake)
  const { renew, ...material } = renewableTlsOptions(tls)
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  const connection = await connect(url.href, {
    ...material,
    keepAlive: true,
    noDelay: true,
    clientProperties: { connection_name: `waybill ${purpose}` },
    recovery: {
      ...RECONNECT,
      waitForConnect: false,
      setup: async (model: ChannelModel) => gatherWrites(getSocket(model)),
    },
  })
  let lastFailure = ''
  connection.on('connect', () => {
    lastFailure = ''
    log.info({ purpose }, 'bus.connected')
  })
  connection.on('disconnect', (error) => {
    renew()
    log.warn({ err: error, purpose }, 'bus.disconnected')
  })
  // One line per reason, not per try.
  connection.on('connect-failed', (error) => {
    renew()
    if (String(error) !== lastFailure) log.warn({ err: error, purpose }, 'bus.connect_failed')
    lastFailure = String(error)
  })
  connection.on('error', () => {}) // always followed by `disconnect` with the same error
  return connection
}

// The driver does not declare the type of its socket.
const getSocket = ({ connection }: ChannelModel) => (connection as unknown as { stream: Socket }).stream

/**
 * Makes the socket send what is written in one turn of the event loop by one system call. The driver writes every frame
 * on its own: a batch of acknowledgements or messages would take a call, and the broker a wake-up, for each.
 */
function gatherWrites(socket: Socket): void {
  const write: Socket['write'] = socket.write
  let isCorked = false
  const uncork = () => {
    isCorked = false
    socket.uncork()
  }
  socket.write = ((...args: Parameters<Socket['write']>) => {
    if (!isCorked) {
      isCorked = true
      socket.cork()
      process.nextTick(uncork)
    }
    return write.apply(socket, args)
  }) as Socket['write']
}

/**
 * Returns whether the broker has stopped reading from the connection, as it does to connections that publish while it is
 * short of memory or disk space. Logs the beginning and the end.
 */
export function watchBlocked(connection: RecoveringChannelModel, log: Logger): () => boolean {
  let blocked = false
  connection.on('blocked', (reason) => {
    if (!blocked) log.warn({ reason }, 'bus.blocked')
    blocked = true
  })
  connection.on('unblocked', () => {
    if (blocked) log.info('bus.unblocked')
    blocked = false
  })
  connection.on('disconnect', () => {
    blocked = false // a new connection is blocked when it publishes
  })
  return () => blocked
}

/** Closes a channel or connection; does not wait long for the answer of a broker that does not read. */
export async function closeInTime(open: { close(): Promise<void> }): Promise<void> {
  const closed = open.close().catch(() => {}) // closed already: nothing to do
  await Promise.race([closed, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
}

/**
 * Keeps one channel open: opens and sets it up, and does both again when the channel or its connection is lost.
 * `stop` winds down what was set up and closes the channel.
 */
export function keepChannel<C extends Channel | ConfirmChannel>(options: {
  name: string
  open: () => Promise<C>
  setUp: (channel: C) => Promise<{ windDown(): Promise<void> } | undefined>
  log: Logger
}): Stoppable {
  const { name, open, setUp, log } = options
  return startLoop({
    name,
    intervalMs: 200,
    log,
    async work(signal) {
      const channel = await raceAbort(signal, open())
      if (!channel) return 'idle'
      const lost = new Promise<'lost'>((resolve) => channel.once('close', () => resolve('lost')))
      channel.on('error', (error) => log.error({ err: error, channel: name }, 'bus.channel_failed'))
      try {
        const inUse = await setUp(channel)
        const ended = await raceAbort(signal, lost)
        if (ended !== 'lost') await inUse?.windDown()
        return 'idle'
      } finally {
        await Promise.race([closeInTime(channel), lost])
      }
    },
  })
}
