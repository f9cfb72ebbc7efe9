import type { Kysely, Transaction } from 'kysely'
import type { ChassisTables } from '../../postgres/chassis-tables.ts'
import { transact, withSavepoint } from '../../postgres/database.ts'
import { type Loop, startLoop } from '../../process/loops.ts'
import type { Logger } from '../../telemetry/log.ts'
import { withTraceparent } from '../../telemetry/trace-context.ts'
import { type DueParked, lockDueParked, postponeParked, removeParked } from '../parking.ts'
import { type Consumer, consume } from './consume.ts'
import type { Attempt, RecordAttempt } from './records.ts'

/** A parked event is retried at most this long after it is due. A filled gap nudges the loop at once. */
const POLL_MS = 500

/** Retries parked events when they are due, one transaction each. */
export function startRetries<DB extends ChassisTables>(options: {
  db: Kysely<DB>
  consumers: readonly Consumer<DB>[]
  record: RecordAttempt
  log: Logger
}): Loop {
  const { db, consumers, record, log } = options

  async function retryDue(): Promise<'again' | 'idle'> {
    const names = consumers.map(({ name }) => name)
    const found = await transact(db, async (trx) => {
      const parked = await lockDueParked(trx, names)
      if (parked) await withTraceparent(parked.event.traceparent, () => retry(trx, parked))
      return parked
    })
    return found ? 'again' : 'idle'
  }

  async function retry(trx: Transaction<DB>, parked: DueParked): Promise<void> {
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
      await postponeParked(trx, parked, { reason: 'error', error })
      tried = { outcome: 'error', failure: error }
    }
    record(consumer.name, parked.event, { ...tried, startedAt, attempt: parked.attempts + 1 })
  }

  return startLoop({ name: 'inbox.retries', intervalMs: POLL_MS, work: retryDue, log })
}
