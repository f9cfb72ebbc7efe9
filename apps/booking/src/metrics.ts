import type { Metrics } from '@waybill/chassis/metrics'
import type { Db } from './db.ts'
import { countUnknownAttempts } from './repository/attempts.ts'
import { countOpenOperations } from './repository/operations.ts'

export type BookingMetrics = ReturnType<typeof bookingMetrics>

/** What an operator must see of this service: work that does not end, outcomes that nobody knows, slow carriers. */
export function bookingMetrics(metrics: Metrics, db: Db) {
  metrics.gauge({
    name: 'booking_operations_open',
    help: 'Operations under way, by kind; none while the database does not answer.',
    labels: ['kind'],
    async collect(gauge) {
      gauge.reset()
      for (const { kind, count } of await countOpenOperations(db).catch(() => [])) gauge.set({ kind }, count)
    },
  })
  metrics.gauge({
    name: 'booking_operation_oldest_seconds',
    help: 'Age of the oldest operation under way, by kind; none while the database does not answer.',
    labels: ['kind'],
    async collect(gauge) {
      gauge.reset()
      for (const { kind, oldestSeconds } of await countOpenOperations(db).catch(() => [])) {
        gauge.set({ kind }, oldestSeconds)
      }
    },
  })
  metrics.gauge({
    name: 'booking_attempts_unknown',
    help: 'Bookings that a carrier may or may not have made.',
    async collect(gauge) {
      gauge.reset()
      const unknown = await countUnknownAttempts(db).catch(() => null)
      if (unknown) gauge.set(unknown.count)
    },
  })
  metrics.gauge({
    name: 'booking_attempt_unknown_oldest_seconds',
    help: 'Age of the oldest booking that a carrier may or may not have made.',
    async collect(gauge) {
      gauge.reset()
      const unknown = await countUnknownAttempts(db).catch(() => null)
      if (unknown) gauge.set(unknown.oldestSeconds)
    },
  })
  return {
    carrierCall: metrics.histogram({
      name: 'carrier_call_duration_seconds',
      help: 'Time of one call of a carrier, retries of the adapter included, by what was asked and what came of it.',
      labels: ['carrier_code', 'operation', 'outcome'],
    }),
    facts: metrics.counter({
      name: 'carrier_facts_total',
      help: 'Reports of carriers that were new, by how they came.',
      labels: ['carrier_code', 'via'],
    }),
    contradictions: metrics.counter({
      name: 'carrier_contradictions_total',
      help: 'Reports about jobs that we hold for cancelled or never made: someone should look.',
      labels: ['carrier_code'],
    }),
  }
}
