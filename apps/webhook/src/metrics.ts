import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { countBehind } from './catch-up/queries.ts'
import type { Reader } from './db.ts'
import type { SendSlots } from './dispatching/send-slots.ts'
import type { QueueLimits } from './queue/free-slots-repository.ts'
import { type QueueDepth, readEndpointSpeeds, readQueueDepth, readTableSizes } from './queue/queries.ts'

export type DeliveryMetrics = ReturnType<typeof deliveryMetrics>

/** Metrics of deliveries. */
export function deliveryMetrics(metrics: Metrics) {
  const measures = {
    inFlight: metrics.gauge({ name: 'webhook_sends_in_flight', help: 'Deliveries being sent by this process.' }),
    deliveries: metrics.counter({
      name: 'webhook_deliveries_total',
      help: 'Deliveries that ended, by result: succeeded, failed.',
      labels: ['result'],
    }),
    deadLetters: metrics.counter({
      name: 'webhook_dead_letters_total',
      help: 'Deliveries given up, by reason: exhausted (no attempts left), gone (the receiver responded with 410), expired (deleted by retention).',
      labels: ['reason'],
    }),
    eventsMissed: metrics.counter({
      name: 'webhook_events_missed_total',
      help: 'Events deleted by retention before a subscription that was behind got them.',
    }),
    attempts: metrics.histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Duration of an attempt, by outcome: succeeded or the error code.',
      labels: ['outcome'],
    }),
    claims: metrics.histogram({
      name: 'webhook_claim_duration_seconds',
      help: 'Duration of claiming a batch of deliveries, including its transaction.',
    }),
  }
  // Rare reasons start at 0, because monitoring does not see the first appearance of a series as an increase.
  for (const reason of ['exhausted', 'gone', 'expired']) measures.deadLetters.inc({ reason }, 0)
  measures.eventsMissed.inc({}, 0)
  return measures
}

/** Which limits of concurrent sends this process has reached. */
export function slotMetrics(metrics: Metrics, slots: Pick<SendSlots, 'countFull'>): void {
  metrics.gauge({
    name: 'webhook_send_limits_reached',
    help: 'Limits of concurrent sends that this process has reached: process (1 if all slots are taken), environment and origin (how many are at theirs).',
    labels: ['limit'],
    collect(gauge) {
      for (const [limit, count] of Object.entries(slots.countFull())) gauge.set({ limit }, count)
    },
  })
}

/** Gauges read from the database on each scrape; empty while it is unavailable. */
export function storageMetrics(metrics: Metrics, db: Reader, limits: QueueLimits): void {
  // Two gauges of one scrape share a query.
  let reading: Promise<QueueDepth[]> | null = null
  const readDepthOnce = () => {
    reading ??= readQueueDepth(db, limits)
      .catch(() => [])
      .finally(() => {
        reading = null
      })
    return reading
  }

  metrics.gauge({
    name: 'webhook_queue_due',
    help: 'Deliveries that are due and not being sent, by lane: test (and manual redeliveries), first (attempts), retry, replay.',
    labels: ['lane'],
    async collect(gauge) {
      gauge.reset()
      for (const { lane, due } of await readDepthOnce()) gauge.set({ lane }, due)
    },
  })
  metrics.gauge({
    name: 'webhook_queue_oldest_due_seconds',
    help: 'Longest wait of a due delivery whose endpoint, environment and origin have a free slot, by lane.',
    labels: ['lane'],
    async collect(gauge) {
      gauge.reset()
      for (const { lane, oldestDueSeconds } of await readDepthOnce()) gauge.set({ lane }, oldestDueSeconds)
    },
  })
  metrics.gauge({
    name: 'webhook_endpoints',
    help: 'Endpoints of active subscriptions by speed: full, slowed, open (breaker open, nothing is sent), half_open (one send at a time).',
    labels: ['speed'],
    async collect(gauge) {
      gauge.reset()
      for (const { speed, endpoints } of await readEndpointSpeeds(db).catch(() => [])) gauge.set({ speed }, endpoints)
    },
  })
  metrics.gauge({
    name: 'webhook_subscriptions_behind',
    help: 'Subscriptions with more than their share of the backlog, which continue from the event log, by status.',
    labels: ['status'],
    async collect(gauge) {
      gauge.reset()
      for (const { status, count } of await countBehind(db).catch(() => [])) gauge.set({ status }, count)
    },
  })
  metrics.gauge({
    name: 'webhook_table_bytes',
    help: 'Size of the tables that grow with traffic, including indexes and partitions.',
    labels: ['table'],
    async collect(gauge) {
      gauge.reset()
      for (const { table, bytes } of await readTableSizes(db).catch(() => [])) gauge.set({ table }, bytes)
    },
  })
}
