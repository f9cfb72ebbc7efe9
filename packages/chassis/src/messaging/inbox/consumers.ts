import type { Kysely, Transaction } from 'kysely'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { transact, withSavepoint } from '../../postgres/database.ts'
import { type Stoppable, startLoop } from '../../process/loops.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { withTraceparent } from '../../telemetry/trace-context.ts'
import { type Bus, matchesPattern, subjectKey } from '../bus.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { countParked, type DueParked, lockDueParked, park, postponeParked, removeParked } from '../parking.ts'
import { type Consumed, type Consumer, consume, type Order } from './consume.ts'
import { BATCH_PREFETCH, createEventBatcher } from './gather.ts'

// Parked events that become due are seen within this time; a filled gap wakes its successor at once.
const RETRY_POLL_MS = 500

/** What a service does with the events of a pattern; it writes only through the transaction it is given. */
export type EventHandler<DB> = SingleHandler<DB> | BatchHandler<DB>

export interface SingleHandler<DB> {
  order: Order
  apply(trx: Transaction<DB>, event: DomainEvent): Promise<void>
}

/**
 * Takes events together: those that have come while a transaction ran, in the order in which they came, each once.
 * When it rejects it is given each of them by itself, and what is rejected then is parked.
 */
export interface BatchHandler<DB> {
  order: 'set'
  applyAll(trx: Transaction<DB>, events: readonly DomainEvent[]): Promise<void>
}

export interface ConsumersOptions<DB extends ChassisTables> {
  db: Kysely<DB>
  bus: Bus
  service: string
  /**
   * By event type, `shipment.*` or `*`. Each is a consumer of its own, known in the tables by this text; an event that
   * several select is applied by each, in a transaction each.
   */
  handlers: Record<string, EventHandler<DB>>
  log: Logger
  metrics: Metrics
}

/**
 * Consumes the service's events: inbox row, cursor and effect in one transaction, before the bus may forget the event.
 * An event whose handler fails is rolled back, parked and tried again with back-off, while the others go on.
 * If it cannot be parked either, the database is down: the bus keeps it.
 */
export async function startConsumers<DB extends ChassisTables>(options: ConsumersOptions<DB>): Promise<Stoppable> {
  const { db, bus, service, handlers, log, metrics } = options
  const measures = inboxMetrics(metrics, db)
  const onGapFilled = () => retries.nudge()
  const consumers = Object.entries(handlers).map(([name, handler]): Consumer<DB> => {
    if ('apply' in handler) return { name, ...handler, onGapFilled }
    return { name, order: handler.order, apply: (trx, event) => handler.applyAll(trx, [event]), onGapFilled }
  })
  const arrivals = consumers.map((consumer) => ({ name: consumer.name, arrive: wayIn(consumer) }))

  /** How the events of the bus come to a consumer: gathered, or one by one. */
  function wayIn(consumer: Consumer<DB>): (event: DomainEvent) => Promise<void> {
    const handler = handlers[consumer.name]
    const arriveSingly = (event: DomainEvent) => arrive(consumer, event)
    if (handler === undefined || 'apply' in handler) return inTurns(arriveSingly)
    return createEventBatcher({
      db,
      consumer: consumer.name,
      applyAll: handler.applyAll,
      arriveSingly,
      onGathered: (event, outcome, startedAt) =>
        withTraceparent(event.traceparent, () => record(consumer, event, { outcome, startedAt, attempt: 1 })),
    })
  }

  async function arrive(consumer: Consumer<DB>, event: DomainEvent): Promise<void> {
    const startedAt = performance.now()
    let outcome: Consumed | 'error'
    let failure: unknown
    try {
      outcome = await transact(db, async (trx) => {
        const consumed = await consume(trx, consumer, event)
        // Parked while the cursor is locked: a predecessor that comes later finds it, and wakes it.
        if (consumed === 'gap') await park(trx, consumer.name, event, { reason: 'gap' })
        return consumed
      })
    } catch (error) {
      await park(db, consumer.name, event, { reason: 'error', error })
      outcome = 'error'
      failure = error
    }
    record(consumer, event, { outcome, failure, startedAt, attempt: 1 })
  }

  /** One observation and one line per try. */
  function record(
    { name: consumer }: Consumer<DB>,
    { eventId, type, environmentId, occurredAt }: DomainEvent,
    tried: { outcome: Consumed | 'error'; failure?: unknown; startedAt: number; attempt: number },
  ): void {
    const { outcome, failure, attempt } = tried
    const durationMs = performance.now() - tried.startedAt
    const delayMs = Date.now() - occurredAt.getTime()
    measures.consumed.observe({ consumer, outcome }, durationMs / 1_000)
    if (outcome === 'applied') measures.delay.observe({ consumer }, delayMs / 1_000)
    const times = { durationMs: Math.round(durationMs * 10) / 10, delayMs }
    const fields = { consumer, type, eventId, environmentId, outcome, attempt, ...times }
    if (outcome === 'error') log.warn({ ...fields, err: failure }, 'event.consumed')
    else log.info(fields, 'event.consumed')
  }

  async function receive(event: DomainEvent): Promise<void> {
    const selected = arrivals.filter(({ name }) => matchesPattern(name, event.type))
    const arrived = await Promise.allSettled(selected.map(({ arrive }) => arrive(event)))
    const failed = arrived.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  const retries = startLoop({ name: 'inbox.retries', intervalMs: RETRY_POLL_MS, work: retryDue, log })

  async function retryDue(): Promise<'again' | 'idle'> {
    const found = await transact(db, async (trx) => {
      const parked = await lockDueParked(trx, Object.keys(handlers))
      if (parked) await withTraceparent(parked.event.traceparent, () => retry(trx, parked))
      return parked
    })
    return found ? 'again' : 'idle'
  }

  async function retry(trx: Transaction<DB>, parked: DueParked): Promise<void> {
    const consumer = consumers.find(({ name }) => name === parked.consumer)
    if (!consumer) return
    const startedAt = performance.now()
    let outcome: Consumed | 'error'
    let failure: unknown
    try {
      outcome = await withSavepoint(trx, () => consume(trx, consumer, parked.event))
      if (outcome === 'gap') await postponeParked(trx, parked, { reason: 'gap' })
      else await removeParked(trx, parked)
    } catch (error) {
      await postponeParked(trx, parked, { reason: 'error', error })
      outcome = 'error'
      failure = error
    }
    record(consumer, parked.event, { outcome, failure, startedAt, attempt: parked.attempts + 1 })
  }

  const isGathering = Object.values(handlers).some((handler) => 'applyAll' in handler)
  const subscription = await bus.subscribe(service, receive, isGathering ? { atOnce: BATCH_PREFETCH } : {})
  return {
    async stop() {
      await subscription.stop()
      await retries.stop()
    },
  }
}

/**
 * Events of a subject take turns within the process. Brokers hand them over nearly in order: side by side they would
 * only wait for each other's locks, or find a gap that is about to close.
 */
function inTurns(arrive: (event: DomainEvent) => Promise<void>): (event: DomainEvent) => Promise<void> {
  const turns = new Map<string, Promise<void>>()
  return (event) => {
    const subject = subjectKey(event)
    const turn = (turns.get(subject) ?? Promise.resolve()).catch(() => {}).then(() => arrive(event))
    turns.set(subject, turn)
    return turn.finally(() => {
      if (turns.get(subject) === turn) turns.delete(subject)
    })
  }
}

/** Both reasons, also where nothing is parked; empty while the database does not answer. */
async function parkedByReason<DB extends ChassisTables>(db: Kysely<DB>) {
  const found = await countParked(db).catch(() => null)
  const none = (['gap', 'error'] as const).map((reason) => ({ reason, count: 0, oldestSeconds: 0 }))
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
  metrics.gauge({
    name: 'inbox_parked_oldest_seconds',
    help: 'How long the oldest parked event has waited, by reason; none while the database does not answer.',
    labels: ['reason'],
    async collect(gauge) {
      gauge.reset()
      for (const { reason, oldestSeconds } of await parkedByReason(db)) gauge.set({ reason }, oldestSeconds)
    },
  })
  return {
    consumed: metrics.histogram({
      name: 'inbox_consume_duration_seconds',
      help: 'Time of one try of an event, by consumer and outcome: applied, duplicate, stale, gap (parked), error (parked).',
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
