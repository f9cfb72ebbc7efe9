import type { Kysely, Transaction } from 'kysely'
import type { Stoppable } from '../../loops/loops.ts'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { transact } from '../../postgres/database.ts'
import type { Logger } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { withTraceparent } from '../../telemetry/trace-context.ts'
import { type Bus, matchesPattern, subjectKey } from '../bus.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { park } from '../parking.ts'
import { type Consumer, consume, consumeAtOnce, type Order, type WritesAtOnce } from './consume.ts'
import { BATCH_PREFETCH, createEventBatcher } from './gather.ts'
import { consumerVersion, NO_CONSUMER, toFailure, unknownType } from './newer-events.ts'
import { type Attempt, createRecorder, type RecordAttempt } from './records.ts'
import { startRetries } from './retries.ts'

/** Handler of the events of a pattern. It writes only through the transaction that it receives. */
export type EventHandler<DB> = SingleHandler<DB> | BatchHandler<DB>

interface HandlerName {
  /** Name in the inbox tables and metrics if it differs from the pattern. Renaming a consumer orphans its parked events. */
  name?: string
}

export interface SingleHandler<DB> extends HandlerName {
  order: Order
  apply(trx: Transaction<DB>, event: DomainEvent): Promise<void>
  writes?: WritesAtOnce
}

/**
 * Applies events in batches: those that arrived while the batch before was stored, in order of arrival, each once. If a
 * batch fails, `apply` gets its events one by one, and those that fail are parked.
 */
interface BatchHandler<DB> extends SingleHandler<DB> {
  order: 'set'
  /**
   * Records the events as received (`recordReceived`) and applies the new ones, all or none. Returns the new ones. The
   * batch has no two events with the same id.
   */
  applyAll(db: Kysely<DB>, consumer: string, events: readonly DomainEvent[]): Promise<ReadonlySet<DomainEvent>>
}

interface ConsumersOptions<DB extends ChassisTables> {
  db: Kysely<DB>
  bus: Bus
  service: string
  /**
   * By pattern of event types: `shipment.*` or `*`. Each entry is a consumer, and the pattern is its name in the inbox
   * tables, unless the handler has another name. An event that matches several patterns is applied by each consumer, in separate transactions.
   */
  handlers: Record<string, EventHandler<DB>>
  log: Logger
  metrics: Metrics
}

type Receive = (event: DomainEvent) => Promise<void>

/**
 * Consumes the service's events. Inbox row, cursor and effect commit in one transaction, before the bus gets its
 * acknowledgement. If a handler fails, its transaction rolls back and the event is parked and retried with back-off,
 * while other events go on. If parking fails too, the database is unavailable, and the bus keeps the event.
 * An event of a type or with a value that only a later version knows is parked too, and a process of that version
 * applies it. An event that no handler matches is dropped if its type is known.
 */
export async function startConsumers<DB extends ChassisTables>(options: ConsumersOptions<DB>): Promise<Stoppable> {
  const { db, bus, service, handlers, log, metrics } = options
  const recordAttempt = createRecorder({ db, log, metrics })
  /** An event that is parked is due soon. */
  const record: RecordAttempt = (consumer, event, attempt) => {
    recordAttempt(consumer, event, attempt)
    if (['gap', 'error', 'newer'].includes(attempt.outcome)) wakeRetries()
  }
  const version = consumerVersion(Object.keys(handlers))
  const wakeRetries = () => retries.nudge()
  const registered = Object.entries(handlers).map(([pattern, handler]) => {
    return { pattern, handler, consumer: toConsumer(handler.name ?? pattern, handler, wakeRetries) }
  })
  const consumers = registered.map(({ pattern, consumer }) => ({ ...consumer, pattern }))
  const receivers = registered.map(({ pattern, handler, consumer }) => ({
    pattern,
    receive: createReceiver({ db, consumer, handler, version, record }),
  }))

  async function receive(event: DomainEvent): Promise<void> {
    const selected = receivers.filter(({ pattern }) => matchesPattern(pattern, event.type))
    if (selected.length === 0) return await receiveUnmatched(event)
    const received = await Promise.allSettled(selected.map((receiver) => receiver.receive(event)))
    const failed = received.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async function receiveUnmatched(event: DomainEvent): Promise<void> {
    const startedAt = performance.now()
    const unknown = unknownType(event, version)
    if (!unknown) return
    await park(db, NO_CONSUMER, event, unknown)
    record(NO_CONSUMER, event, { outcome: 'newer', startedAt, attempt: 1 })
  }

  const retries = startRetries({ db, consumers, version, record: recordAttempt, log })
  const hasBatches = Object.values(handlers).some((handler) => 'applyAll' in handler)
  const subscription = await bus.subscribe(service, receive, hasBatches ? { atOnce: BATCH_PREFETCH } : {})
  return {
    async stop() {
      await subscription.stop()
      await retries.stop()
    },
  }
}

function toConsumer<DB>(name: string, handler: EventHandler<DB>, onGapFilled: () => void): Consumer<DB> {
  const { order, apply, writes } = handler
  return { name, order, apply, writes, onGapFilled }
}

/** How a consumer receives the events of the bus: in batches, or one by one in order per subject. */
function createReceiver<DB>(options: {
  db: Kysely<DB>
  consumer: Consumer<DB>
  handler: EventHandler<DB>
  version: string
  record: RecordAttempt
}): Receive {
  const { db, consumer, handler, version, record } = options
  const receiveSingly: Receive = async (event) => {
    const startedAt = performance.now()
    const tried = await tryOnce(db, { consumer, version }, event)
    record(consumer.name, event, { ...tried, startedAt, attempt: 1 })
  }
  if (!('applyAll' in handler)) return inSubjectOrder(receiveSingly)
  return createEventBatcher({
    applyAll: (events) => handler.applyAll(db, consumer.name, events),
    applySingly: receiveSingly,
    onApplied: (event, outcome, startedAt) =>
      withTraceparent(event.traceparent, () => record(consumer.name, event, { outcome, startedAt, attempt: 1 })),
  })
}

/** Applies the event or parks it. Throws if it can do neither. */
async function tryOnce<DB>(
  db: Kysely<DB>,
  { consumer, version }: { consumer: Consumer<DB>; version: string },
  event: DomainEvent,
): Promise<Pick<Attempt, 'outcome' | 'failure'>> {
  try {
    const inTransaction = () =>
      transact(db, async (trx) => {
        const consumed = await consume(trx, consumer, event)
        // Parks while the cursor is locked, so that a predecessor that arrives later finds the event and wakes it.
        if (consumed === 'gap') await park(trx, consumer.name, event, { reason: 'gap' })
        return consumed
      })
    return { outcome: (await consumeAtOnce(db, consumer, event)) ?? (await inTransaction()) }
  } catch (error) {
    const failure = toFailure(error, version)
    await park(db, consumer.name, event, failure)
    return { outcome: failure.reason, failure: error }
  }
}

/**
 * Serializes the events of one subject within the process. Brokers deliver them nearly in order. In parallel they would
 * only wait for each other's locks, or find a gap that is about to close.
 */
function inSubjectOrder(receive: Receive): Receive {
  const queues = new Map<string, Promise<void>>()
  return (event) => {
    const subject = subjectKey(event)
    const received = (queues.get(subject) ?? Promise.resolve()).catch(() => {}).then(() => receive(event))
    queues.set(subject, received)
    return received.finally(() => {
      if (queues.get(subject) === received) queues.delete(subject)
    })
  }
}
