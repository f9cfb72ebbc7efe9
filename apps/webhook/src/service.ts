/** Composition root. */

import { createAddressPolicy } from '@waybill/chassis/outbound/address-policy'
import { createNameResolver, type ResolveName } from '@waybill/chassis/outbound/name-resolver'
import type { Database } from '@waybill/chassis/postgres/database'
import {
  type RunningService,
  type ServiceOptions,
  type ServiceParts,
  startService,
} from '@waybill/chassis/process/start-service'
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { createEndpointGrowth } from './attempts/endpoint-growth.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { backlogShare } from './catch-up/backlog-share.ts'
import { startCatchUp } from './catch-up/catch-up-loop.ts'
import { webhookConsumers } from './consumers.ts'
import type { WebhookDatabase } from './db.ts'
import { DEFAULT_SCHEDULE, parseSchedule } from './deliveries/retry-schedule.ts'
import { startDispatcher } from './dispatching/dispatcher.ts'
import { countStoredRows, createErasePass } from './erasure/erasure.ts'
import type { SendLimits } from './fairness/send-limits.ts'
import { migrations } from './migrations.ts'
import { startPartitions } from './partitions/partitions.ts'
import { webhookRpc } from './rpc/handlers.ts'
import { startSigningSecretUpkeep } from './secrets/secret-upkeep.ts'
import { createSender, DEADLINE_MS } from './sending/sender.ts'
import { webhookChecks } from './stuck/checks.ts'
import { tableRules } from './table-rules.ts'

/** How much longer a claim lasts than the longest send: time to store the result. */
const LEASE_RESERVE_MS = 15_000
/** Counted from the signal. The longest send takes 16 s, the claim before it up to 1 s. */
export const DRAIN_MS = 17_000

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
  /** Waiting deliveries per environment, in equal parts for its subscriptions. */
  backlogLimit?: number
  /** Concurrent sends of this process. */
  concurrency?: number
  /** How much of `concurrency` one environment may use. */
  environmentPercent?: number
  /** Concurrent sends of this process to one origin. */
  originConcurrency?: number
  endpointConcurrency?: number
  eventRetentionDays?: number
  /** Retention of deliveries and their attempts; at most that of events. */
  deliveryRetentionDays?: number
  /** Longest time for a receiver to respond. */
  deadlineMs?: number
  /** How much longer a claim lasts than the longest send. */
  leaseReserveMs?: number
  /** How long running sends may continue after the stop begins. */
  drainMs?: number
  /** Rest of an environment after a batch of a catch-up that failed. */
  catchUpRestMs?: number
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
    tables: tableRules,
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
  const growth = createEndpointGrowth(options.endpointConcurrency ?? 100)
  const subscriptionLimit = options.subscriptionLimit ?? 50
  const share = backlogShare(options.backlogLimit ?? 100_000, subscriptionLimit)
  const limits = sendLimits(options)
  const dispatcher = startDispatcher({
    db,
    sender,
    box,
    schedule,
    limits,
    growth,
    drainMs: options.drainMs ?? DRAIN_MS,
    leaseMs: sender.longestMs + (options.leaseReserveMs ?? LEASE_RESERVE_MS),
    log,
    metrics,
  })
  const secrets = startSigningSecretUpkeep({ db, box, log, metrics })
  const jobs = startBackgroundJobs({ db, keptDays: retention.deliveryDays, log, onDue: dispatcher.nudge })
  const catchingUp = startCatchUp({
    db,
    share,
    failureRestMs: options.catchUpRestMs,
    log,
    onDue: dispatcher.nudge,
  })
  return {
    rpc: [
      webhookRpc({
        db,
        box,
        rules: { policy, resolve, allowHttp },
        subscriptionLimit,
        ...retention,
        onDue: dispatcher.nudge,
        onJob: jobs.nudge,
      }),
    ],
    handlers: webhookConsumers(dispatcher, { share, log }),
    erase: createErasePass(db),
    describeStoredData: (environmentId, shipmentId, subjectIds) =>
      countStoredRows(db, environmentId, [shipmentId, ...subjectIds]),
    stuckChecks: webhookChecks({ db, limits: { ...limits, endpoint: growth.start }, share, retention }),
    drain: dispatcher.drain,
    async stop() {
      await catchingUp.stop()
      await jobs.stop()
      await dispatcher.stop()
      await secrets.stop()
      await partitions.stop()
      await sender.close()
    },
  }
}

function sendLimits(
  options: Pick<WebhookServiceOptions, 'concurrency' | 'environmentPercent' | 'originConcurrency'>,
): SendLimits {
  const { concurrency = 500, environmentPercent = 20, originConcurrency = 100 } = options
  return {
    process: concurrency,
    environment: Math.max(1, Math.floor((concurrency * environmentPercent) / 100)),
    origin: originConcurrency,
  }
}
