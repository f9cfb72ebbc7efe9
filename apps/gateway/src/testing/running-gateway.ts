/** A gateway with its own database, in front of scripted services, and functions to call it. */
import { createMemoryState } from '@waybill/chassis/state/memory'
import type { SharedState } from '@waybill/chassis/state/shared-state'
import { createLog } from '@waybill/chassis/telemetry/log'
import { createMetrics } from '@waybill/chassis/telemetry/metrics'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { createTestDatabase } from '@waybill/chassis/testing/service-database'
import { testPostgresUrl } from '@waybill/testing/services'
import type { Documentation } from '../documentation/documentation.ts'
import { migrations } from '../migrations.ts'
import { type GatewayOptions, startGateway } from '../service.ts'
import { type ScriptedServices, startScriptedServices } from './scripted-services.ts'

export const ADMIN_TOKEN = 'admin-token-of-the-tests'
/** Further admin tokens: ada is changing hers. */
export const NAMED_TOKENS = [
  { name: 'ada', token: 'the-new-token-of-ada-1815' },
  { name: 'ada', token: 'the-old-token-of-ada-1815' },
]
const INTERNAL_KEY = 'an internal key of the tests'
const ENCRYPTION_KEYS = newEncryptionKey('test')
const PUBLIC_URL = 'https://api.example.com'

export interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a response of any shape, which the test checks
  body: any
}

export interface CallOptions {
  /** null: no Authorization header. */
  token?: string | null
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of `body`; a stream in chunks. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  /** Whether redirects are followed. Default: follow. */
  redirect?: 'follow' | 'manual'
}

interface NewKey {
  scopes?: string[]
  rate_limit_per_second?: number
  expires_at?: string
}

export interface Tenant {
  merchantId: string
  environmentIds: string[]
  keyIds: string[]
  tokens: string[]
}

export interface TestGateway {
  services: ScriptedServices
  /** The token of a key with all scopes except `api_keys:*`. */
  token: string
  keyId: string
  merchantId: string
  environmentId: string
  url: string
  opsUrl: string
  adminUrl: string
  /** The options of the gateway. */
  options: GatewayOptions
  /** Administrator URL of the database server. */
  postgresUrl: string
  /** All log lines so far. */
  logged: string[]
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  admin(method: string, path: string, options?: CallOptions): Promise<Reply>
  /** Creates a key of the same environment. */
  createKey(key?: NewKey): Promise<{ keyId: string; token: string }>
  /** Creates another merchant with a test and a live environment, and a key of each. */
  createTenant(): Promise<Tenant>
  /** Starts another gateway with the same database. */
  startReplica(sharedState: SharedState): Promise<Replica>
  stop(): Promise<void>
}

export interface Replica {
  url: string
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  stop(): Promise<void>
}

/** Stands in for the site of `packages/api-docs`. */
const documentation: Documentation = {
  pages: [
    {
      operationId: 'getDocs',
      path: '/docs',
      summary: 'Get the documentation',
      contentType: 'text/html; charset=utf-8',
      headers: {},
      isCompressible: false,
      read: () => '<!doctype html>',
    },
  ],
  home: () => ({ html: '<!doctype html>', json: '{"name":"Waybill"}', securityPolicy: "default-src 'none'" }),
  eventTypes: () => '{"success":true,"data":[],"meta":{"has_more":false,"next_cursor":null,"limit":0}}',
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
      | 'publicUrl'
      | 'privateIssuersAllowed'
      | 'createDocumentation'
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
    adminTokens: [{ name: 'admin', token: ADMIN_TOKEN }, ...NAMED_TOKENS],
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
  const admin = caller(adminUrl, ADMIN_TOKEN)
  const merchant = await admin('POST', '/admin/merchants', { body: { name: 'Corner Bakery' } })
  const merchantId: string = merchant.body.data.merchant_id
  const environment = await admin('POST', `/admin/merchants/${merchantId}/environments`, { body: { mode: 'test' } })
  const environmentId: string = environment.body.data.environment_id
  const createKey: TestGateway['createKey'] = async (key = {}) => {
    const { body } = await admin('POST', `/admin/environments/${environmentId}/keys`, { body: key })
    return { keyId: body.data.key_id, token: body.data.access_token }
  }
  const createTenant = async () => {
    const { merchant_id: merchantId } = (await admin('POST', '/admin/merchants', { body: { name: 'Florist' } })).body
      .data
    const tenant: Tenant = { merchantId, environmentIds: [], keyIds: [], tokens: [] }
    for (const mode of ['test', 'live']) {
      const made = await admin('POST', `/admin/merchants/${merchantId}/environments`, { body: { mode } })
      const { environment_id } = made.body.data
      const key = (await admin('POST', `/admin/environments/${environment_id}/keys`, { body: {} })).body.data
      tenant.environmentIds.push(environment_id)
      tenant.keyIds.push(key.key_id)
      tenant.tokens.push(key.access_token)
    }
    return tenant
  }
  const { keyId, token } = await createKey()
  return {
    services,
    token,
    keyId,
    merchantId,
    environmentId,
    url,
    opsUrl: `http://127.0.0.1:${gateway.opsPort}`,
    adminUrl,
    options: ownOptions,
    postgresUrl: testPostgresUrl(),
    logged,
    call: caller(url, token),
    admin,
    createKey,
    createTenant,
    async startReplica(sharedState) {
      const replica = await startGateway(options(sharedState))
      const replicaUrl = `http://127.0.0.1:${replica.port}`
      return { url: replicaUrl, call: caller(replicaUrl, token), stop: replica.stop }
    },
    async stop() {
      await gateway.stop()
      await services.stop()
      await database.drop()
    },
  }
}

const caller =
  (baseUrl: string, defaultToken: string) =>
  async (
    method: string,
    path: string,
    { token = defaultToken, body, raw, headers, redirect }: CallOptions = {},
  ): Promise<Reply> => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: sent,
      redirect,
      duplex: 'half',
    } as RequestInit)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
