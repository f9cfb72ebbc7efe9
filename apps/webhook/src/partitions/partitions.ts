import { type Stoppable, startLoop } from '@waybill/chassis/loops/loops'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { deleteOldMissed } from '../catch-up/missed-repository.ts'
import type { Reader } from '../db.ts'
import { maxScheduleMs, type RetrySchedule } from '../deliveries/retry-schedule.ts'
import { deliveryMetrics } from '../metrics.ts'
import { deleteEndedReplays } from '../replays/repository.ts'
import { purgeDeleted } from '../subscriptions/deletion-repository.ts'
import { dropOldEvents } from './expiry-repository.ts'
import { dropFromQueue, dropOldPartitions, ensurePartitions } from './repository.ts'

const INTERVAL_MS = 3_600_000
const DAY_MS = 86_400_000
/** Offsets in months: the previous one, because events may arrive late, to two months ahead. */
const MONTHS = [-1, 0, 1, 2]

export interface Retention {
  /** Retention of events. */
  eventDays: number
  /** Retention of deliveries and attempts; at most that of events. */
  deliveryDays: number
}

/**
 * Creates the partitions of the current months, then keeps creating upcoming ones and dropping expired ones. A month
 * expires once its last day is older than the retention. Throws a RangeError on an invalid retention.
 */
export async function startPartitions(options: {
  db: Reader
  retention: Retention
  schedule: RetrySchedule
  log: Logger
  metrics: Metrics
}): Promise<Stoppable> {
  const { db, retention, schedule, log } = options
  const { deadLetters, eventsMissed } = deliveryMetrics(options.metrics)
  const { eventDays, deliveryDays } = retention
  if (deliveryDays > eventDays) {
    throw new RangeError(
      `deliveries cannot be kept for ${deliveryDays} days: events are kept for ${eventDays} days only. Lower WEBHOOK_DELIVERY_RETENTION_DAYS or raise WEBHOOK_EVENT_RETENTION_DAYS`,
    )
  }
  const triedDays = Math.ceil(maxScheduleMs(schedule) / DAY_MS)
  if (deliveryDays < triedDays) {
    throw new RangeError(
      `deliveries cannot be kept for ${deliveryDays} days: the retry schedule takes up to ${triedDays}. Raise WEBHOOK_DELIVERY_RETENTION_DAYS to ${triedDays}, or shorten WEBHOOK_RETRY_SCHEDULE`,
    )
  }

  async function createMissing(now: Date): Promise<void> {
    for (const offset of MONTHS) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
      const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset + 1))
      if (end <= daysBefore(now, deliveryDays)) continue // it would be dropped at once
      const made = await ensurePartitions(db, month)
      if (made > 0) log.info({ month: month.toISOString().slice(0, 7), tables: made }, 'partitions.made')
    }
  }

  async function dropExpired(now: Date): Promise<'again' | 'idle'> {
    const { unsent, givenUp } = await dropFromQueue(db, daysBefore(now, deliveryDays))
    deadLetters.inc({ reason: 'expired' }, givenUp)
    if (unsent > 0) {
      log.warn({ deliveries: unsent, givenUp }, 'deliveries.expired')
      return 'again' // take all of them out of the queue before their partition is dropped
    }
    let left = 0
    const reportDropped = (dropped: string[]) => {
      if (dropped.length > 0) log.info({ partitions: dropped }, 'partitions.dropped')
    }
    for (const table of ['attempt', 'delivery'] as const) {
      const { dropped, deleted } = await dropOldPartitions(db, table, daysBefore(now, deliveryDays))
      reportDropped(dropped)
      left += deleted
    }
    const { dropped, deleted, expired } = await dropOldEvents(db, daysBefore(now, eventDays))
    reportDropped(dropped)
    for (const { events, ...period } of expired) {
      eventsMissed.inc({}, events)
      log.warn({ ...period, events }, 'subscription.events_missed')
    }
    left += deleted
    left += await deleteOldMissed(db, daysBefore(now, eventDays))
    left += await deleteEndedReplays(db, daysBefore(now, eventDays))
    const subscriptions = await purgeDeleted(db, daysBefore(now, deliveryDays))
    if (subscriptions > 0) log.info({ subscriptions }, 'subscriptions.purged')
    left += subscriptions
    return left > 0 ? 'again' : 'idle'
  }

  await createMissing(new Date())
  return startLoop({
    name: 'partitions',
    intervalMs: INTERVAL_MS,
    log,
    async work() {
      const now = new Date()
      await createMissing(now)
      return await dropExpired(now)
    },
  })
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
