/** Composition root. */
import type { Database } from '@waybill/chassis/postgres/database'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { startBackgroundJobs } from './background-jobs.ts'
import { webhookConsumers } from './consumers.ts'
import type { WebhookDatabase } from './db.ts'
import { DEFAULT_SCHEDULE, parseSchedule } from './deliveries/retry-schedule.ts'
import { startDispatcher } from './dispatching/dispatcher.ts'
import { countStoredRows, createErasePass } from './erasure/erasure.ts'
import { startPartitions } from './events/partitions.ts'
import { migrations } from './migrations.ts'
import { webhookRpc } from './rpc/handlers.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { startSecretUpkeep } from './secrets/secret-upkeep.ts'
import { createAddressPolicy } from './sending/address-policy.ts'
import { createNameResolver, type ResolveName } from './sending/name-resolver.ts'
import { createSender, DEADLINE_MS } from './sending/sender.ts'

/** How much longer a claim lasts than the longest send: time to store the result. */
const LEASE_RESERVE_MS = 15_000
/**
 * The longest send takes 16 s, the claim before it up to 1 s. Of the 20 s that a process has to stop, counted from the
 * signal, this leaves 3 s to store the last results and to stop everything else.
 */
const DRAIN_MS = 17_000

export interface WebhookServiceOptions extends ServiceOptions {
  /** `id:base64` of 32 bytes, separated by commas; the first key seals. */
  encryptionKeys: string
  /** Non-public address blocks that receivers may be in. */
  allowedCidrs: readonly string[]
  /** Whether test environments may use http. */
  allowHttp: boolean
  /** Delay before each attempt, such as `5s`. The default has ten. */
  schedule?: readonly string[]
  subscriptionLimit?: number
  concurrency?: number
  endpointConcurrency?: number
  eventRetentionDays?: number
  /** Of deliveries and their attempts; at most that of events. */
  deliveryRetentionDays?: number
  /** Longest time for a receiver to respond. */
  deadlineMs?: number
  /** How much longer a claim lasts than the longest send. */
  leaseReserveMs?: number
  /** How long running sends may continue after the stop begins. */
  drainMs?: number
  /** Resolves names; the hosts file and DNS by default. */
  resolve?: ResolveName
}

/** Parts of the configuration that are validated before anything starts. */
interface ParsedOptions {
  policy: ReturnType<typeof createAddressPolicy>
  box: ReturnType<typeof createSecretBox>
  schedule: ReturnType<typeof parseSchedule>
}

/** Starts the service; resolves once it is ready. On stop it claims nothing more and lets running sends finish. */
export async function startWebhookService(options: WebhookServiceOptions): Promise<RunningService> {
  const parsed = {
    policy: createAddressPolicy(options),
    box: createSecretBox(options.encryptionKeys),
    schedule: parseSchedule(options.schedule ?? DEFAULT_SCHEDULE),
  }
  return startService<WebhookDatabase>('webhook', options, {
    migrations,
    start: (db) => startWebhooks(db, { ...options, ...parsed }),
  })
}

async function startWebhooks(
  db: Database<WebhookDatabase>,
  options: Omit<WebhookServiceOptions, 'schedule'> & ParsedOptions,
): Promise<ServiceParts<WebhookDatabase>> {
  const { policy, box, schedule, allowHttp, log, metrics } = options
  const resolve = options.resolve ?? createNameResolver()
  const sender = createSender({ policy, resolve, allowHttp, deadlineMs: options.deadlineMs ?? DEADLINE_MS })
  const retention = { eventDays: options.eventRetentionDays ?? 30, deliveryDays: options.deliveryRetentionDays ?? 30 }
  const partitions = await startPartitions({ db, retention, schedule, log, metrics })
  const dispatcher = startDispatcher({
    db,
    sender,
    box,
    schedule,
    concurrency: options.concurrency ?? 500,
    endpointConcurrency: options.endpointConcurrency ?? 10,
    drainMs: options.drainMs ?? DRAIN_MS,
    leaseMs: sender.longestMs + (options.leaseReserveMs ?? LEASE_RESERVE_MS),
    log,
    metrics,
  })
  const secrets = startSecretUpkeep({ db, box, log, metrics })
  const jobs = startBackgroundJobs({ db, keptDays: retention.deliveryDays, log, onDue: dispatcher.nudge })
  return {
    rpc: [
      webhookRpc({
        db,
        box,
        rules: { policy, resolve, allowHttp },
        subscriptionLimit: options.subscriptionLimit ?? 500,
        onDue: dispatcher.nudge,
        onJob: jobs.nudge,
      }),
    ],
    handlers: webhookConsumers(dispatcher),
    erase: createErasePass(db),
    describeStoredData: (environmentId, shipmentId, subjectIds) =>
      countStoredRows(db, environmentId, [shipmentId, ...subjectIds]),
    drain: dispatcher.drain,
    async stop() {
      await jobs.stop()
      await dispatcher.stop()
      await secrets.stop()
      await partitions.stop()
      await sender.close()
    },
  }
}
