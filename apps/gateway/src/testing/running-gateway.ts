/** A gateway with its own database, in front of scripted services, and functions to call it. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { type CallApi, createCaller } from '@waybill/identity/testing/api-caller'
import { ADMIN_TOKEN, ADMIN_TOKENS, createFirstTenant, type FirstTenant } from '@waybill/identity/testing/tenants'
import { testPostgresUrl } from '@waybill/testing/services'
import type { Documentation } from '../documentation/documentation.ts'
import { migrations } from '../migrations.ts'
import { type GatewayOptions, startGateway } from '../service.ts'
import { type ScriptedServices, startScriptedServices } from './scripted-services.ts'

const INTERNAL_KEY = 'an internal key of the tests'
const ENCRYPTION_KEYS = newEncryptionKey('test')
const PUBLIC_URL = 'https://api.example.com'

export interface TestGateway extends FirstTenant {
  services: ScriptedServices
  url: string
  opsUrl: string
  adminUrl: string
  /** The options of the gateway. */
  options: GatewayOptions
  /** Administrator URL of the database server. */
  postgresUrl: string
  /** All log lines so far. */
  logged: string[]
  call: CallApi
  admin: CallApi
  /** Starts another gateway with the same database. */
  startReplica(sharedState: SharedState, drainDelayMs?: number): Promise<Replica>
  stop(): Promise<void>
}

export interface Replica {
  url: string
  call: CallApi
  stop(): Promise<void>
}

/** Stands in for the site of `packages/api-docs`. */
const documentation: Documentation = {
  made: Promise.resolve(),
  pages: [
    {
      operationId: 'getDocs',
      path: '/docs',
      summary: 'Get the documentation',
      contentType: 'text/html; charset=utf-8',
      headers: {},
      content: { kind: 'text', read: () => '<!doctype html>' },
    },
  ],
  home: ({ isReady }) => ({
    html: '<!doctype html>',
    json: JSON.stringify({ name: 'Waybill', status: isReady ? 'ready' : 'unavailable' }),
    securityPolicy: "default-src 'none'",
  }),
  eventTypes: async () => '{"success":true,"data":[],"meta":{"has_more":false,"next_cursor":null,"limit":0}}',
}

export async function startTestGateway(
  overrides: Partial<
    Pick<
      GatewayOptions,
      | 'sharedState'
      | 'addressRateLimit'
      | 'rateLimit'
      | 'environmentRateLimit'
      | 'streamPollMs'
      | 'streamHeartbeatMs'
      | 'stalledMs'
      | 'trustProxy'
      | 'console'
      | 'downloadsDirectory'
      | 'publicUrl'
      | 'privateIssuersAllowed'
      | 'createDocumentation'
      | 'findExampleKey'
    >
  > = {},
): Promise<TestGateway> {
  const database = await createTestDatabase({ service: 'gateway', migrations })
  const services = await startScriptedServices(INTERNAL_KEY)
  const logged: string[] = []
  const options = (sharedState: SharedState): GatewayOptions => ({
    databaseUrl: database.url,
    migrationDatabaseUrl: database.ownerUrl,
    databaseSchema: database.schema,
    poolSize: 3,
    host: '127.0.0.1',
    port: 0,
    adminHost: '127.0.0.1',
    adminPort: 0,
    opsPort: 0,
    publicUrl: PUBLIC_URL,
    shipmentUrl: services.targets.shipment,
    quotingUrl: services.targets.quoting,
    bookingUrl: services.targets.booking,
    webhookUrl: services.targets.webhook,
    internalKey: INTERNAL_KEY,
    encryptionKeys: ENCRYPTION_KEYS,
    createDocumentation: () => documentation,
    adminTokens: ADMIN_TOKENS,
    addressRateLimit: 10_000,
    rateLimit: 10_000,
    log: createLog({ service: 'gateway', level: 'debug', destination: { write: (line) => void logged.push(line) } }),
    metrics: createMetrics({ service: 'gateway' }),
    ...overrides,
    sharedState,
  })
  const ownOptions = options(overrides.sharedState ?? createMemoryState())
  const gateway = await startGateway(ownOptions)
  const url = `http://127.0.0.1:${gateway.port}`
  const adminUrl = `http://127.0.0.1:${gateway.adminPort}`
  const admin = createCaller(adminUrl, ADMIN_TOKEN)
  const tenant = await createFirstTenant(admin)
  return {
    ...tenant,
    services,
    url,
    opsUrl: `http://127.0.0.1:${gateway.opsPort}`,
    adminUrl,
    options: ownOptions,
    postgresUrl: testPostgresUrl(),
    logged,
    call: createCaller(url, tenant.token),
    admin,
    async startReplica(sharedState, drainDelayMs) {
      const replica = await startGateway({ ...options(sharedState), drainDelayMs })
      const replicaUrl = `http://127.0.0.1:${replica.port}`
      return { url: replicaUrl, call: createCaller(replicaUrl, tenant.token), stop: replica.stop }
    },
    async stop() {
      await gateway.stop()
      await services.stop()
      await database.drop()
    },
  }
}
