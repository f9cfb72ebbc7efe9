import type { Metrics } from '@waybill/chassis/telemetry/metrics'
import { countUnknownAttempts } from './attempts/repository.ts'
import type { Db } from './db.ts'
import { countSearches } from './fleet/repository.ts'
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
      if (unknown !== null) gauge.set(unknown)
    },
  })
  metrics.gauge({
    name: 'booking_fleet_searches',
    help: 'Jobs of own fleets without a driver. `state`: `offered` to a driver, or `waiting` for one; absent while the database does not answer.',
    labels: ['state'],
    async collect(gauge) {
      gauge.reset()
      const counts = await countSearches(db).catch(() => null)
      if (counts === null) return
      gauge.set({ state: 'offered' }, counts.offered)
      gauge.set({ state: 'waiting' }, counts.waiting)
    },
  })
  const measures = {
    facts: metrics.counter({
      name: 'carrier_facts_total',
      help: 'New facts of jobs. `via`: `callback` or `tracking` (polled) of a carrier, `driver` of an own fleet, sent by drivers or when nobody takes a job.',
      labels: ['carrier_code', 'via'],
    }),
    forgeries: metrics.counter({
      name: 'carrier_callbacks_forged_total',
      help: 'Call-backs rejected because their signature is not that of the carrier account.',
      labels: ['carrier_code'],
    }),
    contradictions: metrics.counter({
      name: 'carrier_contradictions_total',
      help: 'Reports of live jobs that we cancelled, gave up or booked twice. Investigate each.',
      labels: ['carrier_code'],
    }),
    unusableCredentials: metrics.counter({
      name: 'carrier_credentials_unusable_total',
      help: 'Calls of carriers and checks of call-backs that were not made because the credentials of the account cannot be used.',
      labels: ['carrier_code', 'reason'],
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
