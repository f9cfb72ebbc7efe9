import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Db } from './db.ts'
import { countUnknownAttempts } from './operations/attempt-repository.ts'
import { type OperationKind, steps } from './operations/operation.ts'
import { countOpenOperations } from './operations/repository.ts'

export type BookingMetrics = ReturnType<typeof bookingMetrics>

/** Metrics of operations that do not end, bookings in doubt, and what carriers report. */
export function bookingMetrics(metrics: Metrics, db: Db, carrierCodes: Iterable<string>) {
  metrics.gauge({
    name: 'booking_operations_open',
    help: 'Open operations, by kind; absent while the database does not answer.',
    labels: ['kind'],
    async collect(gauge) {
      gauge.reset()
      for (const { kind, count } of await openOperations(db)) gauge.set({ kind }, count)
    },
  })
  metrics.gauge({
    name: 'booking_operation_oldest_seconds',
    help: 'Age of the oldest open operation, by kind; absent while the database does not answer.',
    labels: ['kind'],
    async collect(gauge) {
      gauge.reset()
      for (const { kind, oldestSeconds } of await openOperations(db)) gauge.set({ kind }, oldestSeconds)
    },
  })
  metrics.gauge({
    name: 'booking_attempts_unknown',
    help: 'Bookings whose outcome at the carrier is unknown.',
    async collect(gauge) {
      gauge.reset()
      const unknown = await countUnknownAttempts(db).catch(() => null)
      if (unknown) gauge.set(unknown.count)
    },
  })
  metrics.gauge({
    name: 'booking_attempt_unknown_oldest_seconds',
    help: 'Age of the oldest booking whose outcome at the carrier is unknown.',
    async collect(gauge) {
      gauge.reset()
      const unknown = await countUnknownAttempts(db).catch(() => null)
      if (unknown) gauge.set(unknown.oldestSeconds)
    },
  })
  const measures = {
    facts: metrics.counter({
      name: 'carrier_facts_total',
      help: 'New facts reported by carriers, by call-back or polling.',
      labels: ['carrier_code', 'via'],
    }),
    contradictions: metrics.counter({
      name: 'carrier_contradictions_total',
      help: 'Reports of live jobs that we cancelled, gave up or booked twice. Investigate each.',
      labels: ['carrier_code'],
    }),
    orphans: metrics.counter({
      name: 'carrier_orphan_jobs_total',
      help: "Carriers' jobs that no booking expects. `kept`: the carrier does not cancel it; call the carrier.",
      labels: ['carrier_code', 'result'],
    }),
  }
  // Start rare series at 0: Prometheus sees no increase from an absent series to 1.
  for (const carrierCode of carrierCodes) {
    measures.contradictions.inc({ carrier_code: carrierCode }, 0)
    measures.orphans.inc({ carrier_code: carrierCode, result: 'kept' }, 0)
  }
  return measures
}

/** An entry for every kind; empty while the database does not answer. */
async function openOperations(db: Db) {
  const found = await countOpenOperations(db).catch(() => null)
  const none = (Object.keys(steps) as OperationKind[]).map((kind) => ({ kind, count: 0, oldestSeconds: 0 }))
  return found === null ? [] : none.map((each) => found.find(({ kind }) => kind === each.kind) ?? each)
}
