/** Composition root: what starts, in which order, and how it stops. */
import { type Database, pingDatabase } from '@waybill/chassis/postgres/database'
import { type FoundationOptions, openFoundation } from '@waybill/chassis/process/foundation'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { adminRouteTable } from './admin/table.ts'
import { admitMerchants, admitOperator } from './auth/admit.ts'
import { type Credentials, startCredentials } from './auth/credentials.ts'
import type { GatewayDatabase } from './db.ts'
import { closeWithin, listen } from './http/listen.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { createHttpServer } from './http/server.ts'
import { migrations } from './migrations.ts'
import { dailyPages } from './pages/daily-pages.ts'
import { connectServices, type RpcOptions, type ServiceUrls } from './routes/services.ts'
import { routeTable } from './routes/table.ts'
import { registerRoutes } from './routing/register.ts'
import { startStreams } from './streams/streams.ts'

const SERVICE = 'gateway'
const DEFAULT_RATE_LIMIT = 100
const DEFAULT_ADDRESS_RATE_LIMIT = 50
/** Together with at most 5 s of DRAIN_DELAY_MS below the 20 s that a process may take to stop. */
const DRAIN_MS = 12_000

/** `host` applies to the public API and to the ops port. */
export interface GatewayOptions extends FoundationOptions, ServiceUrls, RpcOptions {
  port: number
  adminHost: string
  adminPort: number
  /** URL at which merchants reach the API, without a trailing slash. */
  publicUrl: string
  adminToken: string
  sharedState: SharedState
  /** Requests per second of a key without an individual limit. */
  rateLimit?: number
  /** Requests per second of an IP address without a valid token. */
  addressRateLimit?: number
  /** Addresses of proxies whose X-Forwarded-For is trusted, separated by commas. */
  trustProxy?: string | null
  /** Interval at which open streams look for new entries, and of heartbeats on silent ones, in ms. */
  streamPollMs?: number
  streamHeartbeatMs?: number
  /** Whether requests are traced. Needs telemetry with a collector. */
  tracing?: boolean
}

export interface RunningGateway {
  port: number
  adminPort: number
  opsPort: number
  stop(): Promise<void>
}

/**
 * Migrates the schema, then serves the public API, the admin API and the ops port. Port 0 chooses a free one. Throws an
 * error that names the port if one is in use. `stop` answers the requests in progress first.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { sharedState, log } = options
  const started: (() => unknown)[] = []
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  try {
    const { db, ops, waitForConnection, undo } = await openFoundation<GatewayDatabase>(SERVICE, options, migrations)
    started.push(undo)
    await waitForConnection('redis', () => sharedState.isConnected())
    const connections = connectServices(options)
    started.push(connections.close)
    const credentials = await startCredentials({
      db,
      sharedState,
      defaultRateLimit: options.rateLimit ?? DEFAULT_RATE_LIMIT,
      log,
    })
    started.push(() => credentials.stop())

    let draining = false
    const parts: Parts = { db, connections, credentials, isDraining: () => draining, started }
    const adminPort = await serveAdminApi(options, parts)
    const port = await servePublicApi(options, parts)
    ops.setServing()

    return {
      port,
      adminPort,
      opsPort: ops.port,
      async stop() {
        draining = true
        await ops.drain()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Parts {
  db: Database<GatewayDatabase>
  connections: ReturnType<typeof connectServices>
  credentials: Credentials
  isDraining: () => boolean
  /** What to stop, last started first. */
  started: (() => unknown)[]
}

const serverOptions = ({ log, metrics, trustProxy, tracing }: GatewayOptions, { isDraining }: Parts) => ({
  log,
  metrics,
  trustProxy: trustProxy ?? (false as const),
  tracing: tracing ?? false,
  isDraining,
})

/** Returns its port. */
async function serveAdminApi(options: GatewayOptions, parts: Parts): Promise<number> {
  const { adminToken, publicUrl, adminHost, adminPort } = options
  const { db, credentials, connections, started } = parts
  const { clients, operators } = connections
  const app = await createHttpServer({ ...serverOptions(options, parts), routes: adminRouteTable })
  registerRoutes(app, adminRouteTable, {
    services: {
      db,
      credentials,
      adminToken,
      publicUrl,
      operators,
      shipments: clients.shipments,
      bookings: clients.bookings,
    },
    admit: admitOperator(adminToken),
    publicUrl,
  })
  started.push(() => app.close())
  return listen(app, { host: adminHost, port: adminPort, variable: 'ADMIN_PORT' })
}

/** Returns its port. */
async function servePublicApi(options: GatewayOptions, parts: Parts): Promise<number> {
  const { publicUrl, sharedState, log, metrics } = options
  const { db, credentials, connections, isDraining, started } = parts
  const limiter = createRateLimiter({
    sharedState,
    addressRateLimit: options.addressRateLimit ?? DEFAULT_ADDRESS_RATE_LIMIT,
  })
  const streams = startStreams({
    shipments: connections.clients.shipments,
    checkToken: (token) => credentials.get(token),
    log,
    metrics,
    pollMs: options.streamPollMs,
    heartbeatMs: options.streamHeartbeatMs,
  })
  const app = await createHttpServer({
    ...serverOptions(options, parts),
    routes: routeTable,
    onUnrouted: limiter.takeForAddress,
  })
  registerRoutes(app, routeTable, {
    services: {
      ...connections.clients,
      streams,
      pages: dailyPages(publicUrl),
      isReady: async () => !isDraining() && (await canReach(db)),
    },
    admit: admitMerchants({ credentials, limiter }),
    publicUrl,
  })
  started.push(() => closeWithin(app, DRAIN_MS))
  // Stopped before the server, which waits for every response in progress.
  started.push(() => streams.stop())
  return listen(app, { host: options.host, port: options.port, variable: 'PORT' })
}

const canReach = (db: Database<GatewayDatabase>): Promise<boolean> =>
  pingDatabase(db).then(
    () => true,
    () => false,
  )
