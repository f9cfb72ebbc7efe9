/** The composition of the gateway: what is started, in which order, and how it stops. */
import { pingDatabase } from '@waybill/chassis/postgres/database'
import { type FoundationOptions, openFoundation } from '@waybill/chassis/process/foundation'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { adminRouteTable } from './admin/table.ts'
import { admitMerchants, admitOperator } from './auth/admit.ts'
import { startCredentials } from './auth/credentials.ts'
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
/** With 5 s of DRAIN_DELAY_MS at most before it, under the 20 s that a process may take to stop. */
const DRAIN_MS = 12_000

/** `host` is that of the public API and of the operator's port. */
export interface GatewayOptions extends FoundationOptions, ServiceUrls, RpcOptions {
  port: number
  adminHost: string
  adminPort: number
  /** Where merchants reach the API, without a trailing slash. */
  publicUrl: string
  adminToken: string
  sharedState: SharedState
  /** Requests a second of a key that has no limit of its own. */
  rateLimit?: number
  /** Requests a second of an address without a valid token. */
  addressRateLimit?: number
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | null
  /** How often open streams look for news, and how soon a silent one says that it lives, in ms. */
  streamPollMs?: number
  streamHeartbeatMs?: number
  /** Whether requests become spans: needs telemetry with a collector. */
  tracing?: boolean
}

export interface RunningGateway {
  port: number
  adminPort: number
  opsPort: number
  stop(): Promise<void>
}

/**
 * Migrates the schema, then serves the public API, the admin API and the operator's port; port 0: a free one.
 * Throws a sentence that names the port when one is taken. `stop` answers what is under way first.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { publicUrl, adminToken, sharedState, log, metrics } = options
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
    const limiter = createRateLimiter({
      sharedState,
      addressRateLimit: options.addressRateLimit ?? DEFAULT_ADDRESS_RATE_LIMIT,
    })
    const server = {
      log,
      metrics,
      trustProxy: options.trustProxy ?? false,
      tracing: options.tracing ?? false,
      isDraining: () => draining,
    } as const
    const admin = await createHttpServer({ ...server, routes: adminRouteTable })
    registerRoutes(admin, adminRouteTable, {
      services: {
        db,
        credentials,
        adminToken,
        publicUrl,
        shipments: connections.clients.shipments,
        bookings: connections.clients.bookings,
        operators: connections.operators,
      },
      admit: admitOperator(adminToken),
      publicUrl,
    })
    started.push(() => admin.close())
    const adminPort = await listen(admin, { host: options.adminHost, port: options.adminPort, variable: 'ADMIN_PORT' })

    const streams = startStreams({
      shipments: connections.clients.shipments,
      checkToken: (token) => credentials.get(token),
      log,
      metrics,
      pollMs: options.streamPollMs,
      heartbeatMs: options.streamHeartbeatMs,
    })
    const api = await createHttpServer({ ...server, routes: routeTable, onUnrouted: limiter.takeForAddress })
    registerRoutes(api, routeTable, {
      services: {
        ...connections.clients,
        streams,
        pages: dailyPages(publicUrl),
        isReady: () =>
          draining
            ? Promise.resolve(false)
            : pingDatabase(db).then(
                () => true,
                () => false,
              ),
      },
      admit: admitMerchants({ credentials, limiter }),
      publicUrl,
    })
    started.push(() => closeWithin(api, DRAIN_MS))
    // Before the server: it waits for every answer under way.
    started.push(() => streams.stop())
    const port = await listen(api, { host: options.host, port: options.port, variable: 'PORT' })
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
