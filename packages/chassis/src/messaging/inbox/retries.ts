import type { Kysely, Transaction } from 'kysely'
import { type Loop, startLoop } from '../../loops/loops.ts'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { transact, withSavepoint } from '../../postgres/database.ts'
import { isStalePlan } from '../../postgres/prepared-statements.ts'
import type { Logger } from '../../telemetry/log.ts'
import { withTraceparent } from '../../telemetry/trace-context.ts'
import { matchesPattern } from '../bus.ts'
import { copyParked, type DueParked, findNextDueMs, lockDueParked, postponeParked, removeParked } from '../parking.ts'
import { type Consumer, consume } from './consume.ts'
import { NO_CONSUMER, toFailure, unknownType } from './newer-events.ts'
import type { Attempt, RecordAttempt } from './records.ts'

/** Longest wait for an event that another process has parked, twice as long after a while. Who parks one here nudges the loop. */
const POLL_MS = 2_000
const REST_MS = 4_000
/** An event that is due and not found is locked by another process, which may fail. */
const LOCKED_MS = 500

/** Retries parked events when they are due, one transaction each. */
export function startRetries<DB extends ChassisTables>(options: {
  db: Kysely<DB>
  consumers: readonly (Consumer<DB> & { pattern: string })[]
  /** Version of the consumers. */
  version: string
  record: RecordAttempt
  log: Logger
}): Loop {
  const { db, consumers, version, record, log } = options

  const names = [...consumers.map(({ name }) => name), NO_CONSUMER]

  async function retryDue(): Promise<'again' | 'rest' | number> {
    // Hardly ever is one parked: no transaction for that.
    const dueInMs = await findNextDueMs(db, { consumers: names, version })
    if (dueInMs === null) return 'rest'
    if (dueInMs > 0) return dueInMs
    const found = await transact(db, async (trx) => {
      const parked = await lockDueParked(trx, { consumers: names, version })
      if (parked) await withTraceparent(parked.event.traceparent, () => retry(trx, parked))
      return parked
    })
    return found ? 'again' : LOCKED_MS
  }

  async function retry(trx: Transaction<DB>, parked: DueParked): Promise<void> {
    if (parked.consumer === NO_CONSUMER) return await handOver(trx, parked)
    const consumer = consumers.find(({ name }) => name === parked.consumer)
    if (!consumer) return
    const startedAt = performance.now()
    let tried: Pick<Attempt, 'outcome' | 'failure'>
    try {
      const outcome = await withSavepoint(trx, () => consume(trx, consumer, parked.event))
      if (outcome === 'gap') await postponeParked(trx, parked, { reason: 'gap' })
      else await removeParked(trx, parked)
      tried = { outcome }
    } catch (error) {
      if (isStalePlan(error)) throw error // the transaction is run again, which prepares the statement again
      const failure = toFailure(error, version)
      await postponeParked(trx, parked, failure)
      tried = { outcome: failure.reason, failure: error }
    }
    record(consumer.name, parked.event, { ...tried, startedAt, attempt: parked.attempts + 1 })
  }

  /** Parks an event whose type an earlier version did not know for each consumer that this version has for it. */
  async function handOver(trx: Transaction<DB>, parked: DueParked): Promise<void> {
    const { event } = parked
    const unknown = unknownType(event, version)
    if (unknown) return await postponeParked(trx, parked, unknown)
    const matching = consumers.filter(({ pattern }) => matchesPattern(pattern, event.type))
    await copyParked(
      trx,
      parked,
      matching.map(({ name }) => name),
    )
    await removeParked(trx, parked)
  }

  return startLoop({ name: 'inbox.retries', intervalMs: POLL_MS, restMs: REST_MS, work: retryDue, log })
}
