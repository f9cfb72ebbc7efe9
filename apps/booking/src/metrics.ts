import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import type { Db } from './db.ts'
import { countUnknownAttempts } from './operations/attempt-repository.ts'
import { type OperationKind, steps } from './operations/operation.ts'
import { countOpenOperations } from './operations/repository.ts'

export type BookingMetrics = ReturnType<typeof bookingMetrics>

/** What an operator must see of this service: work that does not end, outcomes that nobody knows, slow carriers. */
export function bookingMetrics(metrics: Metrics, db: Db, carrierCodes: Iterable<string>) {
  metrics.gauge({
    name: 'booking_operations_open',
    help: 'Operations under way, by kind; none while the database does not answer.',
    labels: ['kind'],
    async collect(gauge) {
      gauge.reset()
      for (const { kind, count } of await openOperations(db)) gauge.set({ kind }, count)
    },
  })
  metrics.gauge({
    name: 'booking_operation_oldest_seconds',
    help: 'Age of the oldest operation under way, by kind; none while the database does not answer.',
    labels: ['kind'],
    async collect(gauge) {
      gauge.reset()
      for (const { kind, oldestSeconds } of await openOperations(db)) gauge.set({ kind }, oldestSeconds)
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
  const measures = {
    facts: metrics.counter({
      name: 'carrier_facts_total',
      help: 'Reports of carriers that were new, by how they came.',
      labels: ['carrier_code', 'via'],
    }),
    contradictions: metrics.counter({
      name: 'carrier_contradictions_total',
      help: 'Reports about jobs that we hold for cancelled, never made or made twice: someone should look.',
      labels: ['carrier_code'],
    }),
    orphans: metrics.counter({
      name: 'carrier_orphan_jobs_total',
      help: 'Jobs of carriers that nobody here waited for; `kept` are those that the carrier will not cancel: call it.',
      labels: ['carrier_code', 'result'],
    }),
  }
  // What is rare begins with 0: from nothing to 1 is no increase to whoever watches.
  for (const carrierCode of carrierCodes) {
    measures.contradictions.inc({ carrier_code: carrierCode }, 0)
    measures.orphans.inc({ carrier_code: carrierCode, result: 'kept' }, 0)
  }
  return measures
}

/** Every kind, also where none is under way; empty while the database does not answer. */
async function openOperations(db: Db) {
  const found = await countOpenOperations(db).catch(() => null)
  const none = (Object.keys(steps) as OperationKind[]).map((kind) => ({ kind, count: 0, oldestSeconds: 0 }))
  return found === null ? [] : none.map((each) => found.find(({ kind }) => kind === each.kind) ?? each)
}
