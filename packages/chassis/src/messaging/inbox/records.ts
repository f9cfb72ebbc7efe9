import type { Kysely } from 'kysely'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { countParked } from '../parking.ts'
import type { Consumed } from './consume.ts'

/** One try of an event by a consumer. */
export interface Attempt {
  outcome: Consumed | 'error' | 'newer'
  /** Error that the handler threw. */
  failure?: unknown
  /** By `performance.now()`. */
  startedAt: number
  /** 1 for the first try. */
  attempt: number
}

export type RecordAttempt = (consumer: string, event: DomainEvent, attempt: Attempt) => void

/** Returns a function that adds one observation and one `event.consumed` line for each attempt. */
export function createRecorder<DB extends ChassisTables>(options: {
  db: Kysely<DB>
  log: Logger
  metrics: Metrics
}): RecordAttempt {
  const { db, log, metrics } = options
  const measures = inboxMetrics(metrics, db)
  return (consumer, { eventId, type, environmentId, occurredAt }, { outcome, failure, startedAt, attempt }) => {
    const durationMs = performance.now() - startedAt
    const delayMs = Date.now() - occurredAt.getTime()
    measures.consumed.observe({ consumer, outcome }, durationMs / 1_000)
    if (outcome === 'applied') measures.delay.observe({ consumer }, delayMs / 1_000)
    const times = { durationMs: Math.round(durationMs * 10) / 10, delayMs }
    const fields = { consumer, type, eventId, environmentId, outcome, attempt, ...times }
    if (outcome === 'error') log.warn({ ...fields, err: failure }, 'event.consumed')
    else if (outcome === 'newer') log.info({ ...fields, err: failure }, 'event.consumed')
    else log.info(fields, 'event.consumed')
  }
}

/** All reasons, with 0 where nothing is parked. Empty while the database does not answer. */
async function parkedByReason<DB extends ChassisTables>(db: Kysely<DB>) {
  const found = await countParked(db).catch(() => null)
  const none = (['gap', 'error', 'newer'] as const).map((reason) => ({ reason, count: 0 }))
  return found === null ? [] : none.map((each) => found.find(({ reason }) => reason === each.reason) ?? each)
}

function inboxMetrics<DB extends ChassisTables>(metrics: Metrics, db: Kysely<DB>) {
  metrics.gauge({
    name: 'inbox_parked',
    help: 'Events that wait to be tried again, by reason; none while the database does not answer.',
    labels: ['reason'],
    async collect(gauge) {
      gauge.reset()
      for (const { reason, count } of await parkedByReason(db)) gauge.set({ reason }, count)
    },
  })
  return {
    consumed: metrics.histogram({
      name: 'inbox_consume_duration_seconds',
      help: 'Time of one try of an event, by consumer and outcome: applied, duplicate, stale, gap, error, newer (the last three: parked).',
      labels: ['consumer', 'outcome'],
    }),
    delay: metrics.histogram({
      name: 'inbox_delay_seconds',
      help: 'From the moment of an event to its effect in this service, by consumer.',
      labels: ['consumer'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
    }),
  }
}
