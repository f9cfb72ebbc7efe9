/** The composition of the service: what is its own. */
import type { Database } from '@waybill/chassis/postgres/database'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { startJobs } from './background-jobs.ts'
import { webhookConsumers } from './consumers.ts'
import type { WebhookDatabase } from './db.ts'
import { DEFAULT_SCHEDULE, parseSchedule } from './deliveries/retry-schedule.ts'
import { startDispatcher } from './dispatching/dispatcher.ts'
import { erasePass, erasureConsumers, heldOf } from './erasure/erasure.ts'
import { startPartitions } from './events/partitions.ts'
import { migrations } from './migrations.ts'
import { webhookRpc } from './rpc/handlers.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { startSecretUpkeep } from './secrets/secret-upkeep.ts'
import { createAddressPolicy } from './sending/address-policy.ts'
import { createNameResolver, type ResolveName } from './sending/name-resolver.ts'
import { createSender, DEADLINE_MS } from './sending/sender.ts'

/** What a claim lasts beyond the longest send: time to write what came of it. */
const LEASE_RESERVE_MS = 15_000
/**
 * The longest send is 16 s; a second for the claim before it. Counted from the signal, this leaves 3 s of the 20 s that a
 * process may take to stop for writing what came of the last ones and for the end of the rest.
 */
const DRAIN_MS = 17_000

export interface WebhookServiceOptions extends ServiceOptions {
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
  /** How long sends under way may take to end by themselves once the service is to stop, in ms. */
  drainMs?: number
  /** How names are looked up: in the hosts file and DNS, unless given. */
  resolve?: ResolveName
}

/** What is made of the configuration before anything is opened, since it may be wrong. */
interface Rules {
  policy: ReturnType<typeof createAddressPolicy>
  box: ReturnType<typeof createSecretBox>
  schedule: ReturnType<typeof parseSchedule>
}

/** Starts the service; resolves once it is ready. When it stops it claims nothing more and lets its sends end. */
export async function startWebhookService(options: WebhookServiceOptions): Promise<RunningService> {
  const rules = {
    policy: createAddressPolicy(options),
    box: createSecretBox(options.encryptionKeys),
    schedule: parseSchedule(options.schedule ?? DEFAULT_SCHEDULE),
  }
  return startService<WebhookDatabase>('webhook', options, {
    migrations,
    start: (db) => startWebhooks(db, { ...options, ...rules }),
  })
}

async function startWebhooks(
  db: Database<WebhookDatabase>,
  options: Omit<WebhookServiceOptions, 'schedule'> & Rules,
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
  const jobs = startJobs({ db, keptDays: retention.deliveryDays, log, onDue: dispatcher.nudge })
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
    handlers: { ...webhookConsumers(dispatcher), ...erasureConsumers },
    erase: erasePass(db),
    describeStoredData: (environmentId, shipmentId, subjectIds) =>
      heldOf(db, environmentId, [shipmentId, ...subjectIds]),
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
