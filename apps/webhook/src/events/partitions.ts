import { type Stoppable, startLoop } from '@waybill/chassis/process/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Reader } from '../db.ts'
import { longestMs, type RetrySchedule } from '../deliveries/retry-schedule.ts'
import { deliveryMetrics } from '../metrics.ts'
import { deleteEndedReplays } from '../replays/repository.ts'
import { purgeDeleted } from '../subscriptions/deletion-repository.ts'
import { dropFromQueue, dropOldPartitions, ensurePartitions, type PartitionedTable } from './partition-repository.ts'

const EVERY_MS = 3_600_000
const DAY_MS = 24 * EVERY_MS
/** From the month before, since events may come late, to two months ahead. */
const MONTHS = [-1, 0, 1, 2]

export interface Retention {
  /** How long events are kept, in days. */
  eventDays: number
  /** How long deliveries and their attempts are; no longer than the events they send. */
  deliveryDays: number
}

/**
 * Makes the partitions of the months around now, then keeps making those that come near and dropping those that have
 * passed: a month goes once its last day is older than what is to be kept. Throws on a retention that cannot be.
 */
export async function startPartitions(options: {
  db: Reader
  retention: Retention
  schedule: RetrySchedule
  log: Logger
  metrics: Metrics
}): Promise<Stoppable> {
  const { db, retention, schedule, log } = options
  const { deadLetters } = deliveryMetrics(options.metrics)
  const { eventDays, deliveryDays } = retention
  if (deliveryDays > eventDays) {
    throw new RangeError(`deliveries cannot be kept for ${deliveryDays} days, and their events for ${eventDays} only`)
  }
  const triedDays = Math.ceil(longestMs(schedule) / DAY_MS)
  if (deliveryDays < triedDays) {
    throw new RangeError(
      `deliveries cannot be kept for ${deliveryDays} days, and tried again for longer: keep them for ${triedDays} (WEBHOOK_DELIVERY_RETENTION_DAYS), or shorten WEBHOOK_RETRY_SCHEDULE`,
    )
  }

  async function makeMissing(now: Date): Promise<void> {
    for (const offset of MONTHS) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
      const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1))
      if (end <= daysBefore(now, deliveryDays)) continue // it would be dropped at once
      const made = await ensurePartitions(db, month)
      if (made > 0) log.info({ month: month.toISOString().slice(0, 7), tables: made }, 'partitions.made')
    }
  }

  async function dropPassed(now: Date): Promise<'again' | 'idle'> {
    const { unsent, givenUp } = await dropFromQueue(db, daysBefore(now, deliveryDays))
    deadLetters.inc({ reason: 'expired' }, givenUp)
    if (unsent > 0) {
      log.warn({ deliveries: unsent, givenUp }, 'deliveries.expired')
      return 'again' // there may be more, which what is dropped would be missed by
    }
    let left = 0
    const tables: [PartitionedTable, number][] = [
      ['attempt', deliveryDays],
      ['delivery', deliveryDays],
      ['event', eventDays],
    ]
    for (const [table, days] of tables) {
      const { dropped, deleted } = await dropOldPartitions(db, table, daysBefore(now, days))
      if (dropped.length > 0) log.info({ partitions: dropped }, 'partitions.dropped')
      left += deleted
    }
    left += await deleteEndedReplays(db, daysBefore(now, eventDays))
    const subscriptions = await purgeDeleted(db, daysBefore(now, deliveryDays))
    if (subscriptions > 0) log.info({ subscriptions }, 'subscriptions.purged')
    left += subscriptions
    return left > 0 ? 'again' : 'idle'
  }

  await makeMissing(new Date())
  return startLoop({
    name: 'partitions',
    intervalMs: EVERY_MS,
    log,
    async work() {
      const now = new Date()
      await makeMissing(now)
      return await dropPassed(now)
    },
  })
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
