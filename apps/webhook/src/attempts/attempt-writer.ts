import { setTimeout as delay } from 'node:timers/promises'
import { backoffMs } from '@waybill/chassis/loops/backoff'
import type { Stoppable } from '@waybill/chassis/loops/loops'
import { postgresCode, transact } from '@waybill/chassis/postgres/database'
import type { Logger } from '@waybill/chassis/telemetry/log'
import type { Reader } from '../db.ts'
import { endpointKeyText } from '../endpoints/endpoint-key.ts'
import { type EndpointChange, isQuickSuccess, recordAttempts } from './commands.ts'
import { type FinishedAttempt, writeAttempts } from './repository.ts'

const MAX_BATCH = 200
/**
 * How long a result waits for others when nothing waits for it. At 200 results a second this makes one transaction
 * of about ten results.
 */
const GATHER_MS = 50
/**
 * A process does not look again at a healthy endpoint for this long: its successes are stored by one statement.
 * They do not count if another process slows the endpoint down during this time.
 */
const SETTLED_MS = 2_000
const MOST_SETTLED = 10_000
const BACKOFF = { firstMs: 50, maxMs: 5_000 }
/** Data exception (22) or integrity violation (23): the statement fails again however often it is retried. */
const PERMANENT = /^2[23]/

interface AttemptWriter extends Stoppable {
  /** Stores the attempt soon, however long the database is unavailable. */
  write(attempt: FinishedAttempt): void
  /** Writes pending results now, because something waits for them. */
  flush(): void
}

/**
 * Writes finished attempts, in one transaction all those that finish while the previous one runs. While the database is
 * unavailable, keeps them and retries with backoff. Calls `onReleased` when a delivery may be claimed that waited
 * for a result: its predecessor has left the queue, or its endpoint has a free slot again.
 */
export function createAttemptWriter(options: {
  db: Reader
  /** Concurrent sends with which an endpoint begins. */
  startLimit: number
  log: Logger
  /** Whether the endpoint of an attempt has more due: then its result is written without delay, as that of an ordered one. */
  isWaitedFor: (attempt: FinishedAttempt) => boolean
  onReleased: () => void
}): AttemptWriter {
  const { db, startLimit, log, isWaitedFor, onReleased } = options
  /** Endpoints of which nothing has to be written after a quick success, until when. */
  const settledUntil = new Map<string, number>()
  let waiting: FinishedAttempt[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isSettled = (attempt: FinishedAttempt) =>
    isQuickSuccess(attempt) && (settledUntil.get(endpointKeyText(attempt)) ?? 0) > performance.now()

  /** Locks the endpoints and writes what changes of them. */
  async function writeWithEndpoints(batch: readonly FinishedAttempt[]): Promise<boolean> {
    const { changes, hasReleased, settled } = await transact(db, (trx) =>
      recordAttempts(trx, batch, { at: new Date(), startLimit }),
    )
    logChanges(log, changes)
    for (const attempt of batch) settledUntil.delete(endpointKeyText(attempt))
    if (settledUntil.size > MOST_SETTLED) settledUntil.clear()
    for (const key of settled) settledUntil.set(key, performance.now() + SETTLED_MS)
    return hasReleased
  }

  async function writeBatch(batch: readonly FinishedAttempt[]): Promise<void> {
    const hasReleased = batch.every(isSettled) ? await writeAttempts(db, batch) : await writeWithEndpoints(batch)
    if (hasReleased || batch.some(isWaitedFor)) onReleased()
  }

  /** After a permanent failure: one at a time, so that only the bad one is lost. */
  async function writeOneByOne(batch: readonly FinishedAttempt[]): Promise<void> {
    for (const item of batch) {
      try {
        await writeBatch([item])
      } catch (error) {
        if (!PERMANENT.test(postgresCode(error) ?? '')) throw error
        log.error({ err: error, deliveryId: item.deliveryId }, 'attempt.not_written')
      }
    }
  }

  async function run(): Promise<void> {
    let failures = 0
    while (waiting.length > 0) {
      const { batch, left } = takeBatch(waiting)
      waiting = left
      try {
        await writeBatch(batch).catch(async (error: unknown) => {
          if (!PERMANENT.test(postgresCode(error) ?? '')) throw error
          await writeOneByOne(batch)
        })
        failures = 0
      } catch (error) {
        failures += 1
        waiting.unshift(...batch)
        log.error({ err: error, attempts: batch.length, failures }, 'attempts.write_failed')
        await delay(backoffMs(failures, BACKOFF))
      }
    }
    writing = undefined
  }

  function begin(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length > 0) writing ??= run()
  }

  return {
    write(attempt) {
      waiting.push(attempt)
      if (waiting.length >= MAX_BATCH || attempt.isOrdered || isWaitedFor(attempt))
        setImmediate(begin) // together with others that end in this tick
      else if (!writing) timer ??= setTimeout(begin, GATHER_MS)
    },
    flush: begin,
    async stop() {
      begin()
      await writing
    },
  }
}

/** At most one attempt per delivery: the statement cannot take two. */
function takeBatch(waiting: readonly FinishedAttempt[]): { batch: FinishedAttempt[]; left: FinishedAttempt[] } {
  const batch = new Map<string, FinishedAttempt>()
  const left: FinishedAttempt[] = []
  for (const item of waiting) {
    const { environmentId, deliveryId } = item
    const key = `${environmentId} ${deliveryId}`
    if (batch.size < MAX_BATCH && !batch.has(key)) batch.set(key, item)
    else left.push(item)
  }
  // Sorted, so that two dispatchers that write the same deliveries do not deadlock.
  return { batch: [...batch].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item), left }
}

function logChanges(log: Logger, changes: readonly EndpointChange[]): void {
  for (const { disabled, breaker, ...ids } of changes) {
    if (disabled !== null) log.warn({ ...ids, disabledReason: disabled }, 'subscription.disabled')
    if (breaker !== null) log.info({ ...ids, breaker }, 'endpoint.breaker_changed')
  }
}
