import type { StuckCheck } from '@waybill/chassis/stuck/stuck-checks'
import type { Reader } from '../db.ts'
import type { Retention } from '../partitions/partitions.ts'
import type { QueueLimits } from '../queue/free-slots-repository.ts'
import { MAX_WAITING } from '../replays/commands.ts'
import {
  findStuckBehind,
  findStuckDeletions,
  findStuckDeliveries,
  findStuckPartitions,
  findStuckReplays,
} from './queries.ts'

/** Kinds of stuck work in the webhook service. `share`: a subscription's part of the backlog of its environment. */
export function webhookChecks(options: {
  db: Reader
  limits: QueueLimits
  share: number
  retention: Retention
}): StuckCheck[] {
  const { db, limits, share, retention } = options
  const { eventDays, deliveryDays } = retention
  const keptDays = { event: eventDays, delivery: deliveryDays, attempt: deliveryDays }
  return [
    { kind: 'delivery', find: (query) => findStuckDeliveries(db, limits, query) },
    { kind: 'replay', find: (query) => findStuckReplays(db, { maxWaiting: MAX_WAITING }, query) },
    { kind: 'subscription_behind', find: (query) => findStuckBehind(db, { share }, query) },
    { kind: 'subscription_deletion', find: (query) => findStuckDeletions(db, query) },
    { kind: 'partition', find: (query) => findStuckPartitions(db, keptDays, query) },
  ]
}
