/** The composition of the service: what is started, in which order, and how it stops. */
import type { Bus } from '@waybill/chassis/bus'
import { openDatabase } from '@waybill/chassis/database'
import { startOpsServer } from '@waybill/chassis/health'
import { startConsumers } from '@waybill/chassis/inbox'
import type { Logger } from '@waybill/chassis/log'
import type { Metrics } from '@waybill/chassis/metrics'
import { migrate } from '@waybill/chassis/migrate'
import { startPruning } from '@waybill/chassis/pruning'
import { startRelay } from '@waybill/chassis/relay'
import { startRpcServer } from '@waybill/chassis/rpc-server'
import * as webhookTables from '../migrations/0001-webhook-tables.ts'
import * as paceAndOrder from '../migrations/0002-pace-and-order.ts'
import * as replaysAndDeletions from '../migrations/0003-replays-and-deletions.ts'
import * as onePause from '../migrations/0004-one-pause.ts'
import { createAddressPolicy } from './address-policy.ts'
import { webhookConsumers } from './consumers.ts'
import type { WebhookDatabase } from './db.ts'
import { startDispatcher } from './dispatcher.ts'
import { startJobs } from './jobs.ts'
import { createNameResolver, type ResolveName } from './name-resolver.ts'
import { startPartitions } from './partitions.ts'
import { pingDatabase } from './queries/queue.ts'
import { DEFAULT_SCHEDULE, parseSchedule } from './retry-schedule.ts'
import { webhookRpc } from './rpc.ts'
import { createSecretBox } from './secret-box.ts'
import { createSender, DEADLINE_MS } from './sender.ts'

const SERVICE = 'webhook'
/** What a claim lasts beyond the longest send: time to write what came of it. */
const LEASE_RESERVE_MS = 15_000

export const migrations = {
  '0001-webhook-tables': webhookTables,
  '0002-pace-and-order': paceAndOrder,
  '0003-replays-and-deletions': replaysAndDeletions,
  '0004-one-pause': onePause,
}

export interface WebhookServiceOptions {
  databaseUrl: string
  databaseSchema: string
  poolSize?: number
  bus: Bus
  host: string
  grpcPort: number
  opsPort: number
  internalKey: string
  /** `id:base64` of 32 bytes, separated by commas; the first one seals. */
  encryptionKeys: string
  /** Blocks that are not public and may be sent to all the same. */
  allowedCidrs: readonly string[]
  /** Whether test environments may use http. */
  allowHttp: boolean
  /** Delay before each attempt, such as `5s`; the default makes ten. */
  schedule?: readonly string[]
  subscriptionLimit?: number
  concurrency?: number
  endpointConcurrency?: number
  eventRetentionDays?: number
  /** Of deliveries and their attempts; no longer than the events'. */
  deliveryRetentionDays?: number
  /** Longest that a receiver may take to answer, in ms. */
  deadlineMs?: number
  /** What a dead dispatcher's claims last beyond the longest send, in ms. */
  leaseReserveMs?: number
  /** How names are looked up: in the hosts file and DNS, unless given. */
  resolve?: ResolveName
  log: Logger
  metrics: Metrics
}

export interface RunningWebhookService {
  grpcPort: number
  opsPort: number
  stop(): Promise<void>
}

/**
 * Migrates the schema, then serves. `stop` ends calls first, then what brings work, then sends, which have 5 s to end
 * by themselves, then connections.
 */
export async function startWebhookService(options: WebhookServiceOptions): Promise<RunningWebhookService> {
  const { databaseUrl, databaseSchema: schema, bus, host, internalKey, allowHttp, log, metrics } = options
  const policy = createAddressPolicy(options)
  const box = createSecretBox(options.encryptionKeys)
  const schedule = parseSchedule(options.schedule ?? DEFAULT_SCHEDULE)
  const resolve = options.resolve ?? createNameResolver()
  const sender = createSender({ policy, resolve, allowHttp, deadlineMs: options.deadlineMs ?? DEADLINE_MS })
  const db = openDatabase<WebhookDatabase>({
    url: databaseUrl,
    schema,
    applicationName: SERVICE,
    poolSize: options.poolSize,
  })
  await migrate(db, { schema, migrations, log })

  const retention = { eventDays: options.eventRetentionDays ?? 30, deliveryDays: options.deliveryRetentionDays ?? 30 }
  const partitions = await startPartitions({ db, retention, log })
  const pruning = startPruning({ db, log })
  const dispatcher = startDispatcher({
    db,
    sender,
    box,
    schedule,
    concurrency: options.concurrency ?? 500,
    endpointConcurrency: options.endpointConcurrency ?? 10,
    leaseMs: sender.longestMs + (options.leaseReserveMs ?? LEASE_RESERVE_MS),
    log,
    metrics,
  })
  const jobs = startJobs({ db, log, onDue: dispatcher.nudge })
  const handlers = webhookConsumers(dispatcher.nudge)
  const consumers = await startConsumers({ db, bus, service: SERVICE, handlers, log, metrics })
  const relay = await startRelay({ db, databaseUrl, schema, bus, log, metrics })
  const rules = { policy, resolve, allowHttp }
  const rpc = await startRpcServer({
    host,
    port: options.grpcPort,
    internalKey,
    log,
    metrics,
    services: [
      webhookRpc({
        db,
        box,
        rules,
        subscriptionLimit: options.subscriptionLimit ?? 500,
        onDue: dispatcher.nudge,
        onJob: jobs.nudge,
      }),
    ],
  })
  const ops = await startOpsServer({
    host,
    port: options.opsPort,
    metrics,
    log,
    readiness: async () => {
      await pingDatabase(db)
      return { database: true }
    },
  })

  return {
    grpcPort: rpc.port,
    opsPort: ops.port,
    async stop() {
      ops.setDraining()
      await rpc.stop()
      await consumers.stop()
      await jobs.stop()
      await dispatcher.stop()
      await Promise.all([relay.stop(), partitions.stop(), pruning.stop()])
      await sender.close()
      await db.destroy()
      await ops.stop()
    },
  }
}
