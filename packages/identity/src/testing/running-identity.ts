/** Identity with its own database, on servers with a few routes that stand for those of the services, and functions to call it. */
import { type Database, openDatabase } from '@waybill/chassis/postgres/database'
import { createMemoryState } from '@waybill/chassis/state/memory'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { createRateLimiter } from '@waybill/edge/limits/rate-limit'
import { type RouteOptions, registerRoutes } from '@waybill/edge/routing/register'
import type { Route } from '@waybill/edge/routing/route'
import { listen } from '@waybill/edge/server/listen'
import { createHttpServer } from '@waybill/edge/server/server'
import { testPostgresUrl } from '@waybill/testing/services'
import { identityAdminRoutes } from '../admin/table.ts'
import type { IdentityDatabase } from '../db.ts'
import { type IdentityOptions, startIdentity } from '../identity.ts'
import { identityMigrations } from '../migrations.ts'
import { identityRoutes } from '../routes.ts'
import type { IdentityServices } from '../services.ts'
import { type CallApi, createCaller } from './api-caller.ts'
import { Resources, resourceRoutes } from './resources.ts'
import { ADMIN_TOKEN, ADMIN_TOKENS, createFirstTenant, type FirstTenant } from './tenants.ts'

const PUBLIC_URL = 'https://api.example.com'
const RATE_LIMIT = 10_000

interface TestOptions
  extends Pick<IdentityOptions, 'sharedState' | 'encryptionKeys' | 'publicUrl' | 'log' | 'metrics'> {
  databaseUrl: string
  databaseSchema: string
  addressRateLimit: number
  privateIssuersAllowed: boolean
}

export interface Replica {
  url: string
  adminUrl: string
  call: CallApi
  stop(): Promise<void>
}

export interface TestIdentity extends FirstTenant {
  resources: Resources
  url: string
  adminUrl: string
  options: TestOptions
  /** Administrator URL of the database server. */
  postgresUrl: string
  /** All log lines so far. */
  logged: string[]
  call: CallApi
  admin: CallApi
  /** Starts identity once more with the same database. */
  startReplica(sharedState: SharedState, overrides?: Partial<TestOptions>): Promise<Replica>
  /** Also if it was called before. */
  stop(): Promise<void>
}

export async function startTestIdentity(
  overrides: Partial<
    Pick<TestOptions, 'sharedState' | 'addressRateLimit' | 'publicUrl' | 'privateIssuersAllowed'>
  > = {},
): Promise<TestIdentity> {
  const database = await createTestDatabase({ service: 'gateway', migrations: identityMigrations })
  const logged: string[] = []
  const options: TestOptions = {
    databaseUrl: database.url,
    databaseSchema: database.schema,
    publicUrl: PUBLIC_URL,
    encryptionKeys: newEncryptionKey('test'),
    addressRateLimit: RATE_LIMIT,
    privateIssuersAllowed: false,
    sharedState: createMemoryState(),
    log: createLog({ service: 'identity', level: 'debug', destination: { write: (line) => void logged.push(line) } }),
    metrics: createMetrics({ service: 'identity' }),
    ...overrides,
  }
  const resources = new Resources()
  const { url, adminUrl, stop } = await serve(options, resources)
  const admin = createCaller(adminUrl, ADMIN_TOKEN)
  const tenant = await createFirstTenant(admin)
  let stopped: Promise<void> | undefined
  return {
    ...tenant,
    resources,
    url,
    adminUrl,
    options,
    postgresUrl: testPostgresUrl(),
    logged,
    call: createCaller(url, tenant.token),
    admin,
    async startReplica(sharedState, changed = {}) {
      const metrics = createMetrics({ service: 'identity' })
      const replica = await serve({ ...options, metrics, ...changed, sharedState }, resources)
      return { ...replica, call: createCaller(replica.url, tenant.token) }
    },
    stop: () => {
      stopped ??= stop().then(() => database.drop())
      return stopped
    },
  }
}

/** Serves the public and the admin routes, as a process does that identity is part of. */
async function serve(options: TestOptions, resources: Resources): Promise<Omit<Replica, 'call'>> {
  const { sharedState, log, metrics, publicUrl, databaseUrl, databaseSchema } = options
  const db: Database<IdentityDatabase> = openDatabase({
    url: databaseUrl,
    schema: databaseSchema,
    applicationName: 'identity test',
    poolSize: 3,
  })
  const identity = await startIdentity({
    ...options,
    db,
    limiter: createRateLimiter({ sharedState, addressRateLimit: options.addressRateLimit }),
    rateLimits: { ofKey: RATE_LIMIT, ofEnvironment: 4 * RATE_LIMIT },
    adminTokens: ADMIN_TOKENS,
    findDriverByHash: async () => resources.driver,
    owned: { eraseOwnedBy: async () => {} },
  })
  const open = async <Services>(
    api: 'public' | 'admin',
    routes: readonly Route<Services>[],
    by: Omit<RouteOptions<Services>, 'publicUrl'>,
  ) => {
    const app = await createHttpServer({
      api,
      routes,
      log,
      metrics,
      publicUrl,
      trustProxy: false,
      tracing: false,
      isDraining: () => false,
    })
    registerRoutes(app, routes, { ...by, publicUrl })
    const port = await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })
    return { app, url: `http://127.0.0.1:${port}` }
  }
  const { services, admission, adminServices, admitOperator } = identity
  const routes: Route<IdentityServices>[] = [...identityRoutes, ...resourceRoutes(resources)]
  const ours = await open('public', routes, { services, ...admission } as Omit<
    RouteOptions<IdentityServices>,
    'publicUrl'
  >)
  const admins = await open('admin', identityAdminRoutes, { services: adminServices, admit: admitOperator })
  return {
    url: ours.url,
    adminUrl: admins.url,
    async stop() {
      await ours.app.close()
      await admins.app.close()
      await identity.stop()
      await db.destroy()
    },
  }
}
