/** Composition root: what starts, in which order, and how it stops. */

import { LONGEST_CALL_MS } from '@waybill/chassis/config/stop-limits'
import { type Database, pingDatabase } from '@waybill/chassis/postgres/database'
import { type FoundationOptions, openFoundation } from '@waybill/chassis/process/foundation'
import { startPruning } from '@waybill/chassis/retention/pruning'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { createRateLimiter, type RateLimiter } from '@waybill/edge/limits/rate-limit'
import { registerRoutes } from '@waybill/edge/routing/register'
import { closeWithin, listen } from '@waybill/edge/server/listen'
import { onceASecond } from '@waybill/edge/server/readiness'
import { createHttpServer } from '@waybill/edge/server/server'
import type { AdminToken } from '@waybill/identity/auth/admin-tokens'
import { type Identity, startIdentity } from '@waybill/identity/identity'
import { adminRouteTable } from './admin/table.ts'
import { createApiLog } from './api-log/api-log.ts'
import { startCallRecorder } from './api-log/record-calls.ts'
import { type ConsoleOptions, openConsole } from './console/console.ts'
import type { GatewayDatabase } from './db.ts'
import type { Documentation, DocumentationMaker } from './documentation/documentation.ts'
import { openDownloads } from './downloads/downloads.ts'
import { migrations } from './migrations.ts'
import { findDriverByHash } from './routes/drivers/find-driver.ts'
import { documentationRoutes } from './routes/pages.ts'
import { connectServices, type ExampleKey, type RpcOptions, type ServiceUrls } from './routes/services.ts'
import { routeTable } from './routes/table.ts'
import { createBrandings } from './settings/branding/brandings.ts'
import { createParcelPresets } from './settings/presets/parcel-presets.ts'
import { deleteViewsOfMember } from './settings/views/repository.ts'
import { createSavedViews } from './settings/views/saved-views.ts'
import { startEventStreams } from './streams/event-streams.ts'
import { countOpenFiles } from './streams/open-files.ts'
import { startOpenStreams } from './streams/open-streams.ts'
import { createQuoteStreams } from './streams/quote-streams.ts'
import { startShipmentStreams } from './streams/shipment-streams.ts'
import { tableRules } from './table-rules.ts'

const SERVICE = 'gateway'
const DEFAULT_RATE_LIMIT = 100
/** An environment has as many requests per second as so many keys. */
const KEYS_PER_ENVIRONMENT = 4
const DEFAULT_ADDRESS_RATE_LIMIT = 50
/** A second more than the longest request, to send its answer. */
const DRAIN_MS = LONGEST_CALL_MS + 1_000

/** `host` applies to the public API and to the ops port. */
export interface GatewayOptions extends FoundationOptions, ServiceUrls, RpcOptions {
  port: number
  adminHost: string
  adminPort: number
  /** URL at which merchants reach the API, without a trailing slash. */
  publicUrl: string
  /** `id:base64,…`: encrypts stored responses that show a token. */
  encryptionKeys: string
  /** At least one. */
  adminTokens: readonly AdminToken[]
  /** How long entries of the audit log are kept; at least 90, which its trigger enforces. */
  auditRetentionDays?: number
  sharedState: SharedState
  /** Requests per second of a key without an individual limit. */
  rateLimit?: number
  /** Requests per second of all keys of an environment together. Default: four times `rateLimit`. */
  environmentRateLimit?: number | null
  /** Requests per second of an IP address without a valid token. */
  addressRateLimit?: number
  /** Addresses of proxies whose X-Forwarded-For is trusted, separated by commas. */
  trustProxy?: string | null
  /** Whether identity providers may be reached over http and at private addresses. */
  privateIssuersAllowed?: boolean
  createDocumentation: DocumentationMaker
  /** The demo key of a Waybill that one developer runs. */
  findExampleKey?: () => ExampleKey | null
  /** Where the files of the console are. */
  console?: ConsoleOptions
  /** Where the packages for merchants are. Default: where `build-downloads.ts` puts them. */
  downloadsDirectory?: string
  /** Interval at which open streams look for new entries, and of heartbeats on silent ones, in ms. */
  streamPollMs?: number
  streamHeartbeatMs?: number
  /** How long nothing may move on a connection during a request, in ms. */
  stalledMs?: number
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
  const documentation = options.createDocumentation(new URL('./routes/table.ts', import.meta.url), options.publicUrl)
  // Awaited when everything else has started. The API does not need it, and the next reader tries again.
  const documented = documentation.made.catch((error) => log.error({ err: error }, 'documentation.failed'))
  const started: (() => unknown)[] = []
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  try {
    const { db, ops, waitForConnection, undo } = await openFoundation<GatewayDatabase>(SERVICE, options, migrations)
    started.push(undo)
    await waitForConnection('redis', () => sharedState.isConnected())
    const pruning = startPruning({ db, rules: tableRules({ auditDays: options.auditRetentionDays }), log })
    started.push(() => pruning.stop())
    const connections = connectServices(options)
    started.push(connections.close)
    const limiter = createRateLimiter({
      sharedState,
      addressRateLimit: options.addressRateLimit ?? DEFAULT_ADDRESS_RATE_LIMIT,
    })
    const ofKey = options.rateLimit ?? DEFAULT_RATE_LIMIT
    const identity = await startIdentity({
      ...options,
      db,
      limiter,
      rateLimits: { ofKey, ofEnvironment: options.environmentRateLimit ?? KEYS_PER_ENVIRONMENT * ofKey },
      findDriverByHash: (tokenHash) => findDriverByHash(connections.clients.bookings, tokenHash),
      owned: { eraseOwnedBy: deleteViewsOfMember },
      privateIssuersAllowed: options.privateIssuersAllowed ?? false,
    })
    started.push(() => identity.stop())

    let draining = false
    const parts: Parts = { db, connections, identity, limiter, documentation, isDraining: () => draining, started }
    const adminPort = await serveAdminApi(options, parts)
    await documented
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
  identity: Identity
  limiter: RateLimiter
  documentation: Documentation
  isDraining: () => boolean
  /** Parts to stop, last started first. */
  started: (() => unknown)[]
}

const serverOptions = (
  { log, metrics, publicUrl, trustProxy, tracing, stalledMs }: GatewayOptions,
  { isDraining }: Parts,
) => ({
  log,
  metrics,
  publicUrl,
  trustProxy: trustProxy ?? (false as const),
  tracing: tracing ?? false,
  isDraining,
  stalledMs,
})

/** Returns its port. */
async function serveAdminApi(options: GatewayOptions, parts: Parts): Promise<number> {
  const { publicUrl, adminHost, adminPort } = options
  const { identity, connections, started } = parts
  const { clients, operators } = connections
  const { shipments, bookings } = clients
  const app = await createHttpServer({ ...serverOptions(options, parts), api: 'admin', routes: adminRouteTable })
  registerRoutes(app, adminRouteTable, {
    services: { ...identity.adminServices, operators, shipments, bookings },
    admit: identity.admitOperator,
    publicUrl,
  })
  started.push(() => app.close())
  return listen(app, { host: adminHost, port: adminPort, variable: 'ADMIN_PORT' })
}

/** Returns its port. */
async function servePublicApi(options: GatewayOptions, parts: Parts): Promise<number> {
  const { publicUrl, log, metrics } = options
  const { db, identity, limiter, connections, documentation, isDraining, started } = parts
  const streams = startOpenStreams({ access: identity, log, metrics, heartbeatMs: options.streamHeartbeatMs })
  const { shipments, webhooks } = connections.clients
  const pollMs = options.streamPollMs
  const shipmentStreams = startShipmentStreams({ shipments, streams, log, pollMs })
  const eventStreams = startEventStreams({ webhooks, streams, log, pollMs })
  const quoteStreams = createQuoteStreams({ streams, publicUrl })
  const isReachable = onceASecond(() => canReach(db))
  const recorder = startCallRecorder({ db, log, metrics, routes: routeTable })
  // Stopped after the server, which answers the calls in progress.
  started.push(() => recorder.stop())
  const routes = [...routeTable, ...documentationRoutes(documentation.pages)]
  const app = await createHttpServer({
    ...serverOptions(options, parts),
    api: 'public',
    routes,
    onUnrouted: limiter.takeForAddress,
    onAnswered: recorder.note,
  })
  registerRoutes(app, routes, {
    ...identity.admission,
    services: {
      ...connections.clients,
      ...identity.services,
      savedViews: createSavedViews({ db }),
      parcelPresets: createParcelPresets({ db }),
      brandings: createBrandings({ db, publicUrl }),
      apiLog: createApiLog({ db }),
      shipmentStreams,
      eventStreams,
      quoteStreams,
      files: countOpenFiles(),
      console: openConsole(options.console ?? {}),
      downloads: openDownloads(options.downloadsDirectory),
      documentation,
      findExampleKey: options.findExampleKey ?? (() => null),
      isReady: async () => !isDraining() && (await isReachable()),
      isDraining,
    },
    publicUrl,
  })
  // A quote goes on without its caller.
  started.push(() => quoteStreams.stop())
  started.push(() => closeWithin(app, DRAIN_MS))
  // Stopped before the server, which waits for every response in progress.
  started.push(() => streams.stop())
  started.push(() => Promise.all([shipmentStreams.stop(), eventStreams.stop()]))
  return listen(app, { host: options.host, port: options.port, variable: 'PORT' })
}

const canReach = (db: Database<GatewayDatabase>): Promise<boolean> =>
  pingDatabase(db).then(
    () => true,
    () => false,
  )
