import type { Metrics } from '@waybill/chassis/metrics'
import type { Reader } from './db.ts'
import { readQueueDepth } from './queries/queue.ts'

/** What is measured of deliveries. The gauges of the queue are read when they are asked for. */
export function deliveryMetrics(metrics: Metrics, db: Reader) {
  metrics.gauge({
    name: 'webhook_queue_due',
    help: 'Deliveries that are due and wait to be sent, by lane; none while the database does not answer.',
    labels: ['lane'],
    async collect(gauge) {
      gauge.reset()
      for (const { lane, due } of await readQueueDepth(db).catch(() => [])) gauge.set({ lane }, due)
    },
  })
  metrics.gauge({
    name: 'webhook_queue_oldest_due_seconds',
    help: 'How long the longest due delivery has waited, by lane; none while the database does not answer.',
    labels: ['lane'],
    async collect(gauge) {
      gauge.reset()
      for (const { lane, oldestDueSeconds } of await readQueueDepth(db).catch(() => [])) {
        gauge.set({ lane }, oldestDueSeconds)
      }
    },
  })
  return {
    inFlight: metrics.gauge({ name: 'webhook_sends_in_flight', help: 'Deliveries being sent by this process.' }),
    deliveries: metrics.counter({
      name: 'webhook_deliveries_total',
      help: 'Deliveries that ended, by result: succeeded, failed.',
      labels: ['result'],
    }),
    attempts: metrics.histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Time of one attempt, by outcome: succeeded or what went wrong.',
      labels: ['outcome'],
    }),
  }
}
