import type { Kysely, Transaction } from 'kysely'
import { type Bus, matchesPattern, subjectKey } from './bus.ts'
import type { ChassisTables } from './chassis-tables.ts'
import { transact, undoOnError } from './database.ts'
import { type Consumer, consume, type Order } from './inbox/consume.ts'
import type { Logger } from './log.ts'
import { type Stoppable, startLoop } from './loops.ts'
import type { Metrics } from './metrics.ts'
import type { DomainEvent } from './outbox.ts'
import { countParked, type DueParked, lockDueParked, park, postponeParked, removeParked } from './parking.ts'
import { withTraceparent } from './trace-context.ts'

// Parked events that become due are seen within this time; a filled gap wakes its successor at once.
const RETRY_POLL_MS = 500

/** What a service does with the events of a pattern; `apply` writes only through the transaction it is given. */
export interface EventHandler<DB> {
  order: Order
  apply(trx: Transaction<DB>, event: DomainEvent): Promise<void>
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
  const consumers = Object.entries(handlers).map(
    ([name, { order, apply }]): Consumer<DB> => ({ name, order, apply, onGapFilled: () => retries.nudge() }),
  )
  const measures = inboxMetrics(metrics, db)

  async function arrive(consumer: Consumer<DB>, event: DomainEvent): Promise<void> {
    let outcome: string
    try {
      outcome = await transact(db, async (trx) => {
        const consumed = await consume(trx, consumer, event)
        // Parked while the cursor is locked: a predecessor that comes later finds it, and wakes it.
        if (consumed === 'gap') await park(trx, consumer.name, event, { reason: 'gap' })
        return consumed
      })
    } catch (error) {
      await park(db, consumer.name, event, { reason: 'error', error })
      log.warn({ err: error, eventId: event.eventId, type: event.type, consumer: consumer.name }, 'event.parked')
      outcome = 'error'
    }
    measures.consumed.inc({ consumer: consumer.name, outcome })
  }

  // Events of a subject take turns within the process. Brokers hand them over nearly in order: side by side they would
  // only wait for each other's locks, or find a gap that is about to close.
  const turns = new Map<string, Promise<void>>()

  function receive(event: DomainEvent): Promise<void> {
    const subject = subjectKey(event)
    const turn = (turns.get(subject) ?? Promise.resolve()).catch(() => {}).then(() => arriveEverywhere(event))
    turns.set(subject, turn)
    return turn.finally(() => {
      if (turns.get(subject) === turn) turns.delete(subject)
    })
  }

  async function arriveEverywhere(event: DomainEvent): Promise<void> {
    const selected = consumers.filter((consumer) => matchesPattern(consumer.name, event.type))
    const arrivals = await Promise.allSettled(selected.map((consumer) => arrive(consumer, event)))
    const failed = arrivals.find((arrival) => arrival.status === 'rejected')
    if (failed) throw failed.reason
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
    let outcome: string
    try {
      outcome = await undoOnError(trx, () => consume(trx, consumer, parked.event))
      if (outcome === 'gap') await postponeParked(trx, parked, { reason: 'gap' })
      else await removeParked(trx, parked)
    } catch (error) {
      await postponeParked(trx, parked, { reason: 'error', error })
      outcome = 'error'
    }
    const { eventId, type } = parked.event
    log.info({ eventId, type, consumer: consumer.name, attempts: parked.attempts, outcome }, 'event.retried')
    measures.consumed.inc({ consumer: consumer.name, outcome })
  }

  const subscription = await bus.subscribe(service, receive)
  return {
    async stop() {
      await subscription.stop()
      await retries.stop()
    },
  }
}

function inboxMetrics<DB extends ChassisTables>(metrics: Metrics, db: Kysely<DB>) {
  metrics.gauge({
    name: 'inbox_parked',
    help: 'Events that wait to be tried again, by reason; none while the database does not answer.',
    labels: ['reason'],
    async collect(gauge) {
      gauge.reset()
      for (const { reason, count } of await countParked(db).catch(() => [])) gauge.set({ reason }, count)
    },
  })
  metrics.gauge({
    name: 'inbox_parked_oldest_seconds',
    help: 'How long the oldest parked event has waited, by reason; none while the database does not answer.',
    labels: ['reason'],
    async collect(gauge) {
      gauge.reset()
      for (const { reason, oldestSeconds } of await countParked(db).catch(() => []))
        gauge.set({ reason }, oldestSeconds)
    },
  })
  return {
    consumed: metrics.counter({
      name: 'inbox_consumed_total',
      help: 'Events by consumer and outcome: applied, duplicate, stale, gap (parked), error (parked).',
      labels: ['consumer', 'outcome'],
    }),
  }
}
