import { type Channel, type ConfirmChannel, connect, type RecoveringChannelModel } from 'amqplib'
import { raceAbort, type Stoppable, startLoop } from '../../process/loops.ts'
import { findTlsMistake, renewableTlsOptions, type TlsFiles } from '../../process/tls-files.ts'
import type { Logger } from '../../telemetry/log.ts'

// Two missed beats (20 s) and the connection counts as lost.
const HEARTBEAT_SECONDS = 10
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
    recovery: { ...RECONNECT, waitForConnect: false },
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
  connection.on('blocked', (reason) => log.warn({ reason, purpose }, 'bus.blocked'))
  connection.on('unblocked', () => log.info({ purpose }, 'bus.unblocked'))
  connection.on('error', () => {}) // always followed by `disconnect` with the same error
  return connection
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
        await Promise.race([channel.close().catch(() => {}), lost]) // closed already: nothing to do
      }
    },
  })
}
