import { context, ROOT_CONTEXT } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import type { Kysely, Transaction } from 'kysely'
import { postgresCode, transact } from '../../postgres/database.ts'
import { traceparentNow, withTraceparent } from '../../telemetry/trace-context.ts'
import type { DomainEvent } from '../outbox/outbox.ts'
import { recordReceived } from './consume.ts'

/** Most events that one transaction takes. */
const MOST_TOGETHER = 200
/** SQLSTATE classes 22 and 23: data exception, integrity violation. It will fail again however often it is tried. */
const BAD_DATA = /^2[23]/
/** Two of these: while one is stored, the next one gathers. */
export const BATCH_PREFETCH = 2 * MOST_TOGETHER

export type Gathered = 'applied' | 'duplicate'

export interface GatheringOptions<DB> {
  db: Kysely<DB>
  /** Names the inbox rows. */
  consumer: string
  /** Applies events that were not applied before, in the order in which they came. */
  applyAll(trx: Transaction<DB>, events: readonly DomainEvent[]): Promise<void>
  /** Applies one event in a transaction of its own, or parks it. Rejects when it can do neither. */
  arriveSingly(event: DomainEvent): Promise<void>
  /** What has become of an event that was applied together with others. */
  onGathered(event: DomainEvent, outcome: Gathered, startedAt: number): void
}

interface Waiting {
  event: DomainEvent
  done: () => void
  failed: (reason: unknown) => void
}

/**
 * Applies events together: whatever has come while one transaction ran goes into the next, so that a lonely event waits
 * for nobody and a flood costs few transactions. Batches follow one another, and each keeps the order of arrival, so
 * that a subject's events stay in theirs. When a batch fails each of its events goes by itself, and only one that is bad
 * is parked. The promise resolves when the event is stored, and rejects when it can be neither applied nor parked.
 */
export function createEventBatcher<DB>(options: GatheringOptions<DB>): (event: DomainEvent) => Promise<void> {
  const { db, consumer, applyAll, arriveSingly, onGathered } = options
  let waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(batch.length)
      if (batch.length === 1) await takeSingly(batch)
      else await takeTogether(batch).catch((error) => takeAgain(batch, error))
    }
    isRunning = false
  }

  async function takeTogether(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now()
    const fresh = await transact(db, async (trx) => {
      const arrived = await recordReceived(
        trx,
        consumer,
        batch.map(({ event }) => event),
      )
      if (arrived.length > 0) await applyAll(trx, arrived)
      return new Set(arrived)
    })
    for (const { event, done } of batch) {
      onGathered(event, fresh.has(event) ? 'applied' : 'duplicate', startedAt)
      done()
    }
  }

  /** Once more together if the connection may have been lost, since no event is to blame for that; else singly. */
  async function takeAgain(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (postgresCode(error)?.match(BAD_DATA)) await takeSingly(batch)
    else await takeTogether(batch).catch(() => takeSingly(batch))
  }

  /** The first one that can be neither applied nor parked ends it: the database is away, for all of them. */
  async function takeSingly(batch: readonly Waiting[]): Promise<void> {
    for (const [index, { event, done }] of batch.entries()) {
      try {
        await withTraceparent(event.traceparent, () => arriveSingly(event))
        done()
      } catch (error) {
        for (const { failed } of batch.slice(index)) failed(error)
        return
      }
    }
  }

  return (arrived) => {
    const traceparent = traceparentNow() ?? arrived.traceparent
    const event = { ...arrived, ...(traceparent !== undefined && { traceparent }) }
    return new Promise((done, failed) => {
      waiting.push({ event, done, failed })
      if (isRunning) return
      isRunning = true
      // A batch belongs to no trace. What else arrives in this tick goes along.
      setImmediate(() => void context.with(suppressTracing(ROOT_CONTEXT), run))
    })
  }
}
