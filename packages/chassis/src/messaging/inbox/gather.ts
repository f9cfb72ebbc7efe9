import { context, ROOT_CONTEXT } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import { postgresCode } from '../../postgres/database.ts'
import { traceparentNow, withTraceparent } from '../../telemetry/trace-context.ts'
import type { DomainEvent } from '../outbox/outbox.ts'

const MAX_BATCH = 200
/** Batches that are stored side by side, each of other environments. */
const MAX_CONCURRENT_BATCHES = 4
/** SQLSTATE classes 22 and 23: data exception, integrity violation. A retry of the same batch fails again. */
const BAD_DATA = /^2[23]/
/** Two batches: one waits while the other is stored. */
export const BATCH_PREFETCH = 2 * MAX_BATCH

interface BatcherOptions {
  /** Records and applies the events that were not applied before, in order of arrival; returns these. */
  applyAll(events: readonly DomainEvent[]): Promise<ReadonlySet<DomainEvent>>
  /** Applies one event in its own transaction, or parks it. Rejects if it can do neither. */
  applySingly(event: DomainEvent): Promise<void>
  /** Called for each event of a batch that has committed. */
  onApplied(event: DomainEvent, outcome: 'applied' | 'duplicate', startedAt: number): void
}

interface Waiting {
  event: DomainEvent
  done: () => void
  failed: (reason: unknown) => void
}

/**
 * Applies events in batches: what arrives while one is stored goes into a later one. A single event does not wait,
 * and a flood costs few. An environment has events in one batch at a time, in order of arrival, which keeps
 * the order of each subject. Others do not wait for it: their events go into a batch beside it. If a batch fails, its
 * events are applied one by one, and only the bad ones are parked.
 * The promise resolves when the event is stored, and rejects when it can be neither applied nor parked.
 */
export function createEventBatcher(options: BatcherOptions): (event: DomainEvent) => Promise<void> {
  const { applyAll, applySingly, onApplied } = options
  let waiting: Waiting[] = []
  /** Environments with events in a batch that is being stored. */
  const busy = new Set<string>()
  let batches = 0
  let isScheduled = false

  function startBatches(): void {
    while (batches < MAX_CONCURRENT_BATCHES) {
      const batch = waiting.filter(({ event }) => !busy.has(event.environmentId)).slice(0, MAX_BATCH)
      if (batch.length === 0) return
      const taken = new Set(batch)
      waiting = waiting.filter((each) => !taken.has(each))
      void store(batch)
    }
  }

  async function store(batch: readonly Waiting[]): Promise<void> {
    const environments = new Set(batch.map(({ event }) => event.environmentId))
    for (const environmentId of environments) busy.add(environmentId)
    batches += 1
    await storeBatch(batch).catch((error) => storeAgain(batch, error))
    batches -= 1
    for (const environmentId of environments) busy.delete(environmentId)
    startBatches()
  }

  async function storeBatch(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now()
    const events = new Map(batch.map(({ event }) => [`${event.environmentId} ${event.eventId}`, event]))
    const apply = () => applyAll([...events.values()])
    const [first, ...others] = batch
    const fresh = await (first && others.length === 0 ? withTraceparent(first.event.traceparent, apply) : apply())
    for (const { event, done } of batch) {
      onApplied(event, fresh.has(event) ? 'applied' : 'duplicate', startedAt)
      done()
    }
  }

  /** Retries the batch if the connection may have been lost, since then no event is at fault; else stores singly. */
  async function storeAgain(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (postgresCode(error)?.match(BAD_DATA)) await storeSingly(batch)
    else await storeBatch(batch).catch(() => storeSingly(batch))
  }

  /** Stops at the first event that can be neither applied nor parked: the database is unavailable for the rest too. */
  async function storeSingly(batch: readonly Waiting[]): Promise<void> {
    for (const [index, { event, done }] of batch.entries()) {
      try {
        await withTraceparent(event.traceparent, () => applySingly(event))
        done()
      } catch (error) {
        for (const { failed } of batch.slice(index)) failed(error)
        return
      }
    }
  }

  return (received) => {
    const traceparent = traceparentNow() ?? received.traceparent
    const event = { ...received, ...(traceparent !== undefined && { traceparent }) }
    return new Promise((done, failed) => {
      waiting.push({ event, done, failed })
      if (isScheduled) return
      isScheduled = true
      // A batch of several events belongs to no trace. Waiting for the next turn collects all events of this one.
      setImmediate(() => {
        isScheduled = false
        context.with(suppressTracing(ROOT_CONTEXT), startBatches)
      })
    })
  }
}
