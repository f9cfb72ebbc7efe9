import { randomUUID } from 'node:crypto'
import type { Callee, RpcServiceName } from '@waybill/contracts/call-table'
import { topology } from '@waybill/contracts/events/topology'
import type { Kysely } from 'kysely'
import { createLocalBus } from '../messaging/local-bus.ts'
import type { DomainEvent } from '../messaging/outbox/outbox.ts'
import { openDatabase } from '../postgres/database.ts'
import type { Migration } from '../postgres/migrate.ts'
import type { ServiceDatabase } from '../postgres/provision.ts'
import type { RunningService, ServiceOptions } from '../process/start-service.ts'
import type { UnaryClient } from '../rpc/client.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { connectAsAnyCaller } from './any-caller-client.ts'
import { createTestDatabase, type TestDatabase } from './service-database.ts'

/** Consumer name under which a test records what a service publishes. */
const LISTENER = 'listener'

/** Signs the calls between a service under test, its client and its stand-ins. */
export const TEST_INTERNAL_KEY = `test-${randomUUID()}`

/** The service's own options, and overrides of the common ones. The fixtures supply the common ones. */
type OwnOptions<Options extends ServiceOptions> = Omit<Options, keyof ServiceOptions> & Partial<ServiceOptions>

export interface ServiceUnderTest<Options extends ServiceOptions> {
  /** Names the schema, the consumer on the bus, and the log. */
  name: Callee
  /** Full name of its gRPC service. */
  serviceName: RpcServiceName
  start: (options: Options) => Promise<RunningService>
  /** Its own options, and overrides of the common ones. */
  options: OwnOptions<Options>
  /** Timeout of a client call in ms. Default: 20 s, for busy machines. */
  clientTimeoutMs?: number
}

export type StartedService<Definition> = RunningService & {
  client: UnaryClient<Definition>
}

/**
 * Starts a service on free ports with a client of its gRPC interface, on a database and a bus that the
 * caller owns. Several may share both. `stop` closes the client, then the service.
 */
export async function startServiceOn<Options extends ServiceOptions, Definition>(
  { url, ownerUrl, schema }: ServiceDatabase,
  bus: ServiceOptions['bus'],
  { name, serviceName, start, options, clientTimeoutMs = 20_000 }: ServiceUnderTest<Options>,
): Promise<StartedService<Definition>> {
  const common: ServiceOptions = {
    databaseUrl: url,
    migrationDatabaseUrl: ownerUrl,
    databaseSchema: schema,
    poolSize: 5,
    bus,
    host: '127.0.0.1',
    grpcPort: 0,
    opsPort: 0,
    internalKey: TEST_INTERNAL_KEY,
    log: createLog({ service: name, level: process.env.WAYBILL_TEST_LOG === '1' ? 'debug' : 'silent' }),
    metrics: createMetrics({ service: name }),
  }
  // Together these are all options of the service: the common ones and its own.
  const service = await start({ ...common, ...options } as ServiceOptions as Options)
  const client = connectAsAnyCaller({
    serviceName,
    target: `127.0.0.1:${service.grpcPort}`,
    internalKey: options.internalKey ?? TEST_INTERNAL_KEY,
    log: common.log,
    defaultTimeoutMs: clientTimeoutMs,
  })
  return {
    ...service,
    client: client as UnaryClient<Definition>,
    async stop() {
      client.close()
      await service.stop()
    },
  }
}

export type ServiceFixture<Definition, DB> = StartedService<Definition> & {
  /** The service's tables, under its role. */
  db: Kysely<DB>
  database: TestDatabase
  bus: ServiceOptions['bus']
  /** Events published by the service, in order of receipt. */
  published: DomainEvent[]
}

/**
 * Starts a service on a new database with its migrations applied, or on the one given, and a bus within the process, where it gets the events that the topology
 * binds to it. `publishes` are the patterns of the events that `published` records. `stop` also drops the database.
 */
export async function startServiceFixture<Options extends ServiceOptions, Definition, DB>({
  publishes,
  migrations,
  database: given,
  ...service
}: ServiceUnderTest<Options> & {
  publishes: string[]
  migrations: Record<string, Migration>
  database?: TestDatabase
}): Promise<ServiceFixture<Definition, DB>> {
  const database = given ?? (await createTestDatabase({ service: service.name, migrations }))
  const consumes = topology.consumers[service.name] ?? []
  const bus = createLocalBus({ topology: { consumers: { [service.name]: consumes, [LISTENER]: publishes } } })
  const published: DomainEvent[] = []
  await bus.subscribe(LISTENER, async (event) => {
    published.push(event)
  })
  const started = await startServiceOn<Options, Definition>(database, bus, service).catch(async (error: unknown) => {
    await database.drop()
    throw error
  })
  const db = openDatabase<DB>({ ...database, applicationName: `${service.name} test`, poolSize: 2 })
  return {
    ...started,
    db,
    database,
    bus,
    published,
    async stop() {
      await started.stop()
      await bus.close()
      await db.destroy()
      await database.drop()
    },
  }
}
